import Glibc
import Server

/// Whoever has started the program and wants to hear how it is, as systemd does.
///
/// What is said, and where, is that of `sd_notify(3)`; it may be said on every thread.
struct Supervisor: Sendable {
    enum Word: String {
        case ready = "READY=1"
        case alive = "WATCHDOG=1"
        case stopping = "STOPPING=1"
    }

    private let address: UnixAddress
    /// How long the supervisor waits for the next sign of life; `nil` for ever.
    let patience: Duration?

    /// The supervisor of the process `pid`; `nil` when there is none.
    init?(
        of pid: pid_t = getpid(),
        environment: (String) -> String? = Environment.variable
    ) {
        guard let path = environment("NOTIFY_SOCKET"), path.hasPrefix("/") || path.hasPrefix("@"),
            let address = UnixAddress(path: path)
        else { return nil }
        self.address = address
        let isMeant = environment("WATCHDOG_PID").map { pid_t($0) == pid } ?? true
        let microseconds = environment("WATCHDOG_USEC").flatMap(Int64.init) ?? 0
        patience = isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// Says a word; a supervisor that has gone is no error.
    func tell(_ word: Word) { address.send(word.rawValue) }
}
