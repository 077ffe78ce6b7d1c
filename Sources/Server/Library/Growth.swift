import Media

/// When a file that may still be written is looked at, and when it counts as whole.
///
/// A look is one `fstat` of a file that is open and in use. A notification by the kernel would
/// spare it, and would never come for writers on other machines.
struct Growth {
    /// What is to be done about a file.
    enum Step: Equatable {
        case nothing
        /// It has changed: scan it again.
        case scan
        /// Nobody has written for a while: what is known is all there is.
        case conclude
        /// What was known of it is gone.
        case giveUp
    }

    private var scanBegan: ContinuousClock.Instant
    private var nextLook: ContinuousClock.Instant
    /// How long this writer may pause before its file counts as whole.
    private(set) var patience = FileIdentity.patience

    private static let shortestPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(10)

    /// The first scan begins.
    init(at now: ContinuousClock.Instant) { (scanBegan, nextLook) = (now, now) }

    /// Notes that another scan begins.
    mutating func beginScan(at now: ContinuousClock.Instant) { scanBegan = now }

    /// Notes that the scan has ended.
    ///
    /// Every scan begins at the file's beginning, so the pause grows with what a scan costs.
    mutating func endScan(at now: ContinuousClock.Instant) {
        nextLook = now + max(Self.shortestPause, (now - scanBegan) * 10)
    }

    /// Whether it is time to look at the file.
    func isDue(at now: ContinuousClock.Instant) -> Bool { now >= nextLook }

    /// Decides what is to be done about a file that was `scanned` and is `file` now.
    ///
    /// One that has long been quiet is looked at less often: every ten seconds in the end.
    mutating func step(
        from scanned: FileIdentity,
        to file: FileIdentity,
        isComplete: Bool,
        at now: ContinuousClock.Instant
    ) -> Step {
        nextLook = now + max(Self.shortestPause, min(file.age / 4, Self.longestPause))
        guard file != scanned else {
            return isComplete || !file.isQuiet(for: patience) ? .nothing : .conclude
        }
        guard file.canFollow(scanned) else { return .giveUp }
        let pause = file.modified - scanned.modified
        patience = max(patience, min(pause * 2, Self.longestPause * 3))
        return .scan
    }
}
