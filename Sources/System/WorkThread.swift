import CSandbox
import Glibc

// System: threads, what they wait for, failures of system calls, and the sandbox of workers, for
// every module that meets the system. Knows nothing of media or clients.
//
// `WorkThread` starts a thread. `WorkQueue` holds the jobs that wait for it, at most one for each
// requester, and may be filled from every thread. What has been done goes into a `Mailbox`, which
// wakes its one reader; `Cancellation` tells the thread that a result is not wanted any more.
// `SystemFailure` is the error of a system call, and `LogOnce` keeps one that repeats from filling
// the log. All of these are safe on every thread. `Sandbox` takes the rights of a worker's process
// away, among them all system calls but those that `CallFilter` lists.

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

    /// Lets the calling thread's reads and writes wait for those of others.
    package static func yieldDisk() { vn_yield_disk() }

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
