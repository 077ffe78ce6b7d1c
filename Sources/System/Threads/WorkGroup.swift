import Dispatch

/// Work that is under way on other threads, which somebody waits for before he goes.
///
/// Safe on every thread.
package final class WorkGroup: Sendable {
    private let group = DispatchGroup()

    /// Creates one without work.
    package init() {}

    /// Notes that work is under way.
    package func enter() { group.enter() }

    /// Notes that some of it has ended, once for each time that it was entered.
    package func leave() { group.leave() }

    /// Waits until all of it has ended, for a time at most; blocks.
    package func wait(atMost time: Duration) {
        _ = group.wait(timeout: .now() + time / .seconds(1))
    }
}
