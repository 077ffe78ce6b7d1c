import ClipSupport
import ScrubModel
import Testing

@testable import Scrubbing
@testable import Server

@Suite("Target queries")
struct TargetQueryTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let query: [String: String]
        let frame: Int
        var testDescription: String { "\(query.sorted { $0.key < $1.key })" }
    }

    /// On 100 frames of 40 ms.
    static let cases = [
        Case(query: ["position": "0"], frame: 0),
        Case(query: ["position": "0.5"], frame: 50),
        Case(query: ["position": "5e-1"], frame: 50),
        Case(query: ["position": "1"], frame: 99),
        Case(query: ["time": "1.0"], frame: 25),
        Case(query: ["time": "4"], frame: 99),
        Case(query: ["frame": "99"], frame: 99),
        Case(query: ["timecode": "00:00:01:05"], frame: 30),
        Case(query: ["frame": "30", "snap": "none"], frame: 30),
        Case(query: ["position": "0.44", "snap": "count:4"], frame: 50),
        Case(query: ["position": "0.375", "snap": "count:4"], frame: 50),
        Case(query: ["position": "0.35", "snap": "step:0.3"], frame: 30),
        Case(query: ["position": "1", "snap": "step:0.3"], frame: 90),
        Case(query: ["frame": "60", "snap": "count:2"], frame: 50),
        Case(query: ["time": "3.9", "snap": "count:2"], frame: 99),
        Case(query: ["position": "0.4", "snap": "time:2"], frame: 50),
        Case(query: ["position": "0.251", "snap": "time:2"], frame: 50),
        Case(query: ["position": "0.25", "snap": "time:2"], frame: 0),
        Case(query: ["position": "0.999", "snap": "time:2"], frame: 99),
        Case(query: ["position": "0.378", "snap": "frame"], frame: 37),
        Case(query: ["position": "0.36", "snap": "keyframe"], frame: 40),
        Case(query: ["position": "0.35", "snap": "keyframe"], frame: 30),
        Case(query: ["frame": "39", "snap": "keyframe:before"], frame: 30),
        Case(query: ["frame": "31", "snap": "keyframe:after"], frame: 40),
        Case(query: ["frame": "40", "snap": "keyframe:after"], frame: 40),
        Case(query: ["frame": "93", "snap": "keyframe:after"], frame: 90),
        Case(query: ["frame": "33", "snap": "chapter"], frame: 33),
        Case(query: ["position": "0.5", "snap": "stops:0,0.25,1"], frame: 25),
        Case(query: ["position": "0.7", "snap": "stops:0,0.25,1"], frame: 99),
        Case(query: ["frame": "3", "unknown": "ignored"], frame: 3),
    ]

    @Test(arguments: cases)
    func `leads to the frame`(_ example: Case) throws {
        #expect(try TargetQuery(example.query).frame(in: .regular()) == example.frame)
    }

    @Test(arguments: [
        [:], ["snap": "none"], ["position": "0.5", "frame": "3"], ["time": "1", "timecode": "x"],
    ])
    func `exactly one place is needed`(_ query: [String: String]) {
        let expected = RequestError.badQuery("expected one of position, time, frame and timecode")
        #expect(throws: expected) { try TargetQuery(query) }
    }

    @Test(arguments: [
        ("position", "-0.01"), ("position", "1.01"), ("position", "nan"), ("position", "inf"),
        ("position", ""), ("position", "half"), ("position", "0,5"), ("time", "inf"),
        ("time", "nan"), ("time", "1s"), ("time", ""), ("frame", "-1"), ("frame", "1.5"),
        ("frame", ""), ("frame", "99999999999999999999"),
    ])
    func `an invalid number is refused with its name`(_ name: String, _ text: String) {
        let error = #expect(throws: RequestError.self) { try TargetQuery([name: text]) }
        guard case .badQuery(let words) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words.hasPrefix(name + ": expected"))
    }

    @Test(arguments: [
        "", "step", "step:", "step:0", "step:1", "step:-0.1", "step:nan", "step:0.1:2", "count",
        "count:0", "count:-3", "count:2.5", "none:1", "Step:0.1", "time",
        "time:0", "time:-1", "time:inf", "time:x", "frame:1", "keyframe:", "keyframe:first",
        "chapter:2", "stops", "stops:", "stops:0,", "stops:0.5,0.25", "stops:0,2", "stops:a",
    ])
    func `an invalid snap is refused`(_ text: String) {
        #expect(Snap.Stops(text: text) == nil)
        #expect(throws: RequestError.self) { try TargetQuery(["frame": "1", "snap": text]) }
    }

    @Test(arguments: [
        ["frame": "100"], ["time": "4.1"], ["time": "-1"], ["timecode": "00:00:04:00"],
        ["timecode": "tomorrow"],
    ])
    func `a place outside the media is an error`(_ query: [String: String]) throws {
        let query = try TargetQuery(query)
        #expect(throws: SessionError.self) { try query.frame(in: .regular()) }
    }
}
