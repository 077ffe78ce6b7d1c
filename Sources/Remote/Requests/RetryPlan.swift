import Media

/// When an order that has failed is carried out again.
struct RetryPlan {
    private let began: ContinuousClock.Instant
    private var failures = 0

    /// How long after its start an order is begun anew: well within what a reader waits.
    static let patience = Duration.seconds(20)
    private static let firstPause = Duration.milliseconds(250)

    /// An order begins.
    init(at now: ContinuousClock.Instant) { began = now }

    /// How long to wait before it is carried out again; `nil` to give up.
    ///
    /// Each pause is twice the last, or as long as the server asks for.
    mutating func pause(
        after fault: RemoteFault,
        retryAfter seconds: Int,
        at now: ContinuousClock.Instant
    ) -> Duration? {
        guard fault.mayPass else { return nil }
        let pause = max(Self.firstPause * (1 << min(failures, 8)), .seconds(max(0, seconds)))
        failures += 1
        return now - began + pause < Self.patience ? pause : nil
    }
}

extension RemoteFault {
    /// Whether the same request may succeed a little later.
    var mayPass: Bool {
        switch self {
        case .unreachable, .late, .broken, .busy, .lost: true
        case .status(let status), .proxy(let status): (500...599).contains(status) && status != 501
        case .untrusted, .noRanges, .noLength, .noVersion, .noListing, .changed, .lying, .misled,
            .tooLarge, .notKept:
            false
        }
    }
}
