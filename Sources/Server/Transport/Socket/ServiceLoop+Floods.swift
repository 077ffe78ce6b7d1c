import CWebSockets

/// Clients that send more than their share.
///
/// Nothing is read from them until they may send again; the kernel then holds them back, and who
/// waits for answers is only slowed down. Who fills the kernel's room for as long as it takes to
/// know that nobody waits there is sent away.
extension ServiceLoop {
    /// How often the server has met them.
    struct FloodCounts: Equatable {
        /// Times that a socket was held back.
        var holds = 0
        /// Sockets that were closed.
        var closed = 0
        /// Connections that were turned away.
        var turnedAway = 0
    }

    /// Counts a message, and reads no more for a while when it was one too many.
    func charge(_ bytes: Int, to connection: Connection, at now: ContinuousClock.Instant) {
        guard let wsi = connection.wsi, case .socket(let socket) = connection.phase,
            socket.farewell == nil
        else { return }
        let cost = TokenBucket.cost(ofBytes: bytes)
        let own = socket.bucket?.spend(cost, at: now) ?? .zero
        let shared = messageBudgets.spend(cost, of: connection.peer.address, at: now)
        guard own > .zero || shared > .zero, socket.hold == nil else { return }
        socket.hold = own > .zero ? .itself : .others
        floods.holds += 1
        lws_rx_flow_control(wsi, 0)
    }

    /// Reads on from a socket that was held back, or gives it up.
    func reconsider(
        _ socket: Connection.Socket,
        of connection: Connection,
        at now: ContinuousClock.Instant
    ) {
        let isPushing = socket.hold == .itself && connection.peer.bytesWaiting > Self.patientBytes
        socket.pushing = isPushing ? socket.pushing ?? now : nil
        if let since = socket.pushing, now - since >= settings.limits.floodTime {
            floods.closed += 1
            return close(connection, code: .policyViolation, reason: "too many messages")
        }
        let isOver = socket.bucket.map { $0.wait(at: now) > .zero } ?? false
        guard !isOver, messageBudgets.wait(of: connection.peer.address, at: now) == .zero else {
            return
        }
        readOn(socket, of: connection)
    }

    /// Lets a socket send again.
    func readOn(_ socket: Connection.Socket, of connection: Connection) {
        guard socket.hold != nil, let wsi = connection.wsi else { return }
        socket.hold = nil
        lws_rx_flow_control(wsi, 1)
    }

    /// Whether another connection of an address is taken.
    func takes(_ peer: Peer, at now: ContinuousClock.Instant) -> Bool {
        // Who is turned away spends nothing, or one who never rests would keep out its neighbours.
        guard arrivalBudgets.wait(of: peer.address, at: now) == .zero else {
            floods.turnedAway += 1
            return false
        }
        _ = arrivalBudgets.spend(1, of: peer.address, at: now)
        return true
    }

    /// Sockets that nothing is read from now.
    var heldSockets: Int {
        connections.tenants.count {
            if case .socket(let socket) = $0.phase { socket.hold != nil } else { false }
        }
    }

    /// What a client has on its way that waits for answers.
    private static var patientBytes: Int { 4096 }
}
