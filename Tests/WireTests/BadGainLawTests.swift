import Testing
import Wire

@Suite("Bad laws")
struct BadGainLawTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let law: String
        let reason: String
        var testDescription: String { law }

        init(_ law: String, _ reason: String) {
            (self.law, self.reason) = (law, reason)
        }
    }

    static let kinds = #"one of "quadratic", "linear", "tiered", "geometric", "flat""#
    static let floors = #"a number above 0 and at most 1, or "frame""#
    static let tiers = """
        law.tiers: expected 1...8 pairs [distance, gain], from distance 0 on upward, \
        with gains above 0 up to 1
        """

    @Test(arguments: [
        Example(#"{"kind":"cubic"}"#, #"law.kind: expected \#(kinds), got "cubic""#),
        Example(#""flat""#, #"law: expected an object, got "flat""#),
        Example("null", "law: expected an object, got null"),
        Example("{}", "law.kind: expected \(kinds), got nothing"),
        Example(
            #"{"kind":"quadratic","falloff":0}"#,
            "law.falloff: expected a number above 0, got 0"
        ),
        Example(#"{"kind":"quadratic","floor":1.5}"#, "law.floor: expected \(floors), got 1.5"),
        Example(#"{"kind":"linear","floor":0}"#, "law.floor: expected \(floors), got 0"),
        Example(
            #"{"kind":"geometric","floor":"Frame"}"#,
            #"law.floor: expected \#(floors), got "Frame""#
        ),
        Example(#"{"kind":"linear","reach":-1}"#, "law.reach: expected a number above 0, got -1"),
        Example(
            #"{"kind":"geometric","from":-1}"#,
            "law.from: expected a number, 0 or more, got -1"
        ),
        Example(
            #"{"kind":"geometric","reach":24}"#,
            "law.reach: expected a number above 24.0, got 24"
        ),
        Example(#"{"kind":"tiered","tiers":[]}"#, tiers),
        Example(#"{"kind":"tiered","tiers":[[1,1]]}"#, tiers),
        Example(#"{"kind":"tiered","tiers":[[0,1],[9,0.5],[8,0.2]]}"#, tiers),
        Example(#"{"kind":"tiered","tiers":[[0,1.5]]}"#, tiers),
        Example(
            #"{"kind":"tiered","tiers":[[0,1,2]]}"#,
            "law.tiers: expected pairs [distance, gain] of numbers, got an array"
        ),
        Example(
            #"{"kind":"tiered","tiers":7}"#,
            "law.tiers: expected pairs [distance, gain] of numbers, got 7"
        ),
        Example(
            #"{"kind":"tiered","hysteresis":-1}"#,
            "law.hysteresis: expected a number, 0 or more, got -1"
        ),
    ])
    func `are refused with the field at fault`(_ example: Example) {
        #expect(throws: WireError.invalidConfiguration(reason: example.reason, seq: 6)) {
            try ClientMessage(#"{"type":"configure","seq":6,"law":\#(example.law)}"#)
        }
    }
}
