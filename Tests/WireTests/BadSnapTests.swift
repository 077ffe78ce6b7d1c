import Testing
import Wire

@Suite("Bad snaps")
struct BadSnapTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let snap: String
        let reason: String
        var testDescription: String { snap }

        init(_ snap: String, _ reason: String) {
            (self.snap, self.reason) = (snap, reason)
        }
    }

    static let kinds = """
        one of "none", "step", "count", "time", "frame", "keyframe", "chapter", "stops"
        """
    static let steps = "a number above 0 and below 1"
    static let counts = "a whole number in 1...\(Int.max)"
    static let places = "snap.stops: expected one or more ascending numbers in 0...1"

    @Test(arguments: [
        Example(#"{"to":"beat"}"#, #"snap.to: expected \#(kinds), got "beat""#),
        Example(#"{"to":"step"}"#, "snap.step: expected \(steps), got nothing"),
        Example(#"{"to":"step","step":0}"#, "snap.step: expected \(steps), got 0"),
        Example(#"{"to":"step","step":1}"#, "snap.step: expected \(steps), got 1"),
        Example(#"{"to":"count","count":0}"#, "snap.count: expected \(counts), got 0"),
        Example(#"{"to":"count","count":2.5}"#, "snap.count: expected \(counts), got 2.5"),
        Example(#"{"to":"time"}"#, "snap.seconds: expected a number above 0, got nothing"),
        Example(
            #"{"to":"time","seconds":0}"#,
            "snap.seconds: expected a number above 0, got 0"
        ),
        Example(
            #"{"to":"keyframe","rule":"first"}"#,
            #"snap.rule: expected one of "nearest", "before", "after", got "first""#
        ),
        Example(#"{"to":"stops"}"#, "\(places), got nothing"),
        Example(#"{"to":"stops","stops":[]}"#, "\(places), got an array"),
        Example(#"{"to":"stops","stops":[0.5,0.25]}"#, "\(places), got an array"),
        Example(#"{"to":"stops","stops":[0.5,0.5]}"#, "\(places), got an array"),
        Example(#"{"to":"stops","stops":[0.5,1.5]}"#, "\(places), got an array"),
        Example(#"{"to":"stops","stops":[0.5,"1"]}"#, "\(places), got an array"),
        Example(#"{"to":"stops","stops":0.5}"#, "\(places), got 0.5"),
        Example(
            #"{"to":"none","when":"later"}"#,
            #"snap.when: expected one of "live", "release", got "later""#
        ),
    ])
    func `are refused with the field at fault`(_ example: Example) {
        #expect(throws: WireError.invalidConfiguration(reason: example.reason, seq: 6)) {
            try ClientMessage(#"{"type":"configure","seq":6,"snap":\#(example.snap)}"#)
        }
    }
}
