import CSystem
import Glibc

// System: files, sockets, clocks, processes, threads and the sandbox of workers, for every module
// that meets the system; the only one that calls the C library. Knows nothing of media or clients.
//
// A `FilePath` names a file, a `Descriptor` is an open file, folder or socket, and `OwnedDescriptor`
// closes it; calls throw a `SystemFailure`. `ThisProcess` is the program, `ChildProcess` one that it
// has started. `WorkThread` starts a thread. `WorkQueue` holds the jobs that wait for it, at most one
// for each requester. What has been done goes into a `Mailbox`, which wakes its one reader;
// `Cancellation` tells the thread that a result is not wanted any more. `LogOnce` keeps an error that
// repeats from filling the log. All of these are safe on every thread. `Sandbox` takes the rights of
// a worker's process away, among them all system calls but those that `CallFilter` lists.

/// Starts threads for work that takes long or waits, so that the loop does neither.
package enum WorkThread {
    private final class Body {
        let name: String
        let run: () -> Void
        init(_ name: String, _ run: @escaping () -> Void) { (self.name, self.run) = (name, run) }
    }

    /// Starts a thread that ends when `body` does; it is detached.
    ///
    /// - Parameters:
    ///   - name: What debuggers and `top -H` call it, in at most 15 bytes.
    ///   - body: What it does.
    package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(name, body)).toOpaque()
        let code = pthread_create(&thread, nil, workThreadMain, context)
        precondition(code == 0, "no thread can be started: \(String(cString: strerror(code)))")
        pthread_detach(thread)
    }

    /// Lets the calling thread wait for others, for the processor and the disk; so do the processes
    /// that it starts.
    package static func lowerPriority() {
        raiseNiceness(to: lowNiceness)
        vn_yield_disk()
    }

    /// Lets the calling thread, and the processes that it starts, wait for what answers and shows
    /// within milliseconds, which is the loop and a browser on the same machine: of a processor that
    /// both want they get a quarter.
    package static func yieldToInteraction() { raiseNiceness(to: interactionNiceness) }

    /// Whether the calling thread has a low priority.
    static var hasLowPriority: Bool { niceness >= lowNiceness }

    /// How far others go before the calling thread, of -20 to 19; see sched(7).
    private static var niceness: CInt { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

    /// Never lowers it: whoever started the program with a higher one wanted that.
    private static func raiseNiceness(to least: CInt) {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, max(niceness, least))
    }

    private static let lowNiceness: CInt = 10
    private static let interactionNiceness: CInt = 5

    /// How many processors this program may use, by the system's word.
    package static let processors = Int(vn_processors())

    /// Has the calling thread wait.
    package static func sleep(for time: Duration) {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            var rest = (end - ContinuousClock.now).timespec
            nanosleep(&rest, nil)
        }
    }

    fileprivate static func run(_ context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        // By itself: whoever starts it may be late.
        pthread_setname_np(pthread_self(), body.name)
        body.run()
    }
}

private func workThreadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    WorkThread.run(context)
    return nil
}
