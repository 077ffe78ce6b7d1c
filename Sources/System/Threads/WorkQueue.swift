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
    /// A job that waits; one that replaces it has its number.
    private struct Entry {
        var job: Job
        let rank: Int
        let number: Int
    }

    /// A place in the order of a rank, without the job, which is released as soon as it is withdrawn.
    private struct Place {
        let requester: Requester
        let number: Int
    }

    /// The queue, in which nothing is searched for: thousands of clients may have jobs in it.
    private struct State {
        private var entries: [Requester: Entry] = [:]
        /// Who waits in each rank, in order, and some who do so no more.
        private var ranks: [Int: [Place]] = [:]
        /// How many wait in each rank.
        private var counts: [Int: Int] = [:]
        private var number = 0
        var isClosed = false

        var count: Int { entries.count }
        /// The lowest rank in which a job waits.
        var lowestRank: Int? { counts.lazy.filter { $0.value > 0 }.map(\.key).min() }

        func holds(_ requester: Requester) -> Bool { entries[requester] != nil }

        /// Replaces the job of a requester that waits; `false` if none does.
        mutating func replace(_ job: Job, for requester: Requester) -> Bool {
            entries[requester]?.job = job
            return holds(requester)
        }

        /// Adds a job of a requester that has none, the last of its rank or the first.
        mutating func add(_ job: Job, for requester: Requester, rank: Int, isFirst: Bool) {
            number += 1
            entries[requester] = Entry(job: job, rank: rank, number: number)
            counts[rank, default: 0] += 1
            var places = ranks.removeValue(forKey: rank) ?? []
            if places.count > 2 * counts[rank, default: 0] + Self.spare {
                places.removeAll { !isWaiting($0) }
            }
            places.insert(
                Place(requester: requester, number: number),
                at: isFirst ? 0 : places.count
            )
            ranks[rank] = places
        }

        mutating func remove(_ requester: Requester) -> Job? {
            guard let entry = entries.removeValue(forKey: requester) else { return nil }
            counts[entry.rank, default: 0] -= 1
            return entry.job
        }

        /// Takes the first of the lowest rank.
        mutating func takeFirst() -> Job? {
            guard let rank = lowestRank, let first = ranks[rank]?.firstIndex(where: isWaiting),
                let requester = ranks[rank]?[first].requester
            else { return nil }
            ranks[rank]?.removeFirst(first + 1)
            return remove(requester)
        }

        /// The first requester of a rank that fulfils a condition.
        func first(ofRank rank: Int, where fulfils: (Requester) -> Bool) -> Requester? {
            ranks[rank]?.first { fulfils($0.requester) && isWaiting($0) }?.requester
        }

        private func isWaiting(_ place: Place) -> Bool {
            entries[place.requester]?.number == place.number
        }

        /// Places of those who wait no more that are kept before the rest is tidied.
        private static var spare: Int { 64 }
    }

    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Creates an empty queue.
    package init() {}

    /// How many jobs wait.
    package var count: Int { state.withLock { $0.count } }

    /// Whether a job of a lower rank waits, to which a running one of this rank should yield.
    package func isWaiting(before rank: Int) -> Bool {
        state.withLock { state in state.isClosed || state.lowestRank.map { $0 < rank } ?? false }
    }

    /// Whether a job of a rank waits whose requester fulfils a condition.
    package func isWaiting(ofRank rank: Int, where fulfils: (Requester) -> Bool) -> Bool {
        state.withLock { state in
            state.isClosed || state.first(ofRank: rank, where: fulfils) != nil
        }
    }

    /// Takes the first job of a rank whose requester fulfils a condition; `nil` if none waits.
    package func take(ofRank rank: Int, where fulfils: (Requester) -> Bool) -> Job? {
        state.withLock { state in
            state.first(ofRank: rank, where: fulfils).flatMap { state.remove($0) }
        }
    }

    /// Adds a job, or replaces the one of the same requester that still waits.
    package func post(_ job: Job, for requester: Requester, rank: Int = 0) {
        let isNew = state.withLock { state in
            if state.replace(job, for: requester) { return false }
            state.add(job, for: requester, rank: rank, isFirst: false)
            return true
        }
        if isNew { arrivals.signal() }
    }

    /// Puts a job back that yielded, unless its requester has a newer one.
    package func putBack(_ job: Job, for requester: Requester, rank: Int) {
        let isNewest = state.withLock { state in
            guard !state.holds(requester) else { return false }
            state.add(job, for: requester, rank: rank, isFirst: true)
            return true
        }
        if isNewest { arrivals.signal() }
    }

    /// Removes a requester's job, if it still waits; returns whether it did.
    @discardableResult
    package func withdraw(_ requester: Requester) -> Bool {
        state.withLock { state in state.remove(requester) != nil }
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
