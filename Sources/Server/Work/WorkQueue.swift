import Dispatch
import Synchronization

/// Orders that wait for a worker: at most one for each client, first come first served.
///
/// A client's newer order takes the place of its older one, so no client can fill the queue and
/// none is passed over.
final class WorkQueue<Client: Hashable & Sendable, Order: Sendable>: Sendable {
    private struct State {
        var waiting: [(client: Client, order: Order)] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Adds an order, or replaces the one by the same client that still waits.
    func post(_ order: Order, for client: Client) {
        let isNew = state.withLock { state in
            if let place = state.waiting.firstIndex(where: { $0.client == client }) {
                state.waiting[place].order = order
                return false
            }
            state.waiting.append((client, order))
            return true
        }
        if isNew { arrivals.signal() }
    }

    /// Forgets what a client has ordered, if it still waits.
    func withdraw(_ client: Client) {
        state.withLock { $0.waiting.removeAll { $0.client == client } }
    }

    /// Waits for an order and takes it; `nil` once the queue is closed.
    ///
    /// For workers only.
    func next() -> Order? {
        while true {
            arrivals.wait()
            let (order, isClosed) = state.withLock { state in
                let order = state.waiting.isEmpty ? nil : state.waiting.removeFirst().order
                return (order, state.isClosed)
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

/// A flag by which somebody lets a worker know that its result is no longer wanted.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Whether the result is no longer wanted.
    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Gives up; safe on every thread.
    func cancel() { flag.store(true, ordering: .relaxed) }
}
