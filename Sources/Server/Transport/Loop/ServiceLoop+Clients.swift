import CWebSockets

/// Coming and going of clients.
extension ServiceLoop {
    /// Connections that may be open, well below where the process runs out of descriptors.
    var capacity: Int {
        min(settings.limits.connections, max(1, Peer.descriptorLimit - 64))
    }

    /// Takes the clients that wait.
    func accept() {
        while let listener {
            switch listener.accept() {
            case .connection(let descriptor): admit(Peer(descriptor: descriptor))
            case .none: return
            case .exhausted:
                // Trying again at once would only burn the processor; the tick resumes.
                acceptor?.pause()
                return
            }
        }
    }

    private func admit(_ peer: Peer) {
        guard connections.count < capacity else { return peer.turnAway(with: Self.full) }
        guard takes(peer, at: .now) else { return peer.turnAway(with: Self.tooOften) }
        let connection = connections.insert { Connection(slot: $0, peer: peer) }
        var place = lws_adopt_desc_t()
        place.vh = context?.vhost
        place.type = lws_adoption_type(LWS_ADOPT_SOCKET.rawValue | LWS_ADOPT_HTTP.rawValue)
        place.fd.sockfd = peer.descriptor
        place.opaque = UnsafeMutableRawPointer(bitPattern: connection.slot.index + 1)
        // libwebsockets owns the descriptor from here on, even when it fails.
        if lws_adopt_descriptor_vhost_via_info(&place) == nil {
            connections.remove(connection.slot)
        }
    }

    private static let full = unavailable(
        "the server has as many connections as it takes; try again shortly"
    )

    private static let tooOften = unavailable(
        "your address has connected too often of late; try again shortly"
    )

    private static func unavailable(_ detail: String) -> [UInt8] {
        let response = Response.problem(
            503,
            title: "Service Unavailable",
            detail: detail,
            headers: [("retry-after", "1")]
        )
        guard case .bytes(let body) = response.body else { return [] }
        return ResponseHead(response, closes: true).bytes + body
    }

    /// Looks for what libwebsockets does not notice.
    func inspect(_ connection: Connection, at now: ContinuousClock.Instant) {
        if let deadline = connection.deadline, now >= deadline { return kill(connection) }
        switch connection.phase {
        case .exchange(let exchange, var pace):
            guard let wsi = connection.wsi, !hasLeft(exchange, on: wsi) else { return }
            // While a request is answered libwebsockets does not read. On what it would find,
            // that the client has gone or sends more, it spins, and its timers stand still.
            let isTooSlow = exchange.isAnswered && pace.isTooSlow(at: now)
            if isTooSlow || connection.peer.sound != .silent { return kill(connection) }
            connection.phase = .exchange(exchange, pace)
        case .socket(let socket):
            if socket.farewell == nil { inspect(socket, of: connection, at: now) }
        case .idle, .body, .refused, .over: break
        }
    }

    private func inspect(
        _ socket: Connection.Socket,
        of connection: Connection,
        at now: ContinuousClock.Instant
    ) {
        if socket.hold != nil { return reconsider(socket, of: connection, at: now) }
        socket.pushing = nil
        if let began = socket.reassembly.began, now - began > settings.limits.messageTime {
            close(connection, code: .policyViolation, reason: "the message takes too long")
        }
    }

    /// Closes the connection without a word.
    ///
    /// Only the tick does this, outside of any callback.
    func kill(_ connection: Connection) {
        guard let wsi = connection.wsi else { return }
        // With output left libwebsockets would wait for the client, unless its next write fails.
        connection.peer.shut()
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC)
    }

    /// Serves on for a while, so that those who send clients here notice first.
    func drain(at now: ContinuousClock.Instant) {
        drainEnds = drainEnds ?? now + settings.limits.drainTime
        if waker.isHurried || drainEnds.map({ now >= $0 }) ?? false { sayFarewell(at: now) }
    }

    /// Starts, continues or ends the farewell to the clients, tick by tick.
    func sayFarewell(at now: ContinuousClock.Instant) {
        if farewellEnds == nil {
            farewellEnds = now + settings.limits.farewellTime
            acceptor = nil
            listener = nil
            for connection in connections.tenants { sendOff(connection) }
        }
        let isOver = farewellEnds.map { now >= $0 } ?? false
        if isOver || connections.tenants.allSatisfy(\.isIdle) { context?.stop() }
    }

    private func sendOff(_ connection: Connection) {
        switch connection.phase {
        case .socket: close(connection, code: .goingAway, reason: "server going away")
        case .exchange(var exchange, let pace):
            exchange.keepsAlive = false
            connection.phase = .exchange(exchange, pace)
        case .idle, .body, .refused, .over: kill(connection)
        }
    }
}
