import Testing
import Wire

@Suite("Expected answers")
struct TraceExpectationTests {
    static let state = """
        {"type":"state","seq":3,"phase":"idle","position":0.5,"raw":0.5,"gain":1,"stop":2,\
        "target":{"frame":7,"pts":280,"time":0.28,"timecode":"00:00:00:07"}}
        """

    private func expected(_ json: String) throws -> ExpectedAnswer {
        try ExpectedAnswer(json: Array(json.utf8))
    }

    @Test(
        arguments: [
            (#""seq":3"#, #""seq":4"#, "seq: expected 3, got 4"),
            (#""idle""#, #""scrubbing""#, "phase: expected idle, got scrubbing"),
            (#""position":0.5"#, #""position":-0.0"#, "position: expected 0.5, got -0.0"),
            (
                #""raw":0.5"#, #""raw":0.5000000000000001"#,
                "raw: expected 0.5, got 0.5000000000000001"
            ),
            (#""gain":1"#, #""gain":0.9"#, "gain: expected 1.0, got 0.9"),
            (#""stop":2,"#, "", "stop: expected 2, got none"),
            (#""frame":7"#, #""frame":8"#, "frame: expected 7, got 8"),
            (#""pts":280"#, #""pts":281"#, "pts: expected 280, got 281"),
            (#""time":0.28"#, #""time":0.29"#, "time: expected 0.28, got 0.29"),
            ("00:07", "00:08", "timecode: expected 00:00:00:07, got 00:00:00:08"),
        ]
    )
    func `differ in any field`(field: String, other: String, difference: String) throws {
        let expected = try expected(Self.state)
        let answer = try self.expected(Self.state.replacing(field, with: other))
        #expect(expected.difference(from: answer) == "state 3: " + difference)
        #expect(expected.difference(from: expected) == nil)
    }

    @Test func `tell zero from the zero below it`() throws {
        let zero = try expected(Self.state.replacing("0.5", with: "0.0"))
        let below = try expected(Self.state.replacing("0.5", with: "-0.0"))
        #expect(zero.difference(from: below) != nil)
    }

    @Test func `may be the lines of a report, whose sums are skipped`() throws {
        let report = """
            \(Self.state.replacing(#""seq""#, with: #""trace":"a","error":0,"seq""#))

            {"type":"gesture","trace":"a","name":"seek 1"}
            {"type":"confirmed","trace":"b","gesture":1,"action":"delete"}
            {"type":"error","code":"internal","seq":9}
            {"type":"summary"}
            """
        let file = try ExpectedAnswers(jsonLines: Array(report.utf8))
        #expect(file.answers.map(\.type) == ["state", "confirmed", "error"])
        #expect(file.answers(to: "a").map(\.type) == ["state", "error"])
        #expect(file.answers(to: "b").map(\.type) == ["confirmed", "error"])
    }

    @Test(
        arguments: [
            ("{", "line 2: expected one JSON object, complete and well formed"),
            (#"{"type":"open"}"#, #"line 2: type: expected that of an answer, got "open""#),
        ]
    )
    func `name the line that is none`(line: String, message: String) {
        let error = #expect(throws: WireError.self) {
            try ExpectedAnswers(jsonLines: Array((Self.state + "\n" + line).utf8))
        }
        #expect(error?.message == message)
    }
}
