import Dispatch
import Glibc

/// The process that this is.
package enum ThisProcess {
    /// The number by which others know it.
    package static var id: Int32 { getpid() }

    /// Ends it at once: without what its hundred libraries do at its end, for which two megabytes of
    /// them are read, and while other threads may still use them.
    package static func end(with code: Int32) -> Never {
        #if SANITIZED
            exit(code)  // which looks for leaks
        #else
            _exit(code)
        #endif
    }

    /// The text of a variable that it was started with, if that is set.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Keeps variables from the programs that this one starts.
    ///
    /// Only while there is one thread.
    package static func removeVariables(_ names: [String]) { for name in names { unsetenv(name) } }

    /// How many descriptors it may have open.
    package static var descriptorLimit: Int {
        limit(of: RLIMIT_NOFILE).map { Int(clamping: $0.rlim_cur) } ?? 1024
    }

    /// Raises that limit as far as the system allows, up to `count`: as many as one loop serves well.
    package static func raiseDescriptorLimit(to count: UInt64 = 16_384) {
        guard var limit = limit(of: RLIMIT_NOFILE) else { return }
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(count)))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Sets a limit, which cannot be raised again; returns whether it could.
    static func lower(_ resource: __rlimit_resource, to most: rlim_t) -> Bool {
        var limit = rlimit(rlim_cur: most, rlim_max: most)
        return setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
    }

    private static func limit(of resource: __rlimit_resource) -> rlimit? {
        var limit = rlimit()
        let code = getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        return code == 0 ? limit : nil
    }
}

/// What the system or another process tells a process.
package enum Signal: Sendable {
    /// Somebody at the terminal wants it to end; whoever runs it wants it to end.
    case interrupt, terminate
    /// Its terminal has gone, or it is to read again what it was told at first.
    case hangUp
    /// Nobody reads what it writes; a file has reached the size that it may have.
    case brokenPipe, fileSize

    /// Those that ask a program to end.
    package static let ending = [Signal.interrupt, .terminate]

    /// Has it do nothing, so that the call that caused it fails instead.
    package func ignore() { signal(number, SIG_IGN) }

    fileprivate var number: CInt {
        switch self {
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        case .hangUp: SIGHUP
        case .brokenPipe: SIGPIPE
        case .fileSize: SIGXFSZ
        }
    }
}

/// Receives signals from outside, as long as the value exists.
package struct SignalListener: ~Copyable {
    private let sources: [any DispatchSourceSignal]

    /// Calls `heard` for each signal, on a thread of its own; returns once none can be missed.
    package init(
        _ signals: [Signal] = Signal.ending,
        _ heard: @escaping @Sendable () -> Void
    ) {
        sources = signals.map { signal in
            signal.ignore()
            let source = DispatchSource.makeSignalSource(signal: signal.number, queue: .global())
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
