import Synchronization

/// A flag that tells a worker that its result is no longer wanted.
///
/// Safe on every thread.
package final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Starts with a result that is wanted.
    package init() {}

    /// Whether the result is no longer wanted.
    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Tells the worker to stop at the next opportunity.
    package func cancel() { flag.store(true, ordering: .relaxed) }
}
