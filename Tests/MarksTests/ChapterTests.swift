import Testing

@testable import Marks

@Suite("Chapters as ffmetadata")
struct FFMetadataTests {
    @Test func `times are ticks of the media, from its first frame on`() throws {
        let marks = try MarkSet([("a=b;c#d\\e", 1, 2)])
        let text = """
            ;FFMETADATA1
            [CHAPTER]
            TIMEBASE=1/90000
            START=3600
            END=10800
            title=a\\=b\\;c\\#d\\\\e

            """
        #expect(
            try String(decoding: FFMetadata.bytes(of: marks, in: Films.all[2]), as: UTF8.self)
                == text
        )
    }

    @Test(
        arguments: [
            (
                ";FFMETADATA1\ntitle=film\n[STREAM]\nSTART=5\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=40\nEND=80\n",
                [" 1 1"]
            ),
            (
                ";FFMETADATA1\r\n[CHAPTER]\r\nSTART=0\r\nEND=1000000000\r\n# note\r\ntitle=x\r\n",
                ["x 0 24"]
            ),
            (
                ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/25\nSTART=0\nEND=2\ntitle=two\\\nlines\n[CHAPTER]\nTIMEBASE=1/1\nSTART=1\nEND=2\n",
                ["two lines 0 1", " 25 49"]
            ),
            (";FFMETADATA1\n", []),
        ]
    )
    func `reads what others write`(_ text: String, _ rows: [String]) throws {
        #expect(try FFMetadata.marks(from: Array(text.utf8), in: Films.pal).rows == rows)
    }

    @Test(
        arguments: [
            ("[CHAPTER]", .line(1, .malformed(expected: ";FFMETADATA1", found: "[CHAPTER]"))),
            ("", .line(1, .malformed(expected: ";FFMETADATA1", found: ""))),
            (
                ";FFMETADATA1\n[CHAPTER]\nSTART=1\n",
                .line(2, .malformed(expected: "START and END in it", found: "[CHAPTER]"))
            ),
            (
                ";FFMETADATA1\n[CHAPTER]\nSTART=x\n",
                .line(3, .malformed(expected: "a whole number", found: "x"))
            ),
            (
                ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=0/0\n",
                .line(3, .malformed(expected: "a fraction such as 1/1000", found: "0/0"))
            ),
            (
                ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/25\nSTART=3\nEND=2\n",
                .line(2, .backwards("0.12", "0.08"))
            ),
            (
                ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=9223372036854775807\nEND=9223372036854775807\n",
                .line(2, .outside("9223372036.854775807", count: 2000))
            ),
        ] as [(String, MarksError)]
    )
    func `says in which line what is wrong`(_ text: String, _ error: MarksError) {
        #expect(throws: error) { try FFMetadata.marks(from: Array(text.utf8), in: Films.pal) }
    }

    @Test(arguments: [1, 2, 1000, 2000])
    func `each byte of a line that goes on is copied once`(_ count: Int) throws {
        let text = (0..<count).map { "x\($0)\\\n" }.joined() + "end\n"
        let lines = try TextLine.all(of: Array(text.utf8))
        var copied = 0
        let joined = FFMetadata.joined(lines) { copied += $0 }
        let words = (0..<count).map { "x\($0) " }.joined()
        #expect(
            joined.map(\.text) == [words + "end", ""] && joined.map(\.number) == [1, count + 2]
        )
        #expect(copied == text.utf8.count - (count + 1), "all but the ends of the lines")
    }

    @Test(
        arguments: [
            ("a\\", ["a\\"]), ("a\\\nb\\", ["a b\\"]), ("a\\\\\nb", ["a\\\\", "b"]),
        ] as [(String, [Substring])]
    )
    func `a line goes on only into another, and not behind an escaped backslash`(
        _ text: String,
        _ expected: [Substring]
    ) throws {
        #expect(FFMetadata.joined(try TextLine.all(of: Array(text.utf8))).map(\.text) == expected)
    }
}

@Suite("Chapters as WebVTT")
struct WebVTTTests {
    @Test func `each segment is a cue, and one without a name shows nothing`() throws {
        let marks = try MarkSet([("R&D <1> --> 2", 0, 24), ("", 1500, 1999)])
        let text = """
            WEBVTT

            00:00:00.000 --> 00:00:01.000
            R&amp;D &lt;1&gt; --&gt; 2

            00:01:00.000 --> 00:01:20.000
            &nbsp;

            """
        #expect(try String(decoding: WebVTT.bytes(of: marks, in: Films.pal), as: UTF8.self) == text)
    }

    @Test(
        arguments: [
            (
                "WEBVTT - with a title\n\nNOTE not\nthis\n\nSTYLE\n::cue {}\n\n7\n00:01.000 --> 00:02.000 line:0 align:start\n<v Ann>two <b>bold</b>\nlines\n",
                ["two bold lines 25 49"]
            ),
            ("WEBVTT\r\n\r\n00:00:01.000-->00:00:02.000\r\nx\r\n", ["x 25 49"]),
            ("\u{FEFF}WEBVTT", []), ("WEBVTT\n\n00:00.000 --> 00:01.000", [" 0 24"]),
            ("WEBVTT\n\n00:00.000 --> 00:01.000\n&amp;lt;", ["&lt; 0 24"]),
        ]
    )
    func `reads what others write`(_ text: String, _ rows: [String]) throws {
        #expect(try WebVTT.marks(from: Array(text.utf8), in: Films.pal).rows == rows)
    }

    private static let times = "times such as 00:01.000 --> 00:02.500"

    @Test(
        arguments: [
            ("1\n00:01.000 --> 00:02.000", .line(1, .malformed(expected: "WEBVTT", found: "1"))),
            ("WEBVTTX", .line(1, .malformed(expected: "WEBVTT", found: "WEBVTTX"))),
            (
                "WEBVTT\n\nwords\nalone",
                .line(3, .malformed(expected: "a cue's times with -->", found: "words"))
            ),
            (
                "WEBVTT\n\n1\n00:01,000 --> 00:02,000",
                .line(4, .malformed(expected: times, found: "00:01,000 --> 00:02,000"))
            ),
            (
                "WEBVTT\n\n00:01.000 -->",
                .line(3, .malformed(expected: times, found: "00:01.000 -->"))
            ),
            ("WEBVTT\n\n00:02.000 --> 00:01.000", .line(3, .backwards("2", "1"))),
            ("WEBVTT\n\n00:02.000 --> 01:00:00.000", .line(3, .outside("3600", count: 2000))),
        ] as [(String, MarksError)]
    )
    func `says in which line what is wrong`(_ text: String, _ error: MarksError) {
        #expect(throws: error) { try WebVTT.marks(from: Array(text.utf8), in: Films.pal) }
    }
}
