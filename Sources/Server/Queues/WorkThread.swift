import CWebSockets
import Glibc
import Media

/// Starts threads for work that takes long or waits, so that the loop does neither.
enum WorkThread {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Starts a thread that ends when `body` does; it is detached.
    ///
    /// - Parameters:
    ///   - name: What debuggers and `top -H` call it, in at most 15 bytes.
    ///   - body: What it does.
    static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(body)).toOpaque()
        let code = pthread_create(&thread, nil, workThreadMain, context)
        precondition(code == 0, "no thread can be started: \(String(cString: strerror(code)))")
        pthread_setname_np(thread, name)
        pthread_detach(thread)
    }

    fileprivate static func run(_ context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    }
}

private func workThreadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    WorkThread.run(context)
    return nil
}

extension WorkerPool {
    /// Workers on threads of this process, without a sandbox; for tests only.
    static var inside: WorkerPool {
        WorkerPool(.thread { WorkThread.start(named: "vernier-worker", $0) })
    }
}
