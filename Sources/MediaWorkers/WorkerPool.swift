import Media
import Synchronization
import System

/// What all workers of a program share: how they start, their timeout, the quarantine and counts.
///
/// Safe on every thread.
package final class WorkerPool: Sendable {
    /// How many workers were started and ended.
    package struct Counts: Hashable, Sendable {
        /// Workers that were started.
        package var started = 0
        /// Workers that ended by themselves during a request.
        package var lost = 0
        /// Workers that were killed after a timeout.
        package var late = 0

        /// Creates counts.
        package init(started: Int = 0, lost: Int = 0, late: Int = 0) {
            (self.started, self.lost, self.late) = (started, lost, late)
        }
    }

    /// The files that are not read any more.
    package let quarantine = Quarantine()
    let launch: WorkerLaunch
    let timeout: Duration
    private let log: @Sendable (String) -> Void
    private let counted = Mutex(Counts())
    private let lackingLog: LogOnce

    /// Creates a pool without any worker yet.
    ///
    /// - Parameters:
    ///   - launch: How workers are started.
    ///   - timeout: The longest time until a worker's next answer: a picture, or a part of a scan.
    ///   - log: Called for each worker that has ended, and once if protections are lacking.
    package init(
        _ launch: WorkerLaunch,
        timeout: Duration = .seconds(30),
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.launch, self.timeout, self.log) = (launch, timeout, log)
        lackingLog = LogOnce(log)
    }

    /// How many workers were started and ended so far.
    package var counts: Counts { counted.withLock { $0 } }

    func noteStart(lacking: [String]) {
        counted.withLock { $0.started += 1 }
        if let notice = Sandbox.notice(media: "read", lacking: lacking) {
            lackingLog.report(notice)
        }
    }

    func noteEnd(_ error: MediaError, isLate: Bool) {
        counted.withLock { counts in
            if isLate { counts.late += 1 } else { counts.lost += 1 }
        }
        log("\(error)")
    }
}
