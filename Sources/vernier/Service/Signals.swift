import Dispatch
import Glibc

/// Hears signals from outside, for as long as the value lives.
struct Signals: ~Copyable {
    private let sources: [any DispatchSourceSignal]

    /// Those that ask the program to end.
    static let ending = [SIGINT, SIGTERM]

    /// Calls `heard` for each signal, on a thread of its own; returns once none goes unheard.
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
