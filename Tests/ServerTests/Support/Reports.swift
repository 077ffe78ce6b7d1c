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

    /// How the next picture turned out, and how many were left at hand on its way.
    ///
    /// The result is `nil` when the picture was given up.
    func nextPicture() throws -> (result: Result<EncodedFrame, MediaError>?, passed: Int) {
        var passed = 0
        while true {
            switch try next() {
            case .progressed: passed += 1
            case .picture(_, let result): return (result, passed)
            default: throw Unexpected()
            }
        }
    }

    /// Whether anything comes within a tenth of a second.
    var isSilent: Bool { arrivals.wait(timeout: .now() + 0.1) == .timedOut }

    /// A report of another kind than the test is about.
    struct Unexpected: Error {}
}
