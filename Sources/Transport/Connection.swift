import Basics
import CWebSockets
import System

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
        /// Messages that wait for a turn to be handled in.
        var waiting: [[UInt8]] = []
        /// Whether so many wait that nothing is read from it.
        var isFull = false
        /// Whether the handler knows of it.
        var isOpen = false
        /// The close frame that is sent as soon as the socket is writable, or has been sent.
        var pendingClose: PendingClose?
        var hasSentClose = false
        /// The code of the client's close frame.
        var clientCode: CloseCode?
        /// The client's rate limit; `nil` for none.
        var bucket: TokenBucket?
        /// Why nothing is read from the client now.
        var hold: Hold?
        /// When the socket is closed unless it has said what it is for.
        var openDeadline: ContinuousClock.Instant?
        var signsOfLife = SignsOfLife()
        /// Since when more input has been waiting than a client that reads answers would have sent.
        var overfilledSince: ContinuousClock.Instant?

        /// How the socket ends, if it ends now.
        var end: SocketEnd {
            pendingClose.map { .closedByServer($0.code, reason: $0.reason) }
                ?? clientCode.map { .closedByClient($0) } ?? .lost
        }

        /// Whether it has said what it is for, is read from, and is not in the middle of a message.
        var isSettled: Bool { openDeadline == nil && hold == nil && reassembly.began == nil }

        init(_ limits: TransportLimits, at now: ContinuousClock.Instant) {
            openDeadline = now + limits.openTime
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
    /// Whether a proxy that is believed speaks for others here.
    let isOfProxy: Bool
    /// Whose limits count; `nil` when it has no address, or a proxy has not told of it.
    var client: PeerAddress?
    /// libwebsockets' connection, `nil` before and after its life.
    var wsi: OpaquePointer?
    var phase = Phase.idle
    var share = TurnShare()
    /// Whether it is among those that each tick checks.
    var isWatched = false
    var requests = 0
    /// When the connection is cut unconditionally.
    var deadline: ContinuousClock.Instant?
    /// Bytes received when the last request began, see `ServiceLoop.refusePipelining`.
    var bytesAtLastRequest: UInt64?

    /// Closes the connection after `time`, in which the client may receive what is still being sent.
    func end(within time: Duration) { deadline = deadline ?? .now + time }

    init(slot: Slot, peer: Peer, isOfProxy: Bool) {
        self.slot = slot
        self.peer = peer
        self.isOfProxy = isOfProxy
        client = isOfProxy ? nil : peer.address?.household
    }

    var socketID: SocketID { SocketID(connection: slot) }

    /// Whether there is nothing to check until something becomes of it.
    var isSettled: Bool {
        guard deadline == nil else { return false }
        return switch phase {
        case .exchange: false
        case .socket(let socket): socket.isSettled
        case .idle, .body, .refused, .over: true
        }
    }

    /// Whether nothing more is expected of the client but that it goes.
    var isEnding: Bool {
        switch phase {
        case .refused, .over: true
        case .idle, .body, .exchange, .socket: false
        }
    }

    /// Whether the server may stop without this client noticing.
    var isIdle: Bool {
        switch phase {
        case .idle, .refused, .over: true
        case .body, .exchange, .socket: false
        }
    }
}

/// Checking and ending connections.
extension ServiceLoop {
    /// Has the next tick check a connection that something becomes of: most of thousands are silent.
    func watch(_ connection: Connection) {
        guard !connection.isWatched else { return }
        connection.isWatched = true
        watched.append(connection.slot)
    }

    /// Checks the connections for which there is anything to check, and ends as many of those whose time
    /// is over as a turn may.
    func inspectWatched(at now: ContinuousClock.Instant) {
        let slots = watched
        watched.removeAll(keepingCapacity: true)
        var expired = 0
        for connection in slots.compactMap({ connections[$0] }) {
            connection.isWatched = false
            if connection.deadline.map({ now >= $0 }) ?? false {
                if expired < TurnQuota.clients { expire(connection) }
                expired += 1
            } else {
                inspect(connection, at: now)
            }
            if !connection.isSettled { watch(connection) }
        }
    }

    /// Checks, at each tick, for what libwebsockets does not notice.
    private func inspect(_ connection: Connection, at now: ContinuousClock.Instant) {
        switch connection.phase {
        case .exchange(let exchange, var rate):
            guard let wsi = connection.wsi, !hasLeft(exchange, on: wsi) else { return }
            // While a request is answered libwebsockets does not read. If the client disconnects or
            // sends more, it spins, and its timers stop.
            let isClients = exchange.isAnswered && !exchange.isWaiting
            let isTooSlow = isClients && rate.isTooSlow(at: now)
            if isTooSlow || connection.peer.socket.waitingInput != .none { return kill(connection) }
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
        if let deadline = socket.openDeadline, now >= deadline {
            return close(connection, code: .policyViolation, reason: "no open message has come")
        }
        if socket.hold != nil { return reconsider(socket, of: connection, at: now) }
        socket.overfilledSince = nil
        if let began = socket.reassembly.began, now - began > settings.limits.messageTime {
            close(connection, code: .policyViolation, reason: "the message takes too long")
        }
    }

    /// Ends a connection whose time is over; a request that still waits is told so.
    private func expire(_ connection: Connection) {
        guard case .exchange(let exchange, _) = connection.phase, !exchange.isAnswered,
            connection.wsi != nil
        else { return kill(connection) }
        handler?.abandoned(exchange.id)
        connection.deadline = nil
        tell(.late, on: connection)
        wantsToWrite(connection)
    }

    /// Closes the connection without a close frame or answer.
    ///
    /// Only the tick does this, outside of any callback.
    func kill(_ connection: Connection) {
        guard let wsi = connection.wsi else { return }
        // With output left libwebsockets would wait for the client, unless its next write fails.
        connection.peer.socket.shut()
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC)
    }

    /// Serves on for `drainTime`, so that load balancers notice first.
    func drain(at now: ContinuousClock.Instant) {
        drainDeadline = drainDeadline ?? now + settings.limits.drainTime
        if waker.isHurried || drainDeadline.map({ now >= $0 }) ?? false { letGo(at: now) }
    }

    /// Takes no more clients, and closes those there are once nothing more is to be done for them.
    private func letGo(at now: ContinuousClock.Instant) {
        acceptor = nil
        listener = nil
        goDeadline = goDeadline ?? now + settings.limits.closeTime
        let isTime = goDeadline.map { now >= $0 } ?? true
        if isTime || closeDeadline != nil || !(handler?.lettingGo(at: now) ?? false) {
            closeClients(at: now)
        }
    }

    /// Closes all clients on shutdown, tick by tick; after `closeTime` the rest is cut.
    func closeClients(at now: ContinuousClock.Instant) {
        if closeDeadline == nil {
            closeDeadline = now + settings.limits.closeTime
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
