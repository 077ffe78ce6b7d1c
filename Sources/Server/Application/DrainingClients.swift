import Cluster
import Scrubbing
import Transport

/// What becomes of clients as one of several servers stops: each is sent on to another.
///
/// Nothing more is taken of a client, then its session is given to the others, and once it is there
/// the socket is closed with what tells the client to resume at once. So nothing that was answered
/// is lost, and of what is sent meanwhile the client knows that it was not taken.
extension Application {
    /// Tells the other servers how this one is, and hears them.
    func tellOthers(at now: ContinuousClock.Instant) {
        guard let cluster = clients.cluster else { return }
        let state = NodeState(clients: clients.count, isDraining: stopper.isStopping)
        cluster.presence.note(state)
        cluster.tick(at: now)
    }

    package func lettingGo(at now: ContinuousClock.Instant) -> Bool {
        guard let sharing = clients.resumable.sharing, sharing.isConnected,
            clients.cluster?.presence.hasOther ?? false
        else { return false }
        let staying = clients.movable
        for socket in staying.prefix(sharing.room) {
            clients.give(socket, by: sharing, isLeaving: true)
        }
        return !clients.leaving.isEmpty || !staying.isEmpty
    }

    /// Closes the socket of a session that other servers have by now.
    func closeMoved(_ token: String) {
        guard let socket = clients.holder(of: token) else { return }
        loop.close(socket, code: .serviceRestart, reason: "resume at another server")
    }
}

extension SocketEnd {
    /// Whether its session goes on at another server.
    var isMove: Bool { if case .closedByServer(.serviceRestart, _) = self { true } else { false } }
}
