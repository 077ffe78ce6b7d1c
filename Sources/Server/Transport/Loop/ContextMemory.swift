import CWebSockets
import Synchronization

/// What libwebsockets keeps pointers to for as long as a context lives.
final class ContextMemory {
    /// Taken while a context is made, which changes libwebsockets' own globals.
    private static let creating = Mutex(())

    /// Makes a context from settings of this memory, which must outlive it.
    static func makeContext(_ info: inout lws_context_creation_info) -> OpaquePointer? {
        let address = creating.withLock { _ in UInt(bitPattern: lws_create_context(&info)) }
        return OpaquePointer(bitPattern: address)
    }

    /// Tells the callback which of the two protocols a connection is bound to.
    static let socketProtocolID: UInt32 = 1

    private let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 3)
    private let liveness = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
    private let loops = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

    /// Memory for a context on `loop`, or for one that polls when there is none.
    init(callback: @escaping ServiceCallback, loop: OpaquePointer? = nil) {
        protocols.initialize(repeating: lws_protocols(), count: 3)
        // A client may ask for any protocol by name; with the comma it cannot ask for this one.
        protocols[0] = Self.protocolEntry("http,", id: 0, callback)
        protocols[1] = Self.protocolEntry("vernier.v1", id: Self.socketProtocolID, callback)
        liveness.initialize(to: Self.pingEvery20Seconds)
        loops.initialize(to: loop.map(UnsafeMutableRawPointer.init))
    }

    deinit {
        protocols.deallocate()
        liveness.deallocate()
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
        // No HTTP/2 and no compression: the parsers of this version do not stand hostile input.
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
        info.retry_and_idle_policy = UnsafePointer(liveness)
        // Other than 0 makes every look-up of a descriptor a search.
        info.fd_limit_per_thread = 0
        return info
    }

    /// Finds dead clients, and stays below the minute after which proxies give up on a silent one.
    private static var pingEvery20Seconds: lws_retry_bo_t {
        var policy = lws_retry_bo_t()
        policy.secs_since_valid_ping = 20
        policy.secs_since_valid_hangup = 30
        return policy
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
