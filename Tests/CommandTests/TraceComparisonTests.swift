import Testing
import Wire

@testable import vernier

@Suite("Comparing with a golden")
struct TraceComparisonTests {
    /// A drag of two moves between settings and a next gesture, which bear the last number.
    static let golden: [ServerMessage] = [
        .state(.at(0, seq: 0)), .state(.at(0.1, seq: 1)), .confirmed(1), .state(.at(0.2, seq: 2)),
        .state(.at(0.3, seq: 3)), .state(.at(0.4, seq: 3)), .state(.at(0.5, seq: 4)),
        .error(.invalidMessage, seq: 5), .state(.at(0.6, seq: 6)),
    ]

    private func difference(_ answers: [ServerMessage], owed: Set<UInt32>?) -> String? {
        var comparison = TraceComparison(Self.golden.compactMap(ExpectedAnswer.init), owed: owed)
        return comparison.difference(in: answers) ?? comparison.missing
    }

    private func without(_ indices: Int...) -> [ServerMessage] {
        Self.golden.indices.filter { !indices.contains($0) }.map { Self.golden[$0] }
    }

    @Test(arguments: [nil, [], [3, 6]] as [Set<UInt32>?])
    func `finds nothing in what was expected`(owed: Set<UInt32>?) {
        #expect(difference(Self.golden, owed: owed) == nil)
    }

    @Test func `lets a server skip what is superseded, and a model nothing`() {
        let skipped = without(0, 1, 3, 5, 6)
        #expect(difference(skipped, owed: [3, 6]) == nil)
        #expect(difference(skipped, owed: nil) == "state 0: seq: expected 0, got 3")
    }

    @Test func `lets a server send an error before a state that waits`() {
        var answers = Self.golden
        answers.swapAt(6, 7)
        #expect(difference(answers, owed: [3, 6]) == nil)
    }

    @Test(
        arguments: [
            (4, "state 3: position: expected 0.3, got 0.4"),
            (8, "state 6: expected, and never came"),
            (2, "confirmed: type: expected confirmed, got error"),
            (7, "error 5: expected, and never came"),
        ]
    )
    func `misses what a server always says`(index: Int, difference: String) {
        #expect(self.difference(without(index), owed: [3, 6]) == difference)
    }

    @Test func `finds what nobody expected`() {
        #expect(
            difference(Self.golden + [.confirmed(2)], owed: nil) == "confirmed: was not expected"
        )
    }

    @Test(
        arguments: [
            (.at(0.1.nextUp, seq: 1), "position: expected 0.1, got \(0.1.nextUp)"),
            (.at(0.1, seq: 1, frame: 8), "frame: expected 7, got 8"),
            (.at(0.1, seq: 1, pts: 281), "pts: expected 280, got 281"),
        ] as [(StateMessage, String)]
    )
    func `names the first field that differs, in any bit`(state: StateMessage, text: String) {
        var answers = Self.golden
        answers[1] = .state(state)
        #expect(difference(answers, owed: nil) == "state 1: " + text)
        #expect(difference(answers, owed: [3, 6]) == "state 1: " + text)
    }

    @Test func `stops at the first difference`() {
        var comparison = TraceComparison(Self.golden.compactMap(ExpectedAnswer.init), owed: nil)
        #expect(comparison.difference(in: [.confirmed(9)]) != nil)
        #expect(comparison.difference(in: [.confirmed(9)]) == nil && comparison.missing == nil)
    }
}
