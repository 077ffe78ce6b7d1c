import Dispatch

/// Something that one thread waits for and another one tells.
///
/// Safe on every thread.
package final class Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Creates one that nobody has told of yet.
    package init() {}

    /// Lets who waits, or comes to wait, go on.
    package func open() { semaphore.signal() }

    /// Waits until it is told; blocks.
    package func wait() { semaphore.wait() }

    /// The same for a time; `false` once that has passed.
    package func wait(atMost time: Duration) -> Bool {
        let nanoseconds = max(0, min(time, .seconds(86_400)) / .nanoseconds(1))
        return semaphore.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success
    }
}
