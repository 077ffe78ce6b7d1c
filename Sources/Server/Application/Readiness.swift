/// Whether the server can do for new clients what it is there for.
enum Readiness: Equatable {
    case ready
    /// It has been asked to stop.
    case draining
    /// No root can be read.
    case noRoot
    /// A worker has not come back with a picture that it was asked for long ago.
    case workersAway

    /// How long a picture may take.
    private static let patience = Duration.seconds(10)

    /// Judges the server's state; `oldest` is when the oldest picture was ordered that is not there.
    init(
        isStopping: Bool,
        hasRoot: Bool,
        oldest: ContinuousClock.Instant?,
        at now: ContinuousClock.Instant
    ) {
        let isLate = oldest.map { now - $0 > Self.patience } ?? false
        self =
            isStopping ? .draining : !hasRoot ? .noRoot : isLate ? .workersAway : .ready
    }

    /// What whoever asks is told.
    var response: Response {
        guard let reason else { return Response(text: "ok\n") }
        return .problem(
            503,
            title: "Not ready",
            detail: reason,
            headers: [("cache-control", "no-store"), ("retry-after", "1")]
        )
    }

    private var reason: String? {
        switch self {
        case .ready: nil
        case .draining: "the server is stopping"
        case .noRoot: "none of the folders and files to serve can be read"
        case .workersAway: "a picture was ordered more than ten seconds ago and is not there"
        }
    }
}
