import CWebSockets

/// The thread's side of a ``SocketClient``: one connection on a context of its own.
///
/// The context polls: for one connection that is as good as libev, and it shares nothing
/// with a ``ServiceLoop`` in the same process.
final class ClientLoop {
    private let mailboxes: ClientMailboxes
    private let memory = ContextMemory(callback: clientCallback)
    private var outbox = Outbox()
    private var wsi: OpaquePointer?
    private var reassembly = Reassembly(
        byteLimit: 16 * 1024 * 1024,
        fragmentLimit: 65536,
        acceptsBinary: true
    )
    private var farewell: (code: UInt16, reason: String) = (1006, "")
    private var isOpen = false
    private var isDone = false

    init(_ mailboxes: ClientMailboxes) { self.mailboxes = mailboxes }

    /// Connects, and serves until the socket has closed.
    func run(connectingTo address: ServerAddress) {
        TransportLog.leaveOutNotices()
        var info = memory.clientInfo
        info.user = Unmanaged.passUnretained(self).toOpaque()
        guard let context = ContextMemory.makeContext(&info) else {
            return mailboxes.failed("libwebsockets does not start")
        }
        mailboxes.waker.attach(context)
        connect(to: address, in: context)
        while !isDone, lws_service(context, 0) >= 0 {}
        mailboxes.waker.detach()
        lws_context_destroy(context)
    }

    private func connect(to address: ServerAddress, in context: OpaquePointer) {
        var info = lws_client_connect_info()
        info.context = context
        info.port = CInt(address.port)
        // libwebsockets copies the texts, and reports a failure through the callback.
        address.host.withCString { host in
            address.authority.withCString { authority in
                AccessRules.socketPath.withCString { path in
                    AccessRules.socketProtocol.withCString { name in
                        info.address = host
                        info.host = authority
                        info.path = path
                        info.protocol = name
                        wsi = lws_client_connect_via_info(&info)
                    }
                }
            }
        }
        if wsi == nil { _ = handle(.failed("no connection")) }
    }

    /// Handles one event.
    ///
    /// A result other than 0 closes the connection.
    fileprivate func handle(_ event: ClientEvent) -> CInt {
        switch event {
        case .opened(let opened):
            wsi = opened
            isOpen = true
            mailboxes.connected()
        case .failed(let reason):
            if !isDone { mailboxes.failed(reason) }
            isDone = true
        case .received(let bytes): return receive(bytes)
        case .writable: return write()
        case .peerCloses(let code, let reason): farewell = (code, reason)
        case .closed:
            guard !isDone else { return 0 }
            mailboxes.arrived(.closed(code: farewell.code, reason: farewell.reason))
            isDone = true
        case .woken: wake()
        }
        return 0
    }

    private func wake() {
        guard mailboxes.waker.takeWake() else { return }
        guard isOpen, let wsi else {
            isDone = mailboxes.isClosing
            return
        }
        if mailboxes.hasRoom || mailboxes.isClosing { lws_rx_flow_control(wsi, 1) }
        lws_callback_on_writable(wsi)
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> CInt {
        guard let wsi else { return -1 }
        let piece = Reassembly.Piece(bytes, of: wsi)
        switch reassembly.take(piece, at: .now) {
        case .incomplete: return 0
        case .refused: return -1
        case .message(let bytes):
            mailboxes.arrived(piece.isBinary ? .binary(bytes) : .text(bytes))
            if !mailboxes.hasRoom { lws_rx_flow_control(wsi, 0) }
            return 0
        }
    }

    private func write() -> CInt {
        guard let wsi else { return -1 }
        if let message = mailboxes.nextOutgoing() {
            outbox.load(message)
            guard outbox.send(message.count, as: LWS_WRITE_TEXT, to: wsi) else { return -1 }
            lws_callback_on_writable(wsi)
        } else if mailboxes.isClosing {
            farewell = (CloseCode.normal.rawValue, "")
            lws_close_reason(wsi, LWS_CLOSE_STATUS_NORMAL, nil, 0)
            return -1
        }
        return 0
    }
}

/// What libwebsockets told a client, in Swift terms.
private enum ClientEvent {
    case opened(OpaquePointer)
    case failed(String)
    case received(UnsafeRawBufferPointer)
    case writable
    case peerCloses(code: UInt16, reason: String)
    case closed
    case woken

    init?(_ reason: lws_callback_reasons, wsi: OpaquePointer, input: UnsafeRawBufferPointer) {
        switch reason {
        case LWS_CALLBACK_CLIENT_ESTABLISHED: self = .opened(wsi)
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
        case LWS_CALLBACK_EVENT_WAIT_CANCELLED: self = .woken
        default: return nil
        }
    }
}

/// The C entry point: finds the client, translates the event and gets out of the way.
private func clientCallback(
    wsi: OpaquePointer?,
    reason: lws_callback_reasons,
    user: UnsafeMutableRawPointer?,
    input: UnsafeMutableRawPointer?,
    count: Int
) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : count)
    guard let wsi, let event = ClientEvent(reason, wsi: wsi, input: bytes),
        let user = lws_context_user(lws_get_context(wsi))
    else { return 0 }
    return Unmanaged<ClientLoop>.fromOpaque(user).takeUnretainedValue().handle(event)
}
