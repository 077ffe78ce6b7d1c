import Dispatch
import FoundationEssentials
import Server
import Synchronization
import Transport
import Wire

/// Writes a server's log, without blocking the threads that log.
///
/// A reader of the log may stop reading, which must not stop the loop. So lines go through a
/// bounded queue to a thread of their own; lines that find it full are dropped and counted.
final class Log: Sendable {
    private struct State {
        var waiting = 0
        var lost = 0
    }

    private let form: LogForm
    private let write: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "vernier-log")
    private let state = Mutex(State())
    private static let limit = 1024

    /// Creates a log; `write` takes lines, one after the other.
    init(
        _ form: LogForm,
        write: @escaping @Sendable (String) -> Void = { Output.printError($0) }
    ) {
        (self.form, self.write) = (form, write)
    }

    /// Logs an event; safe on every thread.
    func tell(_ event: LogEvent) {
        let moment = Date.now
        let hasRoom = state.withLock { state in
            guard state.waiting < Self.limit else {
                state.lost += 1
                return false
            }
            state.waiting += 1
            return true
        }
        guard hasRoom else { return }
        queue.async { [self] in
            put(event, at: moment)
            let lost = state.withLock { state in
                defer { (state.waiting, state.lost) = (state.waiting - 1, 0) }
                return state.lost
            }
            if lost > 0 { put(.problem(.warning, "\(lost) lines of the log are lost"), at: .now) }
        }
    }

    /// Logs an error.
    func logError(_ text: String) { tell(.problem(.error, text)) }

    /// Logs why the server ends, where a line for people would break the log's form.
    func logged(_ failure: Failure) -> Failure {
        guard form == .json else { return failure }
        logError(failure.message)
        var failure = failure
        failure.isLogged = true
        return failure
    }

    /// Waits until all is written, at most for `timeout`: the reader may be blocked.
    ///
    /// - Returns: Whether all is written.
    @discardableResult
    func finish(within timeout: DispatchTimeInterval = .seconds(1)) -> Bool {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        return isDone.wait(timeout: .now() + timeout) == .success
    }

    private func put(_ event: LogEvent, at moment: Date) {
        if let line = form.line(event, at: moment) { write(line) }
    }
}

/// How a server's log is written.
enum LogForm: String, CaseIterable {
    /// A sentence for each thing that somebody should look at.
    case text
    /// A line of JSON for each event.
    case json
    /// Nothing.
    case none

    /// The line for an event, without its end; `nil` when it is not told.
    func line(_ event: LogEvent, at moment: Date) -> String? {
        switch self {
        case .text: event.notice.map { "vernier: " + $0.withoutControls }
        case .json: LogLine(event).text(at: moment)
        case .none: nil
        }
    }
}
