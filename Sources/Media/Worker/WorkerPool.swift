import Synchronization

/// What the workers of a program have in common.
///
/// How they start, how long they may take, and which files they leave alone. Safe on every thread.
public final class WorkerPool: Sendable {
    /// What has become of the workers.
    public struct Counts: Hashable, Sendable {
        /// Workers that were started.
        public var started = 0
        /// Workers that ended by themselves in the midst of a request.
        public var lost = 0
        /// Workers that were ended because they took too long.
        public var late = 0

        /// Creates counts.
        public init(started: Int = 0, lost: Int = 0, late: Int = 0) {
            (self.started, self.lost, self.late) = (started, lost, late)
        }
    }

    /// The files that have ended too many workers.
    public let quarantine = Quarantine()
    let launch: WorkerLaunch
    let patience: Duration
    private let log: @Sendable (String) -> Void
    private let counted = Mutex(Counts())
    private let complaint: FirstComplaint

    /// Creates a pool without any worker yet.
    ///
    /// - Parameters:
    ///   - launch: How workers are started.
    ///   - patience: How long a worker may take until its next answer: a picture, or a part of a
    ///     scan.
    ///   - log: Told of workers that have ended, and once of protections that are lacking.
    public init(
        _ launch: WorkerLaunch,
        patience: Duration = .seconds(30),
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.launch, self.patience, self.log) = (launch, patience, log)
        complaint = FirstComplaint(log)
    }

    /// What has become of the workers so far.
    public var counts: Counts { counted.withLock { $0 } }

    func noteStart(lacking: [String]) {
        counted.withLock { $0.started += 1 }
        guard !lacking.isEmpty else { return }
        complaint.tell(
            "media is read with less protection, because this system lacks "
                + lacking.joined(separator: " and ")
        )
    }

    func noteEnd(_ error: MediaError, isLate: Bool) {
        counted.withLock { counts in
            if isLate { counts.late += 1 } else { counts.lost += 1 }
        }
        log("\(error)")
    }
}
