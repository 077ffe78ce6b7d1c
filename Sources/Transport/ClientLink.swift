import CWebSockets

/// The delegate of a ``ClientLink``, called on the thread of its context.
package protocol ClientLinkOwner: AnyObject {
    /// The socket is open.
    func opened(_ link: ClientLink)

    /// The socket could not be opened.
    func failed(_ link: ClientLink, _ reason: String)

    /// A whole message came in, or the socket has closed.
    func received(_ message: SocketClient.Incoming, on link: ClientLink)

    /// The socket can send one message now.
    ///
    /// - Returns: Whether the socket stays open.
    func write(to link: ClientLink) -> Bool
}

/// The client side of one WebSocket.
///
/// Belongs to the thread of the context that it connects in, and must outlive it.
package final class ClientLink {
    /// Identifies the link to its owner.
    package let number: Int
    package weak var owner: (any ClientLinkOwner)?
    /// libwebsockets' connection, while the socket is open.
    private var wsi: OpaquePointer?
    private var hasEnded = false
    private var pendingClose: (code: UInt16, reason: String) = (1006, "")
    private var reassembly = Reassembly(
        byteLimit: 16 * 1024 * 1024,
        fragmentLimit: 65536,
        acceptsBinary: true
    )

    package init(number: Int = 0) { self.number = number }

    /// Whether the socket is open.
    var isOpen: Bool { wsi != nil }

    /// Begins to connect; the owner is told the result.
    package func connect(
        to address: ServerAddress,
        in context: OpaquePointer,
        _ host: OpaquePointer?
    ) {
        var info = lws_client_connect_info()
        info.context = context
        info.vhost = host
        info.port = CInt(address.port)
        info.opaque_user_data = Unmanaged.passUnretained(self).toOpaque()
        // libwebsockets copies the texts, and reports a failure through the callback.
        let connection = address.host.withCString { host in
            address.authority.withCString { authority in
                AccessRules.socketPath.withCString { path in
                    AccessRules.socketProtocol.withCString { name in
                        info.address = host
                        info.host = authority
                        info.path = path
                        info.protocol = name
                        return lws_client_connect_via_info(&info)
                    }
                }
            }
        }
        if connection == nil { _ = fail("no connection") }
    }

    /// Asks for ``ClientLinkOwner/write(to:)``.
    package func wantsToWrite() {
        if let wsi { lws_callback_on_writable(wsi) }
    }

    /// Reads on, or leaves further messages in the kernel.
    func reads(_ isReading: Bool) {
        if let wsi { lws_rx_flow_control(wsi, isReading ? 1 : 0) }
    }

    /// Sends one text message, during ``ClientLinkOwner/write(to:)`` and once.
    package func send(_ text: [UInt8], through sendQueue: inout SendBuffer) -> Bool {
        guard let wsi else { return false }
        sendQueue.load(text)
        return sendQueue.send(text.count, as: LWS_WRITE_TEXT, to: wsi)
    }

    /// Sends a close frame, during ``ClientLinkOwner/write(to:)``; the socket closes after that.
    func sendClose() {
        pendingClose = (CloseCode.normal.rawValue, "")
        if let wsi { lws_close_reason(wsi, LWS_CLOSE_STATUS_NORMAL, nil, 0) }
    }
}

// MARK: - Events

extension ClientLink {
    /// Handles one event.
    ///
    /// A result other than 0 closes the connection.
    func handle(_ event: ClientEvent, on wsi: OpaquePointer) -> CInt {
        switch event {
        case .opened:
            self.wsi = wsi
            owner?.opened(self)
        case .failed(let reason): return fail(reason)
        case .received(let bytes): return receive(bytes, on: wsi)
        case .writable: return owner?.write(to: self) == true ? 0 : -1
        case .peerCloses(let code, let reason): pendingClose = (code, reason)
        case .closed: end()
        }
        return 0
    }

    private func fail(_ reason: String) -> CInt {
        guard !hasEnded else { return 0 }
        hasEnded = true
        owner?.failed(self, reason)
        return 0
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        wsi = nil
        owner?.received(.closed(code: pendingClose.code, reason: pendingClose.reason), on: self)
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, on wsi: OpaquePointer) -> CInt {
        let piece = Reassembly.Piece(bytes, of: wsi)
        switch reassembly.take(piece, at: .now) {
        case .incomplete: return 0
        case .refused: return -1
        case .message(let bytes):
            owner?.received(piece.isBinary ? .binary(bytes) : .text(bytes), on: self)
            return 0
        }
    }
}

/// An event that libwebsockets reports to a client, in Swift terms.
enum ClientEvent {
    case opened
    case failed(String)
    case received(UnsafeRawBufferPointer)
    case writable
    case peerCloses(code: UInt16, reason: String)
    case closed
}

/// The C entry point of clients: translates the event and passes it to its link.
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

/// The loop that other threads may wake, if the context belongs to one.
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

/// The address of a server, written as `http://host:port`.
package struct ServerAddress: Equatable {
    /// The host, without the brackets of an IPv6 address.
    let host: String
    let port: Int
    /// The host and the port in the form of a Host field.
    let authority: String

    package init(_ text: String) throws(TransportError) {
        guard let rest = Self.schemes.lazy.compactMap(text.afterPrefix).first,
            let address = Self(authority: rest.last == "/" ? rest.dropLast() : rest)
        else { throw .invalidURL(text) }
        self = address
    }

    private static let schemes = ["http://", "ws://"]

    private init?(authority: Substring) {
        let nameEnd = authority.first == "[" ? authority.firstIndex(of: "]") : authority.startIndex
        guard let nameEnd else { return nil }
        let colon = authority[nameEnd...].firstIndex(of: ":") ?? authority.endIndex
        let name = authority[..<colon]
        let digits = authority[colon...].dropFirst()
        guard !name.isEmpty, !name.contains(where: { "/?#@ ".contains($0) }),
            let port = colon == authority.endIndex ? 80 : Int(digits), (1...65535).contains(port)
        else { return nil }
        host = name.filter { $0 != "[" && $0 != "]" }
        self.port = port
        self.authority = String(authority)
    }
}

extension String {
    fileprivate func afterPrefix(_ prefix: String) -> Substring? {
        lowercased().hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
