import Media
import Transport

/// What monitoring asks for: whether the server is ready, and its metrics.
extension Application {
    /// Whether new clients can be served.
    func readiness(at now: ContinuousClock.Instant) -> Readiness {
        Readiness(
            isStopping: stopper.isStopping,
            hasRoot: library.canBeRead,
            oldest: pictures.oldestPending(),
            at: now
        )
    }

    /// What the server has done, and what it holds now.
    var metrics: Metrics {
        var metrics = operations.metrics
        metrics.floods = loop.floods
        metrics.heldSockets = loop.heldSockets
        metrics.connections = loop.connectionCount
        metrics.limits.connections = loop.capacity
        clients.report(in: &metrics)
        library.report(in: &metrics)
        pictures.report(in: &metrics, connections: loop.capacity)
        return metrics
    }
}

/// Whether the server can serve new clients, as `/readyz` tells.
enum Readiness: Equatable {
    /// New clients are served.
    case ready
    /// It has been asked to stop.
    case draining
    /// No root can be read.
    case noRoot
    /// A worker has not delivered a picture within the timeout.
    case workersStalled

    /// How long a picture may take.
    private static let timeout = Duration.seconds(10)

    /// Judges the server's state; `oldest` is when the oldest undelivered picture was requested.
    init(
        isStopping: Bool,
        hasRoot: Bool,
        oldest: ContinuousClock.Instant?,
        at now: ContinuousClock.Instant
    ) {
        let isLate = oldest.map { now - $0 > Self.timeout } ?? false
        self =
            isStopping ? .draining : !hasRoot ? .noRoot : isLate ? .workersStalled : .ready
    }

    /// The answer to `/readyz`.
    var response: Response {
        guard let reason else { return Response(text: "ok\n") }
        return .problem(
            503,
            title: "Not ready",
            detail: reason,
            headers: [("retry-after", "1")]
        )
    }

    private var reason: String? {
        switch self {
        case .ready: nil
        case .draining: "the server is stopping"
        case .noRoot: "none of the folders and files to serve can be read"
        case .workersStalled: "no picture came of a decode worker within ten seconds"
        }
    }
}

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

    /// When the oldest job began.
    var oldest: ContinuousClock.Instant? {
        (pending.values.map(\.since) + withdrawn.values).min()
    }
}
