import Basics
import CWebSockets
package import System

// Transport: HTTP and WebSocket over libwebsockets, as a server and as a client; the only user of
// that library. It moves bytes, keeps the limits, and refuses what is not as it must be.
//
// `Server` makes a `ServiceLoop` from `ListenSettings` and calls `run(_:)` with a `LoopHandler`,
// which is called on that thread alone. Other threads reach the loop through its `Waker`.
// `SocketClient` and `ClientLink` are the client's side, for `vernier replay` and load tests.

/// The server's event loop: accepts clients, speaks HTTP and WebSocket, and calls its handler.
///
/// Its methods are in `Connection.swift` (accepting and ending), `HTTPService.swift`,
/// `WebSocketService.swift`, `WaitingMessages.swift`, `TurnQuota.swift` and `RateLimits.swift`.
///
/// Not `Sendable`: everything belongs to the thread that calls ``run(_:)``. Other threads
/// reach it through ``waker`` alone.
package final class ServiceLoop {
    /// The port that clients connect to; 0 when they connect to a file.
    package let port: Int

    /// What tells the server from others on this machine: its port, or the path of its socket.
    package let place: String

    package let waker = Waker()

    let settings: ListenSettings
    /// Which requests are admitted; tokens may change while the loop runs.
    package var rules: AccessRules
    /// Listens until the server stops; clients then see at once that it does.
    var listener: Listener?
    var connections = SlotTable<Connection>()
    /// The connections that the next tick checks.
    var watched: [Slot] = []
    /// How many clients are connected.
    package var connectionCount: Int { connections.count }
    /// How many of them have a socket, those included that are only told to come later.
    var socketCount = 0
    var handler: (any LoopHandler)?
    var context: ServiceContext?
    var acceptor: LoopWatcher?
    /// The socket that may be written to during the callback under way.
    var writing: Connection?
    /// Whether the last write to ``writing`` failed.
    var hasWriteFailed = false
    var sendQueue = SendBuffer()
    var quota = TurnQuota()
    var active = ActiveConnections()
    /// Sockets of which messages wait for a turn to be handled in.
    var waiters: [Slot] = []
    /// Connections that wait for a turn to be written to in.
    var writers: [Slot] = []
    /// What all sockets of an address together may send.
    var messageBudgets: AddressBudgets
    /// How often an address may connect.
    var arrivalBudgets: AddressBudgets
    /// How many connections an address has.
    var addressCounts: AddressCounts
    package var floods = FloodCounts()
    var pings: Pings
    /// When clients are closed after a drain; `nil` until the server has been asked to stop.
    var drainDeadline: ContinuousClock.Instant?
    /// When nothing more is done for clients; `nil` until the server takes no more of them.
    var goDeadline: ContinuousClock.Instant?
    /// When clients that have not closed are cut off; `nil` until the server closes them.
    var closeDeadline: ContinuousClock.Instant?

    /// Starts to listen; clients wait until ``run(_:)``.
    package init(_ settings: ListenSettings) throws(TransportError) {
        self.settings = settings
        messageBudgets = AddressBudgets(settings.limits.addressBucket)
        arrivalBudgets = AddressBudgets(settings.limits.arrivalBucket)
        addressCounts = AddressCounts(limit: settings.limits.connectionsPerAddress)
        pings = Pings(every: settings.limits.pingInterval)
        let listener = try Listener(settings.address)
        self.listener = listener
        port = listener.port ?? 0
        place = listener.place
        let (hosts, origins) = (settings.allowedHosts, settings.allowedOrigins)
        rules = AccessRules(hosts: hosts, origins: origins, port: listener.port)
        TransportLog.send(to: settings.log)
        let context = try ServiceContext(target: self, callback: serviceCallback)
        self.context = context
        if let pointer = context.pointer { waker.attach(pointer) }
    }

    deinit { waker.detach() }

    /// Serves until ``Waker/stop()``, on the calling thread.
    ///
    /// A loop runs once.
    package func run(_ handler: any LoopHandler) {
        guard let context, let listener else { return }
        self.handler = handler
        acceptor = LoopWatcher(listener.descriptor, on: context.loop) { [unowned self] in accept() }
        // The libev backend wakes up for no timer of libwebsockets by itself.
        let ticker = LoopTimer(every: 0.1, on: context.loop) { [unowned self] in tick() }
        let clock = TurnClock(on: context.loop) { [unowned self] in endTurn(after: $0) }
        withExtendedLifetime((ticker, clock)) { context.run() }
        acceptor = nil
        self.listener = nil
        waker.detach()
        context.destroy()
        self.context = nil
        self.handler = nil
    }

    /// Watches a descriptor of somebody else's on the loop; `nil` once the loop has ended.
    ///
    /// What is returned may outlive the loop; it then watches nothing.
    package func watch(
        _ descriptor: Descriptor,
        until readiness: Descriptor.Readiness,
        _ action: @escaping () -> Void
    ) -> LoopWatcher? {
        guard let context else { return nil }
        return LoopWatcher(descriptor, until: readiness, on: context.loop) {
            withExtendedLifetime(context) { action() }
        }
    }

    /// An alarm on the loop, which may outlive it; `nil` once the loop has ended.
    package func alarm(_ action: @escaping () -> Void) -> LoopAlarm? {
        guard let context else { return nil }
        return LoopAlarm(on: context.loop) { withExtendedLifetime(context) { action() } }
    }

    func tick() {
        let now = ContinuousClock.now
        waker.beat()
        context?.cancelWait()
        if quota.round == nil { acceptor?.resume() }
        active.tick(in: quota.turn, of: connections)
        inspectWatched(at: now)
        lookForLostClients(at: now)
        messageBudgets.forget(at: now)
        arrivalBudgets.forget(at: now)
        handler?.ticked(at: now)
        if waker.isStopping { drain(at: now) }
    }

    /// Called after ``Waker/wake()``, and by the tick.
    func waitCancelled() {
        if waker.takeWake() { handler?.woken() }
    }

    /// Handles one event.
    ///
    /// A result other than 0 closes the connection.
    func handle(_ event: ServiceEvent, of index: Int, wsi: OpaquePointer) -> CInt {
        guard let connection = connections[index] else { return -1 }
        watch(connection)
        let now = ContinuousClock.now
        if event.isOfClient { serve(connection, event, at: now) }
        switch event {
        case .adopted:
            connection.wsi = wsi
            return 0
        case .request: return beginExchange(on: connection)
        case .body(let bytes): return receiveBody(bytes, on: connection)
        case .bodyEnd: return endBody(on: connection)
        case .upgrade: return guardUpgrade(of: connection)
        case .upgradeHeaders(let place): return addHeaders(at: place)
        case .opened: return open(connection)
        case .received(let bytes): return receive(bytes, from: connection, at: now)
        case .writable: return write(to: connection, at: now)
        case .pong: return notePong(from: connection)
        case .closeFrame(let code): return note(code, from: connection)
        case .foreign: return -1
        case .destroyed: return forget(connection)
        }
    }

    private func write(to connection: Connection, at now: ContinuousClock.Instant) -> CInt {
        connection.share.asked = -1
        guard quota.admitsWrite(at: now) else {
            wantsToWrite(connection)
            return 0
        }
        return switch connection.phase {
        case .exchange: writeExchange(of: connection)
        case .socket: writeSocket(connection)
        case .body: passBody(on: connection)
        case .idle, .refused: 0
        case .over: -1
        }
    }

    private func forget(_ connection: Connection) -> CInt {
        connection.wsi = nil
        let phase = connection.phase
        if case .socket(let socket) = phase { handleWaitingMessages(of: socket, on: connection) }
        connection.phase = .over
        remove(connection)
        switch phase {
        case .exchange(let exchange, _):
            if !exchange.isAnswered { handler?.abandoned(exchange.id) }
        case .socket(let socket):
            socketCount -= 1
            if socket.isOpen { handler?.closed(connection.socketID, socket.end) }
        case .idle, .body, .refused, .over: break
        }
        return 0
    }
}

@available(*, unavailable)
extension ServiceLoop: Sendable {}
