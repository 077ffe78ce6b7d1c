import CWebSockets

/// A libwebsockets context on a libev loop.
///
/// Belongs to one thread. The loop is ours ("foreign"): of two loops that libwebsockets
/// makes itself in one process, the second aborts.
final class ServiceContext {
    let loop: OpaquePointer
    private(set) var vhost: OpaquePointer?
    /// libwebsockets clears what this points to when the context has really gone.
    private let context: UnsafeMutablePointer<OpaquePointer?>
    private let memory: ContextMemory

    /// The context, until ``destroy()``.
    var pointer: OpaquePointer? { context.pointee }

    /// Makes a context whose events go to `callback`, with `target` as the context's user.
    init(
        target: AnyObject,
        callback: @escaping ServiceCallback
    ) throws(TransportError) {
        guard let loop = ev_loop_new(UInt32(EVFLAG_AUTO)) else {
            throw .cannotStart(reason: "libev has no loop")
        }
        self.loop = loop
        memory = ContextMemory(callback: callback, loop: loop)
        context = .allocate(capacity: 1)
        context.initialize(to: nil)
        create(user: Unmanaged.passUnretained(target).toOpaque())
        guard vhost != nil else {
            throw .cannotStart(reason: "is the package libwebsockets-evlib-ev installed?")
        }
    }

    deinit {
        destroy()
        context.deallocate()
        ev_loop_destroy(loop)
    }

    /// Runs the loop until ``stop()``.
    func run() { ev_run(loop, 0) }

    /// Ends ``run()``, from within.
    func stop() { ev_break(loop, CInt(EVBREAK_ALL)) }

    /// Ends every connection at once, without a goodbye.
    func destroy() {
        // A context may need a turn of the loop between the beginning and the end of this.
        for _ in 0..<3 where context.pointee != nil {
            lws_context_destroy(context.pointee)
            ev_run(loop, CInt(EVRUN_NOWAIT))
        }
    }

    private func create(user: UnsafeMutableRawPointer) {
        var info = memory.creationInfo
        info.user = user
        info.pcontext = context
        context.pointee = ContextMemory.makeContext(&info)
        if let created = context.pointee { vhost = lws_create_vhost(created, &info) }
    }
}
