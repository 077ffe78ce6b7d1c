/// When each of the dragging clients sends each message, fixed before the first one is sent.
///
/// Every client sends at the same rate whatever is answered, so that a slow server is measured
/// fully (no coordinated omission). The clients are spread over the time between two messages.
package struct LoadPlan: Equatable, Sendable {
    /// One message that is due.
    struct DueMessage: Equatable {
        let client: Int
        /// Which of the client's messages it is, from 0.
        let number: Int
        let time: Duration
    }

    /// Clients that drag.
    package let clients: Int
    /// Messages that each of them sends.
    package let messages: Int
    /// How long each of them sends.
    package let seconds: Int
    /// Messages per second of each client.
    package let rate: Int
    /// When each client sends its first message, in nanoseconds.
    private let offsets: [Int]
    /// The clients in the order of their first messages, which is the order of all later ones.
    private let order: [Int]

    private static let second = 1_000_000_000

    /// Makes a plan; the generator spreads the clients.
    package init(
        clients: Int,
        rate: Int,
        seconds: Int,
        using generator: inout some RandomNumberGenerator
    ) {
        (self.clients, self.rate, self.seconds) = (clients, rate, seconds)
        messages = rate * seconds
        let offsets = (0..<clients).map { _ in
            Int.random(in: 0..<Self.second / rate, using: &generator)
        }
        self.offsets = offsets
        order = offsets.indices.sorted { offsets[$0] < offsets[$1] }
    }

    /// Messages of all clients together.
    var count: Int { clients * messages }

    /// When the last client has sent for as long as it should.
    var end: Duration { .seconds(seconds) }

    /// The messages of all, in the order of their times.
    subscript(index: Int) -> DueMessage {
        let (number, turn) = index.quotientAndRemainder(dividingBy: clients)
        let client = order[turn]
        return DueMessage(client: client, number: number, time: time(of: number, by: client))
    }

    /// When a client is to send one of its messages.
    func time(of number: Int, by client: Int) -> Duration {
        .nanoseconds(offsets[client] + number * Self.second / rate)
    }
}
