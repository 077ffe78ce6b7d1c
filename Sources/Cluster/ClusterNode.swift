/// This server as one of several that share a Redis: the one connection, and what goes over it.
///
/// Belongs to the loop's thread.
package final class ClusterNode {
    /// What the operator is told of.
    package enum Report: Equatable, Sendable {
        /// Redis is there, and servers hear each other.
        case found
        /// It is not, and they do not.
        case lost(reason: String)
    }

    /// The number of this server among those that share a Redis, 1 to 65535.
    package let number: UInt16
    /// The rooms that members on several servers are in.
    package let rooms: RoomExchange
    /// The marks of the media that several servers serve.
    package let marks: MarkExchange
    /// The sessions that go on at whichever server their clients come to.
    package let sessions: SessionExchange
    /// The other servers.
    package let presence: NodePresence
    private let link: RedisLink
    private let report: (Report) -> Void

    /// Connects with the first tick.
    ///
    /// - Throws: ``ClusterError/noAuthorities(file:)``.
    package init(
        _ settings: ClusterSettings,
        watch: @escaping MakeWatch,
        report: @escaping (Report) -> Void
    ) throws(ClusterError) {
        number = .random(in: 1...(.max))
        self.report = report
        let keys = RoomKeys(prefix: settings.prefix)
        let trial = ".\(number)"
        // What is done to marks and sessions is done to rooms as well.
        link = try RedisLink(
            settings,
            permissionChecks: { RoomExchange.permissionChecks(keys, in: trial, attempt: $0) },
            trialChannel: keys.channel(trial),
            watch: watch
        )
        rooms = RoomExchange(node: number, keys, over: link)
        marks = MarkExchange(MarkKeys(prefix: settings.prefix), over: link)
        let sessionKeys = SessionKeys(prefix: settings.prefix)
        sessions = SessionExchange(sessionKeys, on: number, over: link)
        presence = NodePresence(NodeKeys(prefix: settings.prefix), number: number, over: link)
        link.told = { [unowned self] in happened($0) }
    }

    /// What is known of the connection.
    package var counts: ClusterCounts {
        var counts = link.counts
        guard counts.isConnected else { return counts }
        let nodes = presence.all
        counts.nodes = nodes.count
        counts.draining = nodes.count { $0.isDraining }
        counts.clients = nodes.reduce(0) { $0 + $1.clients }
        return counts
    }

    /// Notes that a tenth of a second has passed.
    package func tick(at now: ContinuousClock.Instant) {
        link.tick(at: now)
        sessions.tick(at: now)
        presence.tick(at: now)
    }

    /// Ends the connection; nothing is done after this.
    package func finish() { link.close() }

    private func happened(_ event: RedisLink.Event) {
        switch event {
        case .ready:
            report(.found)
            marks.begin()
            sessions.begin()
            presence.begin()
        case .lost(let fault):
            rooms.end()
            marks.end()
            sessions.end()
            presence.end()
            report(.lost(reason: fault.reason))
        case .subscribed, .message:
            if !marks.take(event), !sessions.take(event), !presence.take(event) {
                rooms.take(event)
            }
        }
    }
}
