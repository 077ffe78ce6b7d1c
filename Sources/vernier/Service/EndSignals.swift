import Dispatch
import Glibc

/// Hears the signals that ask the program to end, for as long as the value lives.
struct EndSignals: ~Copyable {
    private let sources: [any DispatchSourceSignal]

    /// Calls `heard` for each signal, on a thread of its own; returns once none goes unheard.
    init(_ heard: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
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
