import Dispatch
import Synchronization

/// Orders that wait for a worker: at most one for each client, first come first served.
///
/// A client's newer order takes the place of its older one, so no client can fill the queue and
/// none is passed over. Orders of a higher rank are served when none of a lower one waits.
final class WorkQueue<Client: Hashable & Sendable, Order: Sendable>: Sendable {
    private struct Entry {
        let client: Client
        var order: Order
        let rank: Int
    }

    private struct State {
        var waiting: [Entry] = []
        var isClosed = false

        func place(of client: Client) -> Int? { waiting.firstIndex { $0.client == client } }

        /// Takes the first of the lowest rank.
        mutating func takeFirst() -> Order? {
            let ranked = waiting.enumerated().min { $0.element.rank < $1.element.rank }
            return ranked.map { waiting.remove(at: $0.offset).order }
        }
    }

    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// How many orders wait.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Whether an order of a lower rank waits, which one of this rank should give way to.
    func isWaiting(before rank: Int) -> Bool {
        state.withLock { state in state.isClosed || state.waiting.contains { $0.rank < rank } }
    }

    /// Adds an order, or replaces the one by the same client that still waits.
    func post(_ order: Order, for client: Client, rank: Int = 0) {
        let isNew = state.withLock { state in
            if let place = state.place(of: client) {
                state.waiting[place].order = order
                return false
            }
            state.waiting.append(Entry(client: client, order: order, rank: rank))
            return true
        }
        if isNew { arrivals.signal() }
    }

    /// Puts an order back that gave way, unless its client has a newer one.
    func putBack(_ order: Order, for client: Client, rank: Int) {
        let isNewest = state.withLock { state in
            guard state.place(of: client) == nil else { return false }
            state.waiting.insert(Entry(client: client, order: order, rank: rank), at: 0)
            return true
        }
        if isNewest { arrivals.signal() }
    }

    /// Forgets what a client has ordered, if it still waits; returns whether it did.
    @discardableResult
    func withdraw(_ client: Client) -> Bool {
        state.withLock { state in
            guard let place = state.place(of: client) else { return false }
            state.waiting.remove(at: place)
            return true
        }
    }

    /// Waits for an order and takes it; `nil` once the queue is closed.
    ///
    /// For workers only.
    func next() -> Order? {
        while true {
            arrivals.wait()
            let (order, isClosed) = state.withLock { state in
                (state.takeFirst(), state.isClosed)
            }
            if isClosed {
                arrivals.signal()
                return nil
            }
            // A withdrawn order leaves its signal behind.
            if let order { return order }
        }
    }

    /// Sends all workers home.
    func close() {
        state.withLock { $0.isClosed = true }
        arrivals.signal()
    }
}
