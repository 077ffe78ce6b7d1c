import Marks
import Testing

/// What LosslessCut's documentation says of its files, and what it writes.
@Suite("LosslessCut's comma-separated values")
struct LosslessCutTableTests {
    @Test func `times are seconds, and the end of a segment is where the next frame starts`() throws
    {
        let marks = try MarkSet([("Intro", 0, 24), ("A, \"B\"", 25, 25), ("", 1999, 1999)])
        let text = """
            0,1,Intro
            1,1.04,"A, ""B\"""
            79.96,80,

            """
        #expect(try LosslessCutTable.bytes(of: marks, in: Films.pal) == Array(text.utf8))
    }

    @Test(
        arguments: [
            (
                ",56.9568,First segment starting at 0\n70,78.33,\"Another quoted label\"\n60,,Last\n",
                [
                    "First segment starting at 0 0 1423", "Another quoted label 1750 1957",
                    "Last 1500 1999",
                ]
            ),
            ("1,2,\"a \"\"b\"\", c\"\r\n2,3\r\n\r\n", ["a \"b\", c 25 49", " 50 74"]),
            ("\u{FEFF}00:00:01.5,1:02.0,clocks", ["clocks 37 1549"]),
            (" 1 , 2 , spaced ", ["spaced 25 49"]), ("", []),
            ("0.999999999999,2,long", ["long 25 49"]),
            ("1,2,say \"so\"", ["say \"so\" 25 49"]),
            ("1,2,\"\"\r3,4,\"\"\"\"", [" 25 49", "\" 75 99"]),
        ]
    )
    func `reads what others write`(_ text: String, _ rows: [String]) throws {
        #expect(try LosslessCutTable.marks(from: Array(text.utf8), in: Films.pal).rows == rows)
    }

    @Test(
        arguments: [
            ("0,1,fine\n2,1,x", .line(2, .backwards("2", "1"))),
            ("0,81,x", .line(1, .outside("81", count: 2000))),
            ("\n\nsoon,2,x", .line(3, .malformed(expected: "seconds such as 12.5", found: "soon"))),
            ("-1,2,x", .line(1, .malformed(expected: "seconds such as 12.5", found: "-1"))),
            ("nan,2,x", .line(1, .malformed(expected: "seconds such as 12.5", found: "nan"))),
            ("1e1,20,x", .line(1, .malformed(expected: "seconds such as 12.5", found: "1e1"))),
            ("1.,20,x", .line(1, .malformed(expected: "seconds such as 12.5", found: "1."))),
            ("0:60,,x", .line(1, .malformed(expected: "seconds such as 12.5", found: "0:60"))),
            (
                "9999999999,,x",
                .line(1, .malformed(expected: "seconds such as 12.5", found: "9999999999"))
            ),
            (
                "1,2,\"open",
                .line(1, .malformed(expected: "a quote that ends the name", found: "\"open"))
            ),
            (
                "1,2,\"a\"b",
                .line(1, .malformed(expected: "a comma after a quote", found: "1,2,\"a\"b"))
            ),
            (
                "1,2,a,b",
                .line(
                    1,
                    .malformed(
                        expected: "start,end,name with commas of a name in quotes",
                        found: "1,2,a,b"
                    )
                )
            ),
            (
                "1;2;a",
                .line(
                    1,
                    .malformed(
                        expected: "start,end,name with commas of a name in quotes",
                        found: "1;2;a"
                    )
                )
            ),
            ("1,2," + String(repeating: "x", count: 201), .line(1, .nameTooLong)),
        ] as [(String, MarksError)]
    )
    func `says in which line what is wrong`(_ text: String, _ error: MarksError) {
        #expect(throws: error) { try LosslessCutTable.marks(from: Array(text.utf8), in: Films.pal) }
    }

    @Test func `a million segments are refused at the first too many`() {
        let bytes = Array(repeatElement("0,1,\n", count: 1_000_000).joined().utf8)
        #expect(throws: MarksError.line(10_001, .tooMany)) {
            try LosslessCutTable.marks(from: bytes, in: Films.pal)
        }
    }

    @Test func `what is not text is refused before anything else`() {
        #expect(throws: MarksError.self) {
            try LosslessCutTable.marks(from: [0x31, 0x2C, 0xFF], in: Films.pal)
        }
        let long = [UInt8](repeating: 0x0A, count: (8 << 20) + 1)
        #expect(throws: MarksError.tooLarge) {
            try LosslessCutTable.marks(from: long, in: Films.pal)
        }
    }
}
