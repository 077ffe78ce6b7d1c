import Dispatch
import Synchronization
package import System
import Testing

/// What workers report, for a test that waits for it.
package final class Reports<Report: Sendable>: Sendable {
    /// Where they go.
    package let mailbox: Mailbox<Report>
    private let arrivals: DispatchSemaphore
    private let taken = Mutex<[Report]>([])

    /// Starts without any.
    package init() {
        let arrivals = DispatchSemaphore(value: 0)
        self.arrivals = arrivals
        mailbox = Mailbox { arrivals.signal() }
    }

    /// The next report; an error when none comes within half a minute.
    package func next() throws -> Report {
        try #require(arrivals.wait(timeout: .now() + 30) == .success, "no report came")
        return taken.withLock { taken in
            taken += mailbox.drain()
            return taken.removeFirst()
        }
    }

    /// Whether anything comes within a tenth of a second.
    package var isSilent: Bool { arrivals.wait(timeout: .now() + 0.1) == .timedOut }
}

/// A report of another kind than the test is about.
package struct UnexpectedReport: Error {
    /// Says nothing more.
    package init() {}
}
