import Synchronization

/// Tells a log of what goes wrong, once: what is wrong with a disk is wrong again each time.
final class FirstComplaint: Sendable {
    private let log: @Sendable (String) -> Void
    private let isTold = Atomic(false)

    /// A complaint that `log` will be told.
    init(_ log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// Tells it, unless it was told before.
    func tell(_ line: String) {
        if !isTold.exchange(true, ordering: .relaxed) { log(line) }
    }
}
