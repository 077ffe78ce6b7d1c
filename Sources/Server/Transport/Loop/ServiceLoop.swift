import CWebSockets

/// The server's one loop: accepts clients, speaks HTTP and WebSocket, and asks its
/// handler what to say.
///
/// Not `Sendable`: everything belongs to the thread that calls ``run(_:)``. Other threads
/// reach it through ``waker`` alone.
package final class ServiceLoop {
    /// The port that clients connect to; 0 when they connect to a file.
    package let port: Int

    package let waker = Waker()

    let settings: ListenSettings
    /// Who is answered; tokens may change while the loop runs.
    var rules: AccessRules
    /// Listens until the server stops, so that clients then know at once.
    var listener: Listener?
    var connections = SlotTable<Connection>()
    var handler: (any LoopHandler)?
    var context: ServiceContext?
    var acceptor: LoopReader?
    /// The socket that may be written to during the callback under way.
    var writing: Connection?
    /// Whether the last write to ``writing`` failed.
    var hasWriteFailed = false
    var outbox = Outbox()
    /// What all sockets of an address together may send.
    var messageBudgets: AddressBudgets
    /// How often an address may connect.
    var arrivalBudgets: AddressBudgets
    var floods = FloodCounts()
    /// When the server takes its leave of clients; `nil` until it has been asked to stop.
    var drainEnds: ContinuousClock.Instant?
    /// When the clients that have not said goodbye are cut off; `nil` until the server stops.
    var farewellEnds: ContinuousClock.Instant?

    /// Starts to listen; clients wait until ``run(_:)``.
    package init(_ settings: ListenSettings) throws(TransportError) {
        self.settings = settings
        messageBudgets = AddressBudgets(settings.limits.addressBucket)
        arrivalBudgets = AddressBudgets(settings.limits.arrivalBucket)
        let listener = try Listener(settings.address)
        self.listener = listener
        port = listener.port ?? 0
        rules = AccessRules(
            hosts: settings.allowedHosts,
            origins: settings.allowedOrigins,
            port: listener.port
        )
        TransportLog.send { settings.log(.complaint($0, $1)) }
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
        acceptor = LoopReader(listener.descriptor, on: context.loop) { [unowned self] in accept() }
        // The libev backend wakes up for no timer of libwebsockets by itself.
        let ticker = LoopTimer(every: 0.1, on: context.loop) { [unowned self] in tick() }
        withExtendedLifetime(ticker) { context.run() }
        acceptor = nil
        self.listener = nil
        waker.detach()
        context.destroy()
        self.context = nil
        self.handler = nil
    }

    func tick() {
        let now = ContinuousClock.now
        waker.beat()
        waker.cancelWait()
        acceptor?.resume()
        for connection in connections.tenants { inspect(connection, at: now) }
        messageBudgets.forget(at: now)
        arrivalBudgets.forget(at: now)
        handler?.ticked(at: now)
        if waker.isStopping { drain(at: now) }
    }

    /// Somebody called the waker; or it was the tick.
    func waitCancelled() {
        if waker.takeWake() { handler?.woken() }
    }

    /// Handles one event.
    ///
    /// A result other than 0 closes the connection.
    func handle(_ event: Event, of index: Int, wsi: OpaquePointer) -> CInt {
        guard let connection = connections[index] else { return -1 }
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
        case .received(let bytes): return receive(bytes, from: connection)
        case .writable: return write(to: connection)
        case .goodbye(let code): return note(code, from: connection)
        case .foreign: return -1
        case .destroyed: return forget(connection)
        }
    }

    private func write(to connection: Connection) -> CInt {
        switch connection.phase {
        case .exchange: writeExchange(of: connection)
        case .socket: writeSocket(connection)
        case .idle, .body, .refused: 0
        case .over: -1
        }
    }

    private func forget(_ connection: Connection) -> CInt {
        let phase = connection.phase
        connection.phase = .over
        connection.wsi = nil
        connections.remove(connection.slot)
        switch phase {
        case .exchange(let exchange, _):
            if !exchange.isAnswered { handler?.abandoned(exchange.id) }
        case .socket(let socket): handler?.closed(connection.socketID, socket.end)
        case .idle, .body, .refused, .over: break
        }
        return 0
    }
}

@available(*, unavailable)
extension ServiceLoop: Sendable {}
