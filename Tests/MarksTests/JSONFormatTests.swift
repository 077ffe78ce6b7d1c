import Foundation
import Marks
import Testing
import Wire

@Suite("Marks as JSON of Vernier's own")
struct MarksJSONTests {
    @Test func `holds everything, in frames`() throws {
        let marks = try MarkSet([("Intro", 0, 24)]).applying(.setIn(3), in: 2000)
        let text = #"{"in":3,"segments":[{"first":0,"id":1,"last":24,"name":"Intro"}]}"# + "\n"
        #expect(try MarksJSON.bytes(of: marks, in: Films.pal) == Array(text.utf8))
        #expect(try MarksJSON.marks(from: Array(text.utf8), in: Films.pal) == marks)
    }

    @Test func `tells a client the version, and what can be undone`() throws {
        var history = VersionedMarks()
        try history.take(.edit(.setOut(9)), madeFor: 0, in: 10)
        let text = String(decoding: MarksDocument(history).json(), as: UTF8.self)
        #expect(text == #"{"canRedo":false,"canUndo":true,"out":9,"segments":[],"version":1}"#)
    }

    @Test(
        arguments: [
            (
                #"{"segments":[{"first":5,"last":4}]}"#,
                .segment(1, .backwards("frame 5", "frame 4"))
            ),
            (
                #"{"segments":[{"first":0,"last":0},{"first":0,"last":2000}]}"#,
                .segment(2, .outside("frame 2000", count: 2000))
            ),
            (#"{"in":5,"out":4,"segments":[]}"#, .inAfterOut(5, 4)),
            (
                #"{"segments":[],"#,
                .unreadable("expected one JSON object, complete and well formed")
            ),
        ] as [(String, MarksError)]
    )
    func `says in which segment what is wrong`(_ text: String, _ error: MarksError) {
        #expect(throws: error) { try MarksJSON.marks(from: Array(text.utf8), in: Films.pal) }
    }

    @Test(arguments: [
        "{}", "[]", "", #"{"segments":[{"first":1}]}"#, #"{"segments":[{"first":1.5,"last":2}]}"#,
    ])
    func `what is of another shape is refused`(_ text: String) {
        #expect(throws: MarksError.self) {
            try MarksJSON.marks(from: Array(text.utf8), in: Films.pal)
        }
    }
}

@Suite("Projects of LosslessCut")
struct LosslessCutProjectTests {
    @Test func `are written as version 1`() throws {
        let marks = try MarkSet([("Intro", 0, 24), ("", 25, 25)])
        let bytes = try LosslessCutProject.bytes(of: marks, in: Films.pal)
        let project = try #require(
            JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        )
        #expect(project["version"] as? Int == 1)
        #expect(project["mediaFileName"] as? String == "pal.mp4")
        let cuts = try #require(project["cutSegments"] as? [[String: Any]])
        #expect(cuts.map { $0["start"] as? Double } == [0, 1])
        #expect(cuts.map { $0["end"] as? Double } == [1, 1.04])
        #expect(cuts.map { $0["name"] as? String } == ["Intro", ""])
    }

    @Test(
        arguments: [
            (
                """
                {
                  version: 1,
                  mediaFileName: 'film.mp4',
                  cutSegments: [
                    {
                      start: 0,
                      end: 1.04,
                      name: 'It\\'s "one"',
                    },
                    {
                      start: 79.5,
                      name: '',
                      tags: { scene: '3' },
                    },
                  ],
                }
                """, ["It's \"one\" 0 25", " 1987 1999"]
            ),
            (
                """
                // a comment
                {version: 2, cutSegments: [{start: 1, name: "marker", selected: false}, {end: 2., name: 'x'}]}
                """, ["marker 25 25", "x 0 49"]
            ),
        ]
    )
    func `are read as LosslessCut writes them`(_ text: String, _ rows: [String]) throws {
        #expect(try LosslessCutProject.marks(from: Array(text.utf8), in: Films.pal).rows == rows)
    }

    @Test(
        arguments: [
            ("{version:1,cutSegments:[{start:2,end:1}]}", .segment(1, .backwards("2", "1"))),
            (
                "{version:1,cutSegments:[{start:-5,end:1}]}",
                .segment(1, .outside("-5", count: 2000))
            ),
            (
                "{version:1,cutSegments:[{start:1e300,end:1}]}",
                .segment(1, .malformed(expected: "seconds", found: "1e+300"))
            ),
            ("{version:1,cutSegments:[{},{end:99}]}", .segment(2, .outside("99", count: 2000))),
        ] as [(String, MarksError)]
    )
    func `say in which segment what is wrong`(_ text: String, _ error: MarksError) {
        #expect(throws: error) {
            try LosslessCutProject.marks(from: Array(text.utf8), in: Films.pal)
        }
    }

    @Test(arguments: [
        "", "{", "{version:1}", "{version:1,cutSegments:[{start:NaN,end:2}]}",
        "{version:1,cutSegments:{}}",
        "{version:1,cutSegments:[{start:'1'}]}", String(repeating: "[", count: 100_000), "\u{0}",
    ])
    func `that are none are refused`(_ text: String) {
        #expect(throws: MarksError.self) {
            try LosslessCutProject.marks(from: Array(text.utf8), in: Films.pal)
        }
    }

    @Test func `of a million segments are refused`() {
        let cuts = repeatElement("{},", count: 1_000_000).joined()
        let bytes = Array("{version:1,cutSegments:[\(cuts)]}".utf8)
        #expect(throws: MarksError.segment(10_001, .tooMany)) {
            try LosslessCutProject.marks(from: bytes, in: Films.pal)
        }
    }
}
