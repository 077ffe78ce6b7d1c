/// Sessions that are given to other servers for when their clients come there, as bytes by token.
///
/// Whoever takes a session has it alone. Nobody waits for long: where there is no answer within a
/// second, there is none. Belongs to the loop's thread.
package final class SessionExchange {
    /// What has been heard.
    package enum Event: Equatable {
        /// This was kept of a session that was asked for; `nil` where nothing was, or nobody says.
        case found(token: String, [UInt8]?)
        /// A session that is to go on elsewhere is where other servers find it.
        case kept(token: String)
        /// Another server has taken a session.
        case taken(token: String)
    }

    private let keys: SessionKeys
    private let node: UInt16
    private let link: RedisLink
    /// When nobody waits any longer for each session that was asked for.
    private var awaited: [String: ContinuousClock.Instant] = [:]
    private var events: [Event] = []

    /// How long an answer is waited for.
    static let patience = Duration.seconds(1)
    /// Sessions that are asked for at a time at most.
    static let limit = 4096

    init(_ keys: SessionKeys, on node: UInt16, over link: RedisLink) {
        (self.keys, self.node, self.link) = (keys, node, link)
    }

    /// Takes what has been heard since the last time.
    package func takeEvents() -> [Event] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Whether there is a Redis to give sessions to.
    package var isConnected: Bool { link.isReady }

    /// Whether there is one, with little under way to it.
    package var isCalm: Bool { link.isReady && link.backlog < RoomExchange.calmBacklog }

    /// Keeps a session for some time, in place of what was kept of it before;
    /// ``Event/kept(token:)`` says so of one that is to go on elsewhere.
    package func keep(
        _ bytes: [UInt8],
        of token: String,
        for life: Duration,
        isLeaving: Bool = false
    ) {
        link.send(keys.keep(token, for: life), bytes) { [unowned self] _ in
            if isLeaving { events.append(.kept(token: token)) }
        }
    }

    /// Keeps a session no longer.
    package func drop(_ token: String) { link.send(keys.drop(token)) }

    /// Takes a session; ``Event/found(token:_:)`` answers, if this returns true.
    package func take(_ token: String, at now: ContinuousClock.Instant) -> Bool {
        guard link.isReady, SessionKeys.isToken(token), awaited.count < Self.limit else {
            return false
        }
        awaited[token] = now + Self.patience
        link.send(keys.take(token, on: node)) { [unowned self] reply in
            awaited[token] = nil
            switch reply {
            case .text(let bytes): events.append(.found(token: token, bytes))
            case .none: events.append(.found(token: token, nil))
            default: link.noteFailure()
            }
        }
        return true
    }
}

// MARK: - What becomes of the connection

extension SessionExchange {
    func begin() { link.subscribe(keys.channel) }

    func end() { giveUp { _ in true } }

    func tick(at now: ContinuousClock.Instant) { giveUp { $0 <= now } }

    private func giveUp(where isOver: (ContinuousClock.Instant) -> Bool) {
        for (token, deadline) in awaited where isOver(deadline) {
            awaited[token] = nil
            events.append(.found(token: token, nil))
        }
    }

    /// Takes a message, or that the channel is heard from now on; false where it is another channel.
    func take(_ event: RedisLink.Event) -> Bool {
        switch event {
        case .subscribed(keys.channel): return true
        case .message(keys.channel, let bytes):
            guard let news = SessionKeys.news(bytes) else {
                link.noteFailure()
                return true
            }
            if news.node != node { events.append(.taken(token: news.token)) }
            return true
        default: return false
        }
    }
}
