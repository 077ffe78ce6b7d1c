import Marks
import Testing

@Suite("CMX 3600 edit lists")
struct CMX3600Tests {
    /// Frame 1800 of 29.97 drop-frame is one minute and two labels that are never given.
    @Test func `labels are the media's, drop-frame where it is`() throws {
        let marks = try MarkSet([("Intro", 0, 1799), ("", 1800, 1800)])
        let text = """
            TITLE: 29.97 drop.mov
            FCM: DROP FRAME

            001  AX       V     C        01:00:00;00 01:01:00;02 01:00:00;00 01:01:00;02
            * FROM CLIP NAME: Intro

            002  AX       V     C        01:01:00;02 01:01:00;03 01:01:00;02 01:01:00;03

            """
        #expect(
            try String(decoding: CMX3600.bytes(of: marks, in: Films.drop), as: UTF8.self) == text
        )
    }

    @Test func `without drop-frame every label is given`() throws {
        let marks = try MarkSet([("x", 1800, 1829)])
        let text = try String(decoding: CMX3600.bytes(of: marks, in: Films.all[4]), as: UTF8.self)
        #expect(text.contains("FCM: NON-DROP FRAME"))
        #expect(text.contains(" 01:01:00:00 01:01:01:00 01:00:00:00 01:00:01:00"))
    }

    @Test func `frames are named where labels cannot tell them, until somebody changes the labels`()
        throws
    {
        let film = Films.all[10]
        let marks = try MarkSet([("twin", 1001, 1001)])
        let text = try String(decoding: CMX3600.bytes(of: marks, in: film), as: UTF8.self)
        #expect(text.contains("* VERNIER FRAMES: 1001-1001\n"))
        #expect(try CMX3600.marks(from: Array(text.utf8), in: film).rows == marks.rows)
        let label = try #require(text.split(separator: " ").first { $0.hasPrefix("00:") })
        let moved = text.replacing(label, with: "00:00:00:00", maxReplacements: 1)
        let read = try CMX3600.marks(from: Array(moved.utf8), in: film)
        #expect(read.segments[0].frames.lowerBound == 0)
    }

    @Test(
        arguments: [
            // A dissolve: its first line only ends the clip before.
            (
                """
                TITLE: Cut
                001  A 0 1 V C 01:00:00;00 01:00:01;00 00:00:00;00 00:00:01;00
                * FROM CLIP NAME: One
                002  A001 V C 01:00:01;00 01:00:01;00 00:00:01;00 00:00:01;00
                002  B001 V D 024 01:00:02;00 01:00:04;00 00:00:01;00 00:00:03;00
                * FROM CLIP NAME: One
                * TO CLIP NAME: Two
                M2   B001  030.0  01:00:02;00
                003  BL V C 01:00:00;00 01:00:01;00 00:00:03;00 00:00:04;00
                004  A 1 A2 C 01:00:00;00 01:00:01;00 00:00:03;00 00:00:04;00
                005  A001 AA/V C 01:00:05;00 01:00:06;00 00:00:03;00 00:00:04;00
                """, ["One 0 29", "Two 60 119", " 150 179"]
            ),
            ("TITLE: none\r\nFCM: NON-DROP FRAME\r\n", []),
            (
                "FCM: NON-DROP FRAME\n1 AX V C 01:01:00:00 01:01:00:10 01:00:00:00 01:00:00:10",
                [" 1800 1809"]
            ),
        ]
    )
    func `reads what others write`(_ text: String, _ rows: [String]) throws {
        #expect(try CMX3600.marks(from: Array(text.utf8), in: Films.drop).rows == rows)
    }

    private static let event = "an event such as 001 AX V C and four timecodes"
    private static let label = "a timecode such as 01:00:00;00"

    @Test(
        arguments: [
            ("", .line(1, .malformed(expected: "TITLE: or an event", found: ""))),
            ("PNG\n\n", .line(1, .malformed(expected: "TITLE: or an event", found: ""))),
            ("TITLE: x\n001 AX V C", .line(2, .malformed(expected: event, found: "001 AX V C"))),
            (
                "001 AX V C 01:01:00;00 01:02:00;00 x x",
                .line(1, .malformed(expected: label, found: "01:01:00;00"))
            ),
            ("001 AX V C a b c d", .line(1, .malformed(expected: label, found: "a"))),
            (
                "001 AX V C 01:00:02;00 01:00:01;00 x x",
                .line(1, .backwards("01:00:02;00", "01:00:01;00"))
            ),
            (
                "001 AX V C 01:00:02;00 02:00:00;00 x x",
                .line(1, .outside("01:00:02;00 to 02:00:00;00", count: 2000))
            ),
            (
                "001 AX V C 00:59:59;00 01:00:00;00 x x",
                .line(1, .backwards("00:59:59;00", "01:00:00;00"))
            ),
        ] as [(String, MarksError)]
    )
    func `says in which line what is wrong`(_ text: String, _ error: MarksError) {
        #expect(throws: error) { try CMX3600.marks(from: Array(text.utf8), in: Films.drop) }
    }
}
