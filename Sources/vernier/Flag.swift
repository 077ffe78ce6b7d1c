import Synchronization

/// What a signal leaves for a loop to find.
final class Flag: Sendable {
    private let flag = Atomic(false)

    /// Whether a signal has come.
    var isRaised: Bool { flag.load(ordering: .relaxed) }

    /// Notes that one has.
    func raise() { flag.store(true, ordering: .relaxed) }
}
