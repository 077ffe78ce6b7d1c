import CSandbox
import Glibc

// System: threads, failures of system calls, and the sandbox of workers, for every module that meets
// the system. Knows nothing of media or clients.

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
