import CWebSockets

/// What libwebsockets told a client, in Swift terms.
enum ClientEvent {
    case opened
    case failed(String)
    case received(UnsafeRawBufferPointer)
    case writable
    case peerCloses(code: UInt16, reason: String)
    case closed
}

/// The C entry point of clients: finds the link, translates the event and gets out of the way.
func clientCallback(
    wsi: OpaquePointer?,
    reason: lws_callback_reasons,
    user: UnsafeMutableRawPointer?,
    input: UnsafeMutableRawPointer?,
    count: Int
) -> CInt {
    if reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED {
        clientLoop(of: wsi)?.wake()
        return 0
    }
    let bytes = UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : count)
    guard let wsi, let event = ClientEvent(reason, input: bytes),
        let link = lws_get_opaque_user_data(wsi)
    else { return 0 }
    return Unmanaged<ClientLink>.fromOpaque(link).takeUnretainedValue().handle(event, on: wsi)
}

/// The loop that others may wake, if the context belongs to one.
private func clientLoop(of wsi: OpaquePointer?) -> ClientLoop? {
    guard let user = lws_context_user(lws_get_context(wsi)) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(user).takeUnretainedValue() as? ClientLoop
}

extension ClientEvent {
    fileprivate init?(_ reason: lws_callback_reasons, input: UnsafeRawBufferPointer) {
        switch reason {
        case LWS_CALLBACK_CLIENT_ESTABLISHED: self = .opened
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
            self = .failed(input.isEmpty ? "no answer" : String(decoding: input, as: UTF8.self))
        case LWS_CALLBACK_CLIENT_RECEIVE: self = .received(input)
        case LWS_CALLBACK_CLIENT_WRITEABLE: self = .writable
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
            let code = input.count >= 2 ? UInt16(input[0]) << 8 | UInt16(input[1]) : 1005
            self = .peerCloses(
                code: code,
                reason: String(decoding: input.dropFirst(2), as: UTF8.self)
            )
        case LWS_CALLBACK_CLIENT_CLOSED: self = .closed
        default: return nil
        }
    }
}
