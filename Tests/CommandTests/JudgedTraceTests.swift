import Testing
import Timeline
import Wire

@testable import vernier

@Suite("Judging what came back")
struct JudgedTraceTests {
    /// Ten frames of 40 ticks.
    private func judged(
        _ state: StateMessage,
        _ picture: PlayedSection.Picture
    ) throws -> JudgedSection {
        let packets = (0..<Int64(10)).map {
            let pts = Timestamp(40 * $0)
            return PacketRecord(pts: pts, dts: pts, position: 0, size: 1, duration: 40, flags: .key)
        }
        let table = FrameTable(
            packets: packets,
            order: packets.indices.map(Int32.init),
            timebase: try #require(Timebase(1, 1000)),
            step: 40,
            isComplete: true
        )
        let trace = try Trace(jsonLines: Array(#"{"at":0,"type":"painted","seq":1}"#.utf8))
        let played = PlayedSection(answers: [.state(state), .confirmed(1)], picture: picture)
        return JudgedSection(trace.sections[0], played, by: ExpectedFrames(table))
    }

    private func picture(exact: Bool) -> PlayedSection.Picture {
        .shown(TraceReport.Picture(exact: exact, frame: 6, latency: 2, decoded: 5))
    }

    @Test func `finds nothing wrong with the right frame and its picture`() throws {
        let section = try judged(.at(0.75, frame: 7, pts: 280), picture(exact: true))
        #expect(section.faults.isEmpty && section.error == 0 && section.errors == [0])
    }

    @Test func `names the frame that it should have been`() throws {
        let section = try judged(.at(0.65, frame: 7, pts: 280), .notOwed)
        #expect(section.faults == ["state 1: frame 7 instead of 6, 40 ticks off"])
        #expect(section.error == 40 && section.shown == nil)
    }

    @Test(arguments: [Int64.min, .max])
    func `a time beyond all others is as far off as can be said`(_ pts: Int64) throws {
        let section = try judged(.at(0.75, frame: 7, pts: pts), .notOwed)
        #expect(section.error == (pts < 0 ? .min : .max - 280))
        #expect(section.faults.count == 1)
    }

    @Test func `names a picture that is wrong or missing`() throws {
        let state = StateMessage.at(0.75, frame: 7, pts: 280)
        #expect(try judged(state, picture(exact: false)).faults == ["picture: frame 6 came"])
        #expect(try judged(state, .missing("none")).faults == ["picture: none"])
    }

    @Test func `sums up`() throws {
        let right = try judged(.at(0.75, frame: 7, pts: 280), picture(exact: true))
        let wrong = try judged(.at(0.75, frame: 5, pts: 200), picture(exact: false))
        let missing = try judged(.at(0.75, frame: 7, pts: 280), .missing("none"))
        let traces = [
            JudgedTrace(name: "a", sections: [right, right]),
            JudgedTrace(name: "b", sections: [right, wrong, missing]),
        ]
        let sum = TraceReport.Summary(traces)
        #expect((sum.traces, sum.gestures, sum.states, sum.failures) == (2, 5, 5, 2))
        #expect((sum.wrong, sum.error) == (1, -80))
        #expect((sum.pictures, sum.exact, sum.decoded) == (5, 3, 20))
        #expect((sum.median, sum.slowest) == (2, 2))
        #expect(traces.map(\.firstFault) == [nil, "b, settings: \(wrong.faults[0])"])
    }
}
