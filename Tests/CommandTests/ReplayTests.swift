import TestSupport
import Testing
import Wire

@testable import vernier

@Suite("Playing a trace", .scratchDirectory)
struct ReplayTests {
    @Test(
        arguments: [
            (#"{"type":"end","gesture":1,"seq":4}"#, 4),
            (#"{"type":"cancel","gesture":1,"seq":5}"#, 5),
            (#"{"type":"seek","seq":6,"to":{"frame":1}}"#, 6),
            (#"{"type":"move","gesture":1,"seq":7,"samples":[[0,1,2]]}"#, nil),
            (#"{"type":"begin","gesture":1,"x":0,"y":0,"extent":9}"#, nil),
            (#"{"type":"painted","seq":8}"#, nil), (#"{"type":"open","media":"m"}"#, nil),
        ] as [(String, UInt32?)]
    )
    func `an answer is owed to what ends a gesture and to a seek`(
        _ json: String,
        _ seq: UInt32?
    ) throws {
        #expect(try ClientMessage(json: Array(json.utf8)).owedSeq == seq)
    }

    @Test func `a trace is cut behind what is owed an answer`() throws {
        let lines = [
            #"{"at":0,"type":"open","media":""}"#,
            #"{"at":1,"type":"seek","seq":4,"to":{"frame":1}}"#,
            #"{"at":2,"type":"configure","press":"jump"}"#,
            #"{"at":3,"type":"begin","gesture":7,"x":0,"y":0,"extent":9}"#,
            #"{"at":4,"type":"end","gesture":7,"seq":5}"#,
            #"{"at":5,"type":"configure","press":"hold"}"#,
        ]
        let trace = try Trace(jsonLines: Array(lines.joined(separator: "\n").utf8))
        let sections = trace.sections
        #expect(sections.map(\.name) == ["seek 4", "gesture 7", "settings"])
        #expect(sections.map(\.entries.count) == [2, 3, 1])
        #expect(sections.map(\.owedSeq) == [4, 5, nil])
    }

    @Test func `a trace that is not there is named`() throws {
        let failure = failure(of: "missing.jsonl")
        #expect(failure?.code == .noInput)
        #expect(failure?.message.hasPrefix("missing.jsonl: cannot be read") == true)
    }

    @Test func `a golden that expects nothing of the trace is told`() throws {
        let trace = try Scratch.write(#"{"at":0,"type":"open","media":""}"#.utf8, to: "t.jsonl")
        let other = #"{"type":"confirmed","gesture":1,"action":"a","trace":"u"}"#
        let golden = try Scratch.write(other.utf8, to: "golden.jsonl")
        let failure = failure(of: trace, ["--expect", golden])
        #expect(failure?.code == .badData)
        #expect(failure?.message == "\(golden): expects nothing of “t”")
        #expect(self.failure(of: trace, ["--expect", "none"])?.code == .noInput)
    }

    @Test func `a trace that is none is told with its line`() throws {
        let lines = #"{"at":0,"type":"painted","seq":1}"# + "\n\nnonsense\n"
        let failure = failure(of: try Scratch.write(lines.utf8, to: "bad.jsonl"))
        #expect(failure?.code == .badData)
        #expect(failure?.message.contains("line 3") == true)
    }

    private func failure(of trace: String, _ options: [String] = []) -> Failure? {
        #expect(throws: Failure.self) {
            let words = ["replay", Sample.vp9.path, trace, "--index-cache", "none"]
            try Command(words + options).run()
        }
    }
}
