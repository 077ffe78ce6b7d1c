/// The pictures that clients wait for, and since when: what the decode workers have not delivered.
///
/// A withdrawn job may be running all the same. Its time is kept until the worker delivers anything
/// or is idle, so that a stalled worker is noticed even when its clients have gone.
struct PendingPictures<Requester: Hashable> {
    private struct Pending {
        let worker: Int
        let since: ContinuousClock.Instant
    }

    private var pending: [Requester: Pending] = [:]
    /// For each worker, when the oldest job began that has been withdrawn from it.
    private var withdrawn: [Int: ContinuousClock.Instant] = [:]

    /// Notes a job of a worker; one that replaces another keeps its time.
    mutating func add(_ requester: Requester, to worker: Int, at now: ContinuousClock.Instant) {
        pending[requester] = pending[requester] ?? Pending(worker: worker, since: now)
    }

    /// Notes that nobody waits any more.
    mutating func withdraw(_ requester: Requester) {
        guard let job = pending.removeValue(forKey: requester) else { return }
        withdrawn[job.worker] = min(withdrawn[job.worker] ?? job.since, job.since)
    }

    /// Notes that a worker has delivered what a requester waits for.
    ///
    /// - Returns: How long it took; `nil` when nobody waited.
    mutating func finish(
        _ requester: Requester,
        by worker: Int,
        at now: ContinuousClock.Instant
    ) -> Duration? {
        withdrawn[worker] = nil
        return pending.removeValue(forKey: requester).map { now - $0.since }
    }

    /// Notes that a worker has no job.
    mutating func idle(_ worker: Int) { withdrawn[worker] = nil }

    /// Whether nobody waits for anything.
    var isEmpty: Bool { pending.isEmpty }

    /// When the oldest job began.
    var oldest: ContinuousClock.Instant? {
        (pending.values.map(\.since) + withdrawn.values).min()
    }
}
