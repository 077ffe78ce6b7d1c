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

    @Test func `an answer carries the number of what it answers`() throws {
        let error = #"{"type":"error","code":"internal","message":"m","seq":3}"#
        #expect(try ServerMessage(json: Array(error.utf8)).seq == 3)
        let other = #"{"type":"error","code":"internal","message":"m"}"#
        #expect(try ServerMessage(json: Array(other.utf8)).seq == nil)
    }

    @Test func `a trace that is not there is named`() throws {
        let failure = failure(of: "missing.jsonl")
        #expect(failure?.code == .noInput)
        #expect(failure?.message.hasPrefix("missing.jsonl: cannot be read") == true)
    }

    @Test func `a trace that is none is told with its line`() throws {
        let lines = #"{"at":0,"type":"painted","seq":1}"# + "\n\nnonsense\n"
        let failure = failure(of: try Scratch.write(lines.utf8, to: "bad.jsonl"))
        #expect(failure?.code == .badData)
        #expect(failure?.message.contains("line 3") == true)
    }

    private func failure(of trace: String) -> Failure? {
        #expect(throws: Failure.self) {
            try Command(["replay", Sample.vp9.path, trace]).run()
        }
    }
}
