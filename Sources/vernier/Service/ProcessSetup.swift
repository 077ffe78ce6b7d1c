import Dispatch
import Glibc

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
