import Media
import MediaWorkers
import System

/// What the thread of a ``FetchQueue`` knows: the process, and the orders that it carries out or
/// that wait to be carried out again.
struct FetchConversation {
    private struct Item {
        var order: FetchOrder
        let receive: FetchQueue.Receiver
        var plan: RetryPlan
        /// When it is sent; `nil` while the process carries it out.
        var due: ContinuousClock.Instant?
        /// Bytes that have come: an order that goes on begins behind them.
        var received: Int64 = 0

        /// Whether all bytes have come.
        var isWhole: Bool { received > order.last - order.first }
    }

    private let launch: WorkerLaunch
    private let counter: FetchCounter
    private let log: @Sendable (String) -> Void
    private let lackingLog: LogOnce
    private var process: WorkerProcess?
    private var items: [UInt64: Item] = [:]
    /// The longest time until a process is ready, even on a busy machine.
    private static let startTime = Duration.seconds(20)
    /// The longest time in which the rest of a message comes.
    private static let messageTime = Duration.seconds(10)

    init(
        _ launch: WorkerLaunch,
        _ counter: FetchCounter,
        log: @escaping @Sendable (String) -> Void
    ) {
        (self.launch, self.counter, self.log) = (launch, counter, log)
        lackingLog = LogOnce(log)
    }

    /// What has something to read when the process has told something.
    var readable: Descriptor? { process?.channel.readable }

    /// How long until an order is to be sent; `nil` where none waits.
    var pause: Duration? {
        items.values.compactMap(\.due).min().map { max(.zero, $0 - .now) }
    }

    /// Takes a new order.
    mutating func take(_ order: FetchOrder, _ receive: @escaping FetchQueue.Receiver) {
        let now = ContinuousClock.now
        let due = now + order.delay
        items[order.id] = Item(order: order, receive: receive, plan: RetryPlan(at: due), due: due)
    }

    /// Ends an order.
    mutating func cancel(_ id: UInt64) {
        guard let item = items.removeValue(forKey: id), item.due == nil else { return }
        send(.cancel(id))
    }

    /// Sends what is due, and takes what the process has told.
    mutating func proceed() {
        let now = ContinuousClock.now
        for (id, item) in items where item.due.map({ $0 <= now }) ?? false { begin(id) }
        while let process, process.channel.isReady(by: .now) {
            do {
                let deadline = SuspendingClock.now + Self.messageTime
                take(try FetchAnswer(try process.channel.receive(by: deadline).bytes))
            } catch {
                lose()
            }
        }
    }

    private mutating func begin(_ id: UInt64) {
        if process == nil { start() }
        guard process != nil, let item = items[id] else { return fail(id, .lost, retryAfter: 0) }
        var order = item.order
        if order.extent == .whole {
            // Of which no rest can be asked for.
            items[id]?.received = 0
        } else {
            order.first += item.received
        }
        items[id]?.due = nil
        counter.count { $0.requests += 1 }
        send(.fetch(order))
    }

    private mutating func send(_ request: FetchRequest) {
        guard let process else { return }
        do throws(WorkerChannel.Failure) {
            try process.channel.send(request.bytes, by: .now + Self.messageTime)
        } catch {
            lose()
        }
    }

    private mutating func start() {
        guard let process = try? WorkerProcess(launch),
            let bytes = try? process.channel.receive(by: .now + Self.startTime).bytes,
            case .ready(let lacking)? = try? FetchAnswer(bytes)
        else { return log("the process that fetches media cannot be started") }
        counter.count { $0.started += 1 }
        if let notice = Sandbox.notice(media: "fetched", lacking: lacking) {
            lackingLog.report(notice)
        }
        self.process = process
    }

    /// The process has ended, or says what cannot be: what it was asked is asked again of another.
    private mutating func lose() {
        guard let process else { return }
        log("the process that fetches media \(process.describeEnd()); it is started anew")
        self.process = nil
        for (id, item) in items where item.due == nil { fail(id, .lost, retryAfter: 0) }
    }

    private mutating func take(_ answer: FetchAnswer) {
        switch answer {
        case .ready: break
        case .head(let id, let version): head(version, of: id)
        case .bytes(let id, let bytes): add(bytes, to: id)
        case .listed(let id, let page): items.removeValue(forKey: id)?.receive(.listed(page))
        case .end(let id): end(id)
        case .failed(let id, let fault, let seconds): fail(id, fault, retryAfter: seconds)
        }
    }

    private mutating func head(_ version: RemoteVersion, of id: UInt64) {
        guard let item = items[id] else { return }
        // What follows has to be of the same version.
        if item.order.version == nil { items[id]?.order.version = version }
        item.receive(.head(version))
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, to id: UInt64) {
        guard let item = items[id] else { return }
        let wanted = item.order.last - item.order.first + 1
        guard item.received + Int64(bytes.count) <= wanted else {
            return fail(id, .lying, retryAfter: 0)
        }
        counter.count { $0.bytes += bytes.count }
        items[id]?.received += Int64(bytes.count)
        item.receive(.bytes(bytes))
    }

    private mutating func end(_ id: UInt64) {
        items.removeValue(forKey: id)?.receive(.end)
    }

    private mutating func fail(_ id: UInt64, _ fault: RemoteFault, retryAfter seconds: Int) {
        guard var item = items[id] else { return }
        // The process may have ended before it could say so.
        if item.isWhole { return end(id) }
        let now = ContinuousClock.now
        guard let pause = item.plan.pause(after: fault, retryAfter: seconds, at: now) else {
            items[id] = nil
            counter.count { $0.failures += 1 }
            return item.receive(.failed(fault))
        }
        item.due = now + pause
        items[id] = item
        counter.count { $0.retries += 1 }
    }
}
