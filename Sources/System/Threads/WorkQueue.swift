import Dispatch
import Synchronization

/// Jobs that wait for worker threads: at most one per requester, first come first served.
///
/// A requester's newer job replaces its older one, so no client can fill the queue and none is
/// passed over. Jobs of a higher rank are served when none of a lower rank waits. Safe on every
/// thread.
///
/// A worker thread takes jobs from such a queue and posts what comes of them, as a rule into a
/// ``Mailbox`` that the loop empties.
package final class WorkQueue<Requester: Hashable & Sendable, Job: Sendable>: Sendable {
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

    /// Creates an empty queue.
    package init() {}

    /// How many jobs wait.
    package var count: Int { state.withLock { $0.waiting.count } }

    /// Whether a job of a lower rank waits, to which a running one of this rank should yield.
    package func isWaiting(before rank: Int) -> Bool {
        state.withLock { state in state.isClosed || state.waiting.contains { $0.rank < rank } }
    }

    /// Whether a job that fulfils a condition waits.
    package func isWaiting(where fulfils: (Job) -> Bool) -> Bool {
        state.withLock { state in state.isClosed || state.waiting.contains { fulfils($0.job) } }
    }

    /// Takes the first job that fulfils a condition, whatever its rank; `nil` if none waits.
    package func take(where fulfils: (Job) -> Bool) -> Job? {
        state.withLock { state in
            let index = state.waiting.firstIndex { fulfils($0.job) }
            return index.map { state.waiting.remove(at: $0).job }
        }
    }

    /// Adds a job, or replaces the one of the same requester that still waits.
    package func post(_ job: Job, for requester: Requester, rank: Int = 0) {
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
    package func putBack(_ job: Job, for requester: Requester, rank: Int) {
        let isNewest = state.withLock { state in
            guard state.index(of: requester) == nil else { return false }
            state.waiting.insert(Entry(requester: requester, job: job, rank: rank), at: 0)
            return true
        }
        if isNewest { arrivals.signal() }
    }

    /// Removes a requester's job, if it still waits; returns whether it did.
    @discardableResult
    package func withdraw(_ requester: Requester) -> Bool {
        state.withLock { state in
            guard let index = state.index(of: requester) else { return false }
            state.waiting.remove(at: index)
            return true
        }
    }

    /// Waits for a job and takes it; `nil` once the queue is closed.
    ///
    /// Blocks; for worker threads only.
    package func next() -> Job? {
        while true {
            arrivals.wait()
            let (job, isClosed) = state.withLock { state in
                (state.takeFirst(), state.isClosed)
            }
            if isClosed {
                arrivals.signal()
                return nil
            }
            // A job that was withdrawn, or taken out of turn, leaves its signal behind.
            if let job { return job }
        }
    }

    /// Ends all worker threads that wait here, each after its current job.
    package func close() {
        state.withLock { $0.isClosed = true }
        arrivals.signal()
    }
}
