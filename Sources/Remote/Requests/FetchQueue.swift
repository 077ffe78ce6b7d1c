import Media
package import MediaWorkers
import Synchronization
import System

/// What comes of an order, in this order.
enum FetchNews: Sendable {
    /// The version that the bytes are of.
    case head(RemoteVersion)
    /// The next bytes.
    case bytes(ArraySlice<UInt8>)
    /// The files that are listed; nothing follows.
    case listed(FolderPage)
    /// All bytes have come.
    case end
    /// No more bytes come.
    case failed(RemoteFault)
}

/// The orders for the fetcher, which is started for the first and again after its end.
///
/// A thread talks to the process, and carries out orders again that have failed, if that may help.
/// Safe on every thread.
package final class FetchQueue: Sendable {
    /// What has been fetched so far.
    package struct Counts: Hashable, Sendable {
        /// Requests that were sent to servers, each attempt counted.
        package var requests = 0
        /// Bytes that came.
        package var bytes = 0
        /// Requests that were sent again after a failure.
        package var retries = 0
        /// Orders that have failed for good.
        package var failures = 0
        /// Processes that were started.
        package var started = 0

        package init() {}
    }

    typealias Receiver = @Sendable (FetchNews) -> Void

    private let inbox: FetchInbox
    private let counted: FetchCounter

    /// Starts the thread, which ends with this object, but no process yet.
    ///
    /// - Parameters:
    ///   - launch: How the process is started.
    ///   - log: Called when it has ended, and once if protections are lacking.
    package init(_ launch: WorkerLaunch, log: @escaping @Sendable (String) -> Void) {
        let (inbox, counted) = (FetchInbox(), FetchCounter())
        (self.inbox, self.counted) = (inbox, counted)
        WorkThread.start(named: "vernier-fetches") {
            var conversation = FetchConversation(launch, counted, log: log)
            while inbox.wait(for: &conversation) {}
        }
    }

    deinit { inbox.post { $0.isClosed = true } }

    /// What has been fetched so far.
    package var counts: Counts { counted.counts.withLock { $0 } }

    /// Has bytes fetched, and returns the order's number; `receive` is called on the thread.
    func fetch(_ order: FetchOrder, _ receive: @escaping Receiver) -> UInt64 {
        var order = order
        inbox.post { asks in
            asks.last += 1
            order.id = asks.last
            asks.orders.append((order, receive))
        }
        return order.id
    }

    /// Ends an order that nobody waits for any more, of which nothing is told from then on.
    func cancel(_ id: UInt64) { inbox.post { $0.cancelled.append(id) } }
}

/// The counts, which the thread adds to.
final class FetchCounter: Sendable {
    let counts = Mutex(FetchQueue.Counts())

    func count(_ change: (inout FetchQueue.Counts) -> Void) { counts.withLock { change(&$0) } }
}

/// What is asked of the thread, and the signal that wakes it.
private final class FetchInbox: Sendable {
    struct Asks {
        var last: UInt64 = 0
        var orders: [(FetchOrder, FetchQueue.Receiver)] = []
        var cancelled: [UInt64] = []
        var isClosed = false
    }

    private let asks = Mutex(Asks())
    private let signal: WakeupSignal

    init() { signal = WakeupSignal() }

    func post(_ add: (inout Asks) -> Void) {
        asks.withLock { add(&$0) }
        signal.send()
    }

    /// Hands over what was asked, and waits for more; `false` once this is closed.
    func wait(for conversation: inout FetchConversation) -> Bool {
        let asked = asks.withLock { asks in
            defer { (asks.orders, asks.cancelled) = ([], []) }
            return asks
        }
        guard !asked.isClosed else { return false }
        for (order, receiver) in asked.orders { conversation.take(order, receiver) }
        for id in asked.cancelled { conversation.cancel(id) }
        conversation.proceed()
        let isNew = asks.withLock { !$0.orders.isEmpty || !$0.cancelled.isEmpty }
        if !isNew { signal.wait(orFor: conversation.readable, atMost: conversation.pause) }
        signal.clear()
        return true
    }
}
