/// How a server is, as it tells the others.
package struct NodeState: Equatable, Sendable {
    /// How many sockets it has.
    package var clients: Int
    /// Whether it has been asked to stop.
    package var isDraining: Bool

    /// No server has more.
    static let mostClients = 1 << 24

    /// Describes a server.
    package init(clients: Int, isDraining: Bool) {
        (self.clients, self.isDraining) = (clients, isDraining)
    }
}

/// Which servers share a Redis: each tells the others how it is every two seconds, and one that has
/// not for some time is gone.
///
/// Belongs to the loop's thread.
package final class NodePresence {
    private let keys: NodeKeys
    private let number: UInt16
    private let link: RedisLink
    private var own = NodeState(clients: 0, isDraining: false)
    private var nextTelling = ContinuousClock.now
    private var others: [UInt16: (state: NodeState, until: ContinuousClock.Instant)] = [:]

    /// How often a server tells how it is.
    static let interval = Duration.seconds(2)
    /// How long that holds.
    static let life = Duration.seconds(7)
    /// Other servers that are known at most.
    static let limit = 1024

    init(_ keys: NodeKeys, number: UInt16, over link: RedisLink) {
        (self.keys, self.number, self.link) = (keys, number, link)
    }

    /// Notes how this server is; that it stops, the others are told at once.
    package func note(_ state: NodeState) {
        if state.isDraining, !own.isDraining { nextTelling = .now }
        own = state
    }

    /// Whether there is another server that takes clients.
    package var hasOther: Bool { others.values.contains { !$0.state.isDraining } }

    /// All servers that are known, this one included.
    var all: [NodeState] { others.values.map(\.state) + [own] }

    /// Notes that a tenth of a second has passed.
    func tick(at now: ContinuousClock.Instant) {
        if others.values.contains(where: { $0.until <= now }) {
            others = others.filter { $0.value.until > now }
        }
        guard link.isReady, now >= nextTelling else { return }
        nextTelling = now + Self.interval
        link.send(keys.tell(own, of: number, for: Self.life))
    }
}

// MARK: - What becomes of the connection

extension NodePresence {
    func begin() { link.subscribe(keys.channel) }

    func end() { others = [:] }

    /// Takes a message, or that the channel is heard from now on; false where it is another channel.
    func take(_ event: RedisLink.Event) -> Bool {
        switch event {
        case .subscribed(keys.channel): nextTelling = .now
        case .message(keys.channel, let bytes):
            guard let (node, state) = NodeKeys.news(bytes) else {
                link.noteFailure()
                return true
            }
            if node != number { hear(state, of: node, at: .now) }
        default: return false
        }
        return true
    }

    private func hear(_ state: NodeState, of node: UInt16, at now: ContinuousClock.Instant) {
        if others[node] == nil {
            guard others.count < Self.limit else { return }
            // It has just come, and does not know of this one.
            nextTelling = now
        }
        others[node] = (state, now + Self.life)
    }
}
