import Dispatch
import Glibc
import Server
import Transport

/// A socket that whoever started the program listens on and has passed on, as systemd does.
///
/// The rules are those of `sd_listen_fds(3)`.
struct InheritedSocket: Equatable {
    let address: ListenAddress

    private static let firstDescriptor: CInt = 3
    private static let names = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

    /// Takes the socket that is meant for the process `pid`; `nil` when none is.
    init?(
        for pid: pid_t = getpid(),
        environment: (String) -> String? = Environment.variable
    ) throws(Failure) {
        // What a parent was given passes to its children by mistake, so the number is checked.
        guard environment("LISTEN_PID").flatMap(pid_t.init) == pid,
            let count = environment("LISTEN_FDS").flatMap(Int.init), count > 0
        else { return nil }
        guard count == 1 else {
            throw Failure(.usage, "\(count) sockets were inherited; one server takes one")
        }
        address = .inherited(descriptor: Self.firstDescriptor)
    }

    /// Keeps the programs that this one starts from taking the socket for theirs.
    func claim() { Environment.remove(Self.names) }
}

/// Receives signals from outside, as long as the value exists.
struct Signals: ~Copyable {
    private let sources: [any DispatchSourceSignal]

    /// Those that ask the program to end.
    static let ending = [SIGINT, SIGTERM]

    /// Calls `heard` for each signal, on a thread of its own; returns once none can be missed.
    init(_ numbers: [CInt] = ending, _ heard: @escaping @Sendable () -> Void) {
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            let isListening = DispatchSemaphore(value: 0)
            source.setEventHandler(handler: heard)
            source.setRegistrationHandler { isListening.signal() }
            source.resume()
            isListening.wait()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}

/// How many connections the system lets this process hold.
enum DescriptorLimit {
    /// Raises it as far as the system allows, up to what one loop serves well.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 16_384))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
