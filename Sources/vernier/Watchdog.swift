import Dispatch
import Glibc
import Server

/// Ends the program when its loop no longer turns, so that a supervisor starts it again.
///
/// A server that accepts connections and answers nobody is worse than one that is gone.
struct Watchdog: ~Copyable {
    private let timer: any DispatchSourceTimer
    /// How long the loop may take for one turn.
    private static let patience = 10

    /// Watches a loop's heartbeat, once a second.
    init(_ loop: Waker) {
        timer = DispatchSource.makeTimerSource(queue: .global())
        var last = loop.heartbeat
        var idle = 0
        timer.setEventHandler {
            let beat = loop.heartbeat
            idle = beat == last ? idle + 1 : 0
            last = beat
            guard idle >= Self.patience else { return }
            Output.complain("vernier: the loop has not turned for \(idle) seconds; ending")
            exit(ExitCode.internalError.rawValue)
        }
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.resume()
    }

    deinit { timer.cancel() }
}
