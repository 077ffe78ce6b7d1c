import CWebSockets
import Synchronization

/// A libwebsockets context on a libev loop.
///
/// Belongs to one thread. The loop is ours ("foreign"): of two loops that libwebsockets
/// makes itself in one process, the second aborts.
package final class ServiceContext {
    package let loop: OpaquePointer
    package private(set) var vhost: OpaquePointer?
    /// libwebsockets clears what this points to when the context is really destroyed.
    private let context: UnsafeMutablePointer<OpaquePointer?>
    private let memory: ContextMemory

    /// The context, until ``destroy()``.
    package var pointer: OpaquePointer? { context.pointee }

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

    /// Makes a context of clients, the links of `owner`'s.
    package convenience init(clientsOf owner: AnyObject) throws(TransportError) {
        try self.init(target: owner, callback: clientCallback)
    }

    /// Makes libwebsockets look at its timers and at what clients want to write.
    package func cancelWait() {
        if let pointer { lws_cancel_service(pointer) }
    }

    deinit {
        destroy()
        context.deallocate()
        ev_loop_destroy(loop)
    }

    /// Runs the loop until ``stop()``.
    package func run() { ev_run(loop, 0) }

    /// Ends ``run()``, from within.
    package func stop() { ev_break(loop, CInt(EVBREAK_ALL)) }

    /// Ends every connection at once, without close frames.
    package func destroy() {
        // Destroying a context may need iterations of the loop.
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

/// What libwebsockets keeps pointers to for as long as a context lives.
final class ContextMemory {
    /// Locked while a context is made, which changes global state of libwebsockets.
    private static let creating = Mutex(())

    /// Makes a context from settings of this memory, which must outlive it.
    static func makeContext(_ info: inout lws_context_creation_info) -> OpaquePointer? {
        let address = creating.withLock { _ in UInt(bitPattern: lws_create_context(&info)) }
        return OpaquePointer(bitPattern: address)
    }

    /// Tells the callback which of the two protocols a connection is bound to.
    static let socketProtocolID: UInt32 = 1

    private let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 3)
    private let policy = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
    private let loops = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

    /// Memory for a context on `loop`, or for one that polls when there is none.
    init(callback: @escaping ServiceCallback, loop: OpaquePointer? = nil) {
        protocols.initialize(repeating: lws_protocols(), count: 3)
        // A client may ask for any protocol by name; with the comma it cannot ask for this one.
        protocols[0] = Self.protocolEntry("http,", id: 0, callback)
        protocols[1] = Self.protocolEntry("vernier.v1", id: Self.socketProtocolID, callback)
        // Without times in it libwebsockets pings nobody; the server does, see `Pings`.
        policy.initialize(to: lws_retry_bo_t())
        loops.initialize(to: loop.map(UnsafeMutableRawPointer.init))
    }

    deinit {
        protocols.deallocate()
        policy.deallocate()
        loops.deallocate()
    }

    /// The settings of a server's context and its one virtual host.
    var creationInfo: lws_context_creation_info {
        var info = clientInfo
        info.options |= UInt64(LWS_SERVER_OPTION_LIBEV) | UInt64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS)
        info.foreign_loops = loops
        // We listen ourselves, see `Listener`.
        info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        info.max_http_header_data = 8192
        // No HTTP/2 and no compression: this version's parsers are unsafe for hostile input.
        info.alpn = Self.text("http/1.1")
        info.extensions = nil
        return info
    }

    /// The settings of a client's context.
    var clientInfo: lws_context_creation_info {
        var info = lws_context_creation_info()
        info.options =
            UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8)
            | UInt64(LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME)
        info.port = CONTEXT_PORT_NO_LISTEN
        info.protocols = UnsafePointer(protocols)
        info.retry_and_idle_policy = UnsafePointer(policy)
        // A value other than 0 makes every look-up of a descriptor a linear search.
        info.fd_limit_per_thread = 0
        return info
    }

    private static func protocolEntry(
        _ name: StaticString,
        id: UInt32,
        _ callback: @escaping ServiceCallback
    ) -> lws_protocols {
        var entry = lws_protocols()
        entry.name = text(name)
        entry.callback = callback
        entry.id = id
        entry.rx_buffer_size = 4096
        // The default sends a preview in ten pieces, each of them copied.
        entry.tx_packet_size = 262_144
        return entry
    }

    /// A literal as C sees it: it lives as long as the process.
    private static func text(_ literal: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// The destination of libwebsockets' log.
///
/// The log is global to the process, so the last sink set receives it for all contexts.
package enum TransportLog {
    typealias Sink = @Sendable (LogLevel, String) -> Void

    fileprivate static let sink = Mutex<Sink?>(nil)

    static func send(to newSink: @escaping Sink) {
        sink.withLock { $0 = newSink }
        lws_set_log_level(levels, logged)
    }

    /// Leaves the log's destination as it is, with errors and warnings only.
    package static func leaveOutNotices() { lws_set_log_level(levels, nil) }

    // Not notices: the libev backend writes one for every change of what it watches.
    private static let levels = LLL_ERR | LLL_WARN
}

private func logged(level: CInt, line: UnsafePointer<CChar>?) {
    guard let line, let sink = TransportLog.sink.withLock({ $0 }) else { return }
    var text = Substring(String(cString: line))
    while text.last?.isNewline == true { text.removeLast() }
    sink(level == LLL_ERR ? .error : .warning, String(text))
}

/// The buffer through which everything is sent, with the space in front that libwebsockets needs.
///
/// One is enough for all clients, because libwebsockets copies what the kernel does not take at
/// once.
package struct SendBuffer: ~Copyable {
    /// Bytes of an answer that are sent at a time.
    static let pieceSize = 64 * 1024

    private var memory: UnsafeMutableRawBufferPointer

    package init() { memory = .allocate(byteCount: vn_lws_pre + Self.pieceSize, alignment: 16) }

    deinit { memory.deallocate() }

    /// The space for one piece of an answer.
    var piece: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: memory[vn_lws_pre..<vn_lws_pre + Self.pieceSize])
    }

    /// Copies `bytes` into the buffer for ``send(_:as:to:)``.
    mutating func load(_ bytes: [UInt8]) {
        if vn_lws_pre + bytes.count > memory.count {
            memory.deallocate()
            memory = .allocate(byteCount: vn_lws_pre + bytes.count, alignment: 16)
        }
        UnsafeMutableRawBufferPointer(rebasing: memory[vn_lws_pre...]).copyBytes(from: bytes)
    }

    /// Sends the first `count` bytes, and returns whether the connection took them.
    func send(_ count: Int, as kind: lws_write_protocol, to wsi: OpaquePointer) -> Bool {
        let start = memory.baseAddress! + vn_lws_pre
        return lws_write(wsi, start.assumingMemoryBound(to: UInt8.self), count, kind) >= count
    }
}
