import Synchronization

/// Logs only the first of several messages, as a failing disk fails each time.
///
/// Safe on every thread.
package final class LogOnce: Sendable {
    private let log: @Sendable (String) -> Void
    private let isReported = Atomic(false)

    /// Logs to `log`.
    package init(_ log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// Logs a line, unless one was logged before.
    package func report(_ line: String) {
        if !isReported.exchange(true, ordering: .relaxed) { log(line) }
    }
}
