import Dispatch
import Synchronization

/// Jobs that wait for worker threads: at most one per requester, first come first served.
///
/// A requester's newer job replaces its older one, so no client can fill the queue and none is
/// passed over. Jobs of a higher rank are served when none of a lower rank waits. Safe on every
/// thread.
///
/// The module's threads are ``DecodeWorker``, ``IndexWorker``, ``TileWorker``, ``PreviewWriter``,
/// `MarksService` and `ExportWorker`: each takes jobs from such a queue and posts a ``JobResult``
/// into a ``Mailbox`` that the loop empties.
final class WorkQueue<Requester: Hashable & Sendable, Job: Sendable>: Sendable {
    private struct Entry {
        let requester: Requester
        var job: Job
        let rank: Int
    }

    private struct State {
        var waiting: [Entry] = []
        var isClosed = false

        func index(of requester: Requester) -> Int? {
            waiting.firstIndex { $0.requester == requester }
        }

        /// Takes the first of the lowest rank.
        mutating func takeFirst() -> Job? {
            let ranked = waiting.enumerated().min { $0.element.rank < $1.element.rank }
            return ranked.map { waiting.remove(at: $0.offset).job }
        }
    }

    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// How many jobs wait.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Whether a job of a lower rank waits, to which a running one of this rank should yield.
    func isWaiting(before rank: Int) -> Bool {
        state.withLock { state in state.isClosed || state.waiting.contains { $0.rank < rank } }
    }

    /// Adds a job, or replaces the one of the same requester that still waits.
    func post(_ job: Job, for requester: Requester, rank: Int = 0) {
        let isNew = state.withLock { state in
            if let index = state.index(of: requester) {
                state.waiting[index].job = job
                return false
            }
            state.waiting.append(Entry(requester: requester, job: job, rank: rank))
            return true
        }
        if isNew { arrivals.signal() }
    }

    /// Puts a job back that yielded, unless its requester has a newer one.
    func putBack(_ job: Job, for requester: Requester, rank: Int) {
        let isNewest = state.withLock { state in
            guard state.index(of: requester) == nil else { return false }
            state.waiting.insert(Entry(requester: requester, job: job, rank: rank), at: 0)
            return true
        }
        if isNewest { arrivals.signal() }
    }

    /// Removes a requester's job, if it still waits; returns whether it did.
    @discardableResult
    func withdraw(_ requester: Requester) -> Bool {
        state.withLock { state in
            guard let index = state.index(of: requester) else { return false }
            state.waiting.remove(at: index)
            return true
        }
    }

    /// Waits for a job and takes it; `nil` once the queue is closed.
    ///
    /// Blocks; for worker threads only.
    func next() -> Job? {
        while true {
            arrivals.wait()
            let (job, isClosed) = state.withLock { state in
                (state.takeFirst(), state.isClosed)
            }
            if isClosed {
                arrivals.signal()
                return nil
            }
            // A job that was withdrawn leaves its signal behind.
            if let job { return job }
        }
    }

    /// Ends all worker threads that wait here, each after its current job.
    func close() {
        state.withLock { $0.isClosed = true }
        arrivals.signal()
    }
}

/// Messages from any thread to one reader, such as ``JobResult`` from the workers to the loop.
final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let wake: @Sendable () -> Void

    /// Creates a mailbox whose reader is woken by `wake`, from the writer's thread.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Adds a message; safe on every thread.
    func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        wake()
    }

    /// Takes everything that has arrived, oldest first.
    func drain() -> [Message] {
        messages.withLock { messages in
            defer { messages.removeAll(keepingCapacity: true) }
            return messages
        }
    }
}

/// A flag that tells a worker that its result is no longer wanted.
///
/// Safe on every thread.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Whether the result is no longer wanted.
    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Tells the worker to stop at the next opportunity.
    func cancel() { flag.store(true, ordering: .relaxed) }
}
