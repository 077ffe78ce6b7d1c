import Basics
import CWebSockets

/// The state of one client's connection: idle, an HTTP exchange, or a WebSocket.
///
/// libwebsockets keeps the slot's index as the connection's user data.
final class Connection {
    /// The large cases are indirect, because sockets are looked at far more often.
    enum Phase {
        /// Between requests.
        case idle
        /// A request is coming in.
        indirect case body(RequestBody)
        /// A request waits for its answer, or the answer is being sent.
        indirect case exchange(HTTPExchange, TransferRate)
        case socket(Socket)
        /// A request has been refused, and its body is still coming in.
        case refused
        /// Nothing is expected but the end of the connection.
        case over
    }

    /// A class, so that a message grows in place.
    final class Socket {
        var reassembly: Reassembly
        /// The close frame that is sent as soon as the socket is writable, or has been sent.
        var pendingClose: PendingClose?
        var hasSentClose = false
        /// The code of the client's close frame.
        var clientCode: CloseCode?
        /// The client's rate limit; `nil` for none.
        var bucket: TokenBucket?
        /// Why nothing is read from the client now.
        var hold: Hold?
        /// Since when more input has been waiting than a client that reads answers would have sent.
        var overfilledSince: ContinuousClock.Instant?

        /// How the socket ends, if it ends now.
        var end: SocketEnd {
            pendingClose.map { .closedByServer($0.code, reason: $0.reason) }
                ?? clientCode.map { .closedByClient($0) } ?? .lost
        }

        init(_ limits: TransportLimits, at now: ContinuousClock.Instant) {
            bucket = limits.socketBucket.map { TokenBucket($0, at: now) }
            reassembly = Reassembly(
                byteLimit: limits.messageBytes,
                fragmentLimit: limits.fragments
            )
        }
    }

    /// Whose rate limit is exceeded.
    enum Hold {
        case itself
        /// All clients of its address together.
        case others
    }

    struct PendingClose {
        let code: CloseCode
        var reason = ""
    }

    let slot: Slot
    let peer: Peer
    /// libwebsockets' connection, `nil` before and after its life.
    var wsi: OpaquePointer?
    var phase = Phase.idle
    var requests = 0
    /// When the connection is cut unconditionally.
    var deadline: ContinuousClock.Instant?
    /// Bytes received when the last request began, see `ServiceLoop.refusePipelining`.
    var bytesAtLastRequest: UInt64?

    /// Closes the connection after `time`, in which the client may receive what is still being sent.
    func end(within time: Duration) { deadline = deadline ?? .now + time }

    init(slot: Slot, peer: Peer) {
        self.slot = slot
        self.peer = peer
    }

    var socketID: SocketID { SocketID(connection: slot) }

    /// Whether the server may stop without this client noticing.
    var isIdle: Bool {
        switch phase {
        case .idle, .refused, .over: true
        case .body, .exchange, .socket: false
        }
    }
}

/// Accepting, checking and ending connections.
extension ServiceLoop {
    /// Connections that may be open, well below the process's limit of descriptors.
    package var capacity: Int {
        min(settings.limits.connections, max(1, Peer.descriptorLimit - 64))
    }

    /// Accepts the clients that wait.
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
        guard connections.count < capacity else { return peer.refuse(with: Self.full) }
        guard takes(peer, at: .now) else { return peer.refuse(with: Self.tooOften) }
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

    /// Checks, at each tick, for what libwebsockets does not notice.
    func inspect(_ connection: Connection, at now: ContinuousClock.Instant) {
        if let deadline = connection.deadline, now >= deadline { return kill(connection) }
        switch connection.phase {
        case .exchange(let exchange, var rate):
            guard let wsi = connection.wsi, !hasLeft(exchange, on: wsi) else { return }
            // While a request is answered libwebsockets does not read. If the client disconnects or
            // sends more, it spins, and its timers stop.
            let isTooSlow = exchange.isAnswered && rate.isTooSlow(at: now)
            if isTooSlow || connection.peer.inputState != .idle { return kill(connection) }
            connection.phase = .exchange(exchange, rate)
        case .socket(let socket):
            if socket.pendingClose == nil { inspect(socket, of: connection, at: now) }
        case .idle, .body, .refused, .over: break
        }
    }

    private func inspect(
        _ socket: Connection.Socket,
        of connection: Connection,
        at now: ContinuousClock.Instant
    ) {
        if socket.hold != nil { return reconsider(socket, of: connection, at: now) }
        socket.overfilledSince = nil
        if let began = socket.reassembly.began, now - began > settings.limits.messageTime {
            close(connection, code: .policyViolation, reason: "the message takes too long")
        }
    }

    /// Closes the connection without a close frame or answer.
    ///
    /// Only the tick does this, outside of any callback.
    func kill(_ connection: Connection) {
        guard let wsi = connection.wsi else { return }
        // With output left libwebsockets would wait for the client, unless its next write fails.
        connection.peer.shut()
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC)
    }

    /// Serves on for `drainTime`, so that load balancers notice first.
    func drain(at now: ContinuousClock.Instant) {
        drainDeadline = drainDeadline ?? now + settings.limits.drainTime
        if waker.isHurried || drainDeadline.map({ now >= $0 }) ?? false { closeClients(at: now) }
    }

    /// Closes all clients on shutdown, tick by tick; after `closeTime` the rest is cut.
    func closeClients(at now: ContinuousClock.Instant) {
        if closeDeadline == nil {
            closeDeadline = now + settings.limits.closeTime
            acceptor = nil
            listener = nil
            for connection in connections.entries { closeForShutdown(connection) }
        }
        let isOver = closeDeadline.map { now >= $0 } ?? false
        if isOver || connections.entries.allSatisfy(\.isIdle) { context?.stop() }
    }

    private func closeForShutdown(_ connection: Connection) {
        switch connection.phase {
        case .socket: close(connection, code: .goingAway, reason: "server going away")
        case .exchange(var exchange, let rate):
            exchange.keepsAlive = false
            connection.phase = .exchange(exchange, rate)
        case .idle, .body, .refused, .over: kill(connection)
        }
    }
}
