/// Which hand of a crowd sends when, settled before the first message leaves.
///
/// Every hand sends at the same rate whatever comes back, so that a server that is slow is not
/// spared (no coordinated omission). The hands are spread over the time between two messages.
package struct LoadPlan: Equatable, Sendable {
    /// One message that is due.
    struct Departure: Equatable {
        let hand: Int
        /// Which message of the hand's it is, from 0.
        let number: Int
        let time: Duration
    }

    /// How many hands there are.
    package let hands: Int
    /// How many messages each of them sends.
    package let messages: Int
    /// How long it all takes.
    package let seconds: Int
    /// Messages a second of each hand.
    package let rate: Int
    /// When each hand sends its first message, in nanoseconds.
    private let offsets: [Int]
    /// The hands in the order of their first messages, which is that of all others.
    private let order: [Int]

    private static let second = 1_000_000_000

    /// Makes a plan; the generator places the hands.
    package init(
        hands: Int,
        rate: Int,
        seconds: Int,
        using generator: inout some RandomNumberGenerator
    ) {
        (self.hands, self.rate, self.seconds) = (hands, rate, seconds)
        messages = rate * seconds
        let offsets = (0..<hands).map { _ in
            Int.random(in: 0..<Self.second / rate, using: &generator)
        }
        self.offsets = offsets
        order = offsets.indices.sorted { offsets[$0] < offsets[$1] }
    }

    /// How many messages are sent by all.
    var count: Int { hands * messages }

    /// When the last hand has gone on for as long as it should.
    var end: Duration { .seconds(seconds) }

    /// The messages of all, in the order of their times.
    subscript(index: Int) -> Departure {
        let (number, place) = index.quotientAndRemainder(dividingBy: hands)
        let hand = order[place]
        return Departure(hand: hand, number: number, time: time(of: number, by: hand))
    }

    /// When a hand means to send one of its messages.
    func time(of number: Int, by hand: Int) -> Duration {
        .nanoseconds(offsets[hand] + number * Self.second / rate)
    }
}
