import CWebSockets

/// An event that libwebsockets reports, in Swift terms.
enum ServiceEvent {
    /// The connection is ready for its first request.
    case adopted
    /// A request's head is complete; it stays HTTP.
    case request
    /// A piece of a request's body.
    case body(UnsafeRawBufferPointer)
    /// The body is complete.
    case bodyEnd
    /// A request's head is complete; it asks for something else.
    case upgrade
    /// The answer to a handshake is being written; fields can be added here.
    case upgradeHeaders(UnsafeMutablePointer<lws_process_html_args>)
    case opened
    case received(UnsafeRawBufferPointer)
    case writable
    /// The client has answered a ping.
    case pong
    /// The client has sent a close frame.
    case closeFrame(CloseCode)
    /// The connection was taken over by a protocol that is not served.
    case foreign
    case destroyed

    /// Whether it comes from the client, and not from what the server has asked for.
    var isOfClient: Bool {
        switch self {
        case .adopted, .upgradeHeaders, .writable: false
        default: true
        }
    }
}

/// A function that libwebsockets calls.
typealias ServiceCallback =
    @convention(c) (
        OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?,
        Int
    ) -> CInt

/// The C entry point: translates the event and passes it to the loop.
func serviceCallback(
    wsi: OpaquePointer?,
    reason: lws_callback_reasons,
    user: UnsafeMutableRawPointer?,
    input: UnsafeMutableRawPointer?,
    count: Int
) -> CInt {
    if reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED {
        serviceLoop(of: wsi)?.waitCancelled()
        return 0
    }
    // Before anything else: libwebsockets also calls while the loop is being made and unmade.
    guard let event = ServiceEvent(reason, input: input, count: count), let wsi,
        let place = lws_get_opaque_user_data(wsi), let loop = serviceLoop(of: wsi)
    else { return 0 }
    return loop.handle(event, of: Int(bitPattern: place) - 1, wsi: wsi)
}

private func serviceLoop(of wsi: OpaquePointer?) -> ServiceLoop? {
    guard let user = lws_context_user(lws_get_context(wsi)) else { return nil }
    return Unmanaged<ServiceLoop>.fromOpaque(user).takeUnretainedValue()
}

extension ServiceEvent {
    fileprivate init?(
        _ reason: lws_callback_reasons,
        input: UnsafeMutableRawPointer?,
        count: Int
    ) {
        switch reason {
        case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: self = .adopted
        case LWS_CALLBACK_HTTP: self = .request
        case LWS_CALLBACK_HTTP_BODY:
            self = .body(UnsafeRawBufferPointer(start: input, count: count))
        case LWS_CALLBACK_HTTP_BODY_COMPLETION: self = .bodyEnd
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: self = .upgrade
        case LWS_CALLBACK_ADD_HEADERS:
            guard let input else { return nil }
            self = .upgradeHeaders(input.assumingMemoryBound(to: lws_process_html_args.self))
        case LWS_CALLBACK_ESTABLISHED: self = .opened
        case LWS_CALLBACK_RECEIVE:
            self = .received(UnsafeRawBufferPointer(start: input, count: count))
        case LWS_CALLBACK_HTTP_WRITEABLE, LWS_CALLBACK_SERVER_WRITEABLE: self = .writable
        case LWS_CALLBACK_RECEIVE_PONG: self = .pong
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
            self = .closeFrame(CloseCode(UnsafeRawBufferPointer(start: input, count: count)))
        case LWS_CALLBACK_RAW_ADOPT: self = .foreign
        case LWS_CALLBACK_WSI_DESTROY: self = .destroyed
        default: return nil
        }
    }
}

extension CloseCode {
    /// The code that the body of a close frame begins with, in the network's order.
    fileprivate init(_ body: UnsafeRawBufferPointer) {
        self = .noStatus
        guard body.count >= 2 else { return }
        self.init(rawValue: UInt16(body[0]) << 8 | UInt16(body[1]))
    }
}
