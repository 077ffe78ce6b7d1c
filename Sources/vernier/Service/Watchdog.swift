import Dispatch
import Server

/// Looks after the loop's heartbeat: tells the supervisor of it, and ends the program when it stops.
///
/// A server that accepts connections and answers nobody is worse than one that is gone. The
/// supervisor hears of nothing but the loop's own turns, so that it notices what we do not.
struct Watchdog: ~Copyable {
    private let timer: any DispatchSourceTimer
    /// How long the loop may take for one turn.
    private static let patience = Duration.seconds(10)

    /// Watches a loop; `giveUp` is called when it has not turned for too long.
    init(
        _ loop: Waker,
        telling supervisor: Supervisor?,
        patience: Duration = Self.patience,
        giveUp: @escaping @Sendable () -> Void
    ) {
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "vernier-watchdog"))
        var pulse = Pulse(patience: patience, from: .now)
        timer.setEventHandler {
            switch pulse.feel(loop.heartbeat, at: .now) {
            case .first:
                supervisor?.tell(.ready)
                supervisor?.tell(.alive)
            case .beating: supervisor?.tell(.alive)
            case .missed: return
            case .lost: giveUp()
            }
        }
        let interval = Self.interval(for: supervisor?.patience)
        timer.schedule(deadline: .now() + 0.2, repeating: interval)
        timer.resume()
    }

    deinit { timer.cancel() }

    /// How often to look, in seconds: at least twice in the supervisor's patience.
    static func interval(for patience: Duration?) -> Double {
        min(1, (patience ?? .seconds(2)) / .seconds(2))
    }
}
