import Dispatch
import Server
import System
import Transport

/// Watches the loop's heartbeat: notifies the supervisor, and ends the program when it stops.
///
/// A server that accepts connections and answers nobody is worse than one that has ended. The
/// supervisor is notified of the loop's own turns only, so that it notices what we do not.
struct Watchdog: ~Copyable {
    private let timer: any DispatchSourceTimer
    /// How long the loop may take for one turn.
    private static let timeout = Duration.seconds(10)

    /// Watches a loop; `giveUp` is called when it has not turned for too long.
    init(
        _ loop: Waker,
        telling supervisor: Supervisor?,
        timeout: Duration = Self.timeout,
        giveUp: @escaping @Sendable () -> Void
    ) {
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "vernier-watchdog"))
        var health = LoopHealth(timeout: timeout, from: .now)
        timer.setEventHandler {
            switch health.check(loop.heartbeat, at: .now) {
            case .first:
                supervisor?.notify(.ready)
                supervisor?.notify(.alive)
            case .beating: supervisor?.notify(.alive)
            case .missed: return
            case .lost: giveUp()
            }
        }
        let interval = Self.interval(for: supervisor?.timeout)
        timer.schedule(deadline: .now() + 0.2, repeating: interval)
        timer.resume()
    }

    deinit { timer.cancel() }

    /// How often to look, in seconds: at least twice within the supervisor's timeout.
    static func interval(for timeout: Duration?) -> Double {
        min(1, (timeout ?? .seconds(2)) / .seconds(2))
    }
}

/// What a loop's heartbeat says about it, from check to check.
struct LoopHealth {
    enum Status {
        /// The loop has begun to turn.
        case first
        /// It has turned since the last look.
        case beating
        /// It has not, which may be for lack of time.
        case missed
        /// It has not for so long that it never will.
        case lost
    }

    private let timeout: Duration
    private var last = 0
    private var lastTurn: ContinuousClock.Instant

    init(timeout: Duration, from now: ContinuousClock.Instant) {
        self.timeout = timeout
        lastTurn = now
    }

    /// Takes note of how often the loop has turned until now.
    mutating func check(_ heartbeat: Int, at now: ContinuousClock.Instant) -> Status {
        guard heartbeat != last else { return now - lastTurn >= timeout ? .lost : .missed }
        defer { (last, lastTurn) = (heartbeat, now) }
        return last == 0 ? .first : .beating
    }
}

/// The service manager that started the program, such as systemd.
///
/// Notifications are those of `sd_notify(3)`; they may be sent on every thread.
struct Supervisor: Sendable {
    enum Notification: String {
        case ready = "READY=1"
        case alive = "WATCHDOG=1"
        case stopping = "STOPPING=1"
    }

    private let address: UnixAddress
    /// How long the supervisor waits for the next notification; `nil` for ever.
    let timeout: Duration?

    /// The supervisor of the process `pid`; `nil` when there is none.
    init?(
        of pid: Int32 = ThisProcess.id,
        environment: (String) -> String? = ThisProcess.variable
    ) {
        guard let path = environment("NOTIFY_SOCKET"), path.hasPrefix("/") || path.hasPrefix("@"),
            let address = UnixAddress(path: path)
        else { return nil }
        self.address = address
        let isMeant = environment("WATCHDOG_PID").map { Int32($0) == pid } ?? true
        let microseconds = environment("WATCHDOG_USEC").flatMap(Int64.init) ?? 0
        timeout = isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// Sends a notification; a supervisor that has gone is no error.
    func notify(_ notification: Notification) { address.send(notification.rawValue) }
}
