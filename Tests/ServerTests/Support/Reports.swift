import Dispatch
import Media
import Synchronization
import Testing

@testable import Server

/// What workers report, for a test that waits for it.
final class Reports: Sendable {
    let mailbox: Mailbox<WorkReport>
    private let arrivals: DispatchSemaphore
    private let taken = Mutex<[WorkReport]>([])

    init() {
        let arrivals = DispatchSemaphore(value: 0)
        self.arrivals = arrivals
        mailbox = Mailbox { arrivals.signal() }
    }

    /// The next report; an error when none comes within half a minute.
    func next() throws -> WorkReport {
        try #require(arrivals.wait(timeout: .now() + 30) == .success, "no report came")
        return taken.withLock { taken in
            taken += mailbox.drain()
            return taken.removeFirst()
        }
    }

    /// The next report's picture, or the reason that there is none; `nil` when it was given up.
    func nextPicture() throws -> Result<EncodedFrame, MediaError>? {
        guard case .picture(_, let result) = try next() else {
            throw Unexpected()
        }
        return result
    }

    /// Whether anything comes within a tenth of a second.
    var isSilent: Bool { arrivals.wait(timeout: .now() + 0.1) == .timedOut }

    /// A report of another kind than the test is about.
    struct Unexpected: Error {}
}
