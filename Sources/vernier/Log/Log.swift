import Dispatch
import FoundationEssentials
import Server
import Synchronization

/// Writes what happens to a server, and keeps nobody waiting who tells it.
///
/// Whoever reads the log may stop to; the loop must not stop with it. So lines wait for a queue of
/// their own, and where too many wait, the next are lost and counted.
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
        write: @escaping @Sendable (String) -> Void = { Output.complain($0) }
    ) {
        (self.form, self.write) = (form, write)
    }

    /// Tells of an event; safe on every thread.
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
            if lost > 0 { put(.complaint(.warning, "\(lost) lines of the log are lost"), at: .now) }
        }
    }

    /// Tells of something that is not as it should be.
    func complain(_ text: String) { tell(.complaint(.error, text)) }

    /// Tells why the server ends, where the program's own words would not fit in.
    func told(_ failure: Failure) -> Failure {
        guard form == .json else { return failure }
        complain(failure.message)
        var failure = failure
        failure.isTold = true
        return failure
    }

    /// Waits until all is written, for a time only: nobody may read any more.
    ///
    /// - Returns: Whether all is written.
    @discardableResult
    func finish(within patience: DispatchTimeInterval = .seconds(1)) -> Bool {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        return isDone.wait(timeout: .now() + patience) == .success
    }

    private func put(_ event: LogEvent, at moment: Date) {
        if let line = form.line(event, at: moment) { write(line) }
    }
}
