import CWebSockets

/// What hears of a ``ClientLink``, on the thread of its context.
protocol ClientLinkOwner: AnyObject {
    /// There is a socket.
    func opened(_ link: ClientLink)

    /// There is no socket, and will be none.
    func failed(_ link: ClientLink, _ reason: String)

    /// A whole message came in, or the last thing that comes.
    func received(_ message: SocketClient.Incoming, on link: ClientLink)

    /// The socket takes one message now.
    ///
    /// - Returns: Whether the socket stays open.
    func write(to link: ClientLink) -> Bool
}

/// One connection to a server.
///
/// Belongs to the thread of the context that it connects in, and must outlive it.
final class ClientLink {
    /// Tells the links of one owner apart.
    let number: Int
    weak var owner: (any ClientLinkOwner)?
    /// libwebsockets' connection, while the socket is open.
    private var wsi: OpaquePointer?
    private var hasEnded = false
    private var farewell: (code: UInt16, reason: String) = (1006, "")
    private var reassembly = Reassembly(
        byteLimit: 16 * 1024 * 1024,
        fragmentLimit: 65536,
        acceptsBinary: true
    )

    init(number: Int = 0) { self.number = number }

    /// Whether the socket is open.
    var isOpen: Bool { wsi != nil }

    /// Begins to connect; the owner hears how it goes.
    func connect(to address: ServerAddress, in context: OpaquePointer, _ host: OpaquePointer?) {
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
    func wantsToWrite() {
        if let wsi { lws_callback_on_writable(wsi) }
    }

    /// Lets the server's messages come in, or wait where they are.
    func reads(_ isReading: Bool) {
        if let wsi { lws_rx_flow_control(wsi, isReading ? 1 : 0) }
    }

    /// Sends one text message, during ``ClientLinkOwner/write(to:)`` and once.
    func send(_ text: [UInt8], through outbox: inout Outbox) -> Bool {
        guard let wsi else { return false }
        outbox.load(text)
        return outbox.send(text.count, as: LWS_WRITE_TEXT, to: wsi)
    }

    /// Says goodbye, during ``ClientLinkOwner/write(to:)``, which closes the socket then.
    func sayGoodbye() {
        farewell = (CloseCode.normal.rawValue, "")
        if let wsi { lws_close_reason(wsi, LWS_CLOSE_STATUS_NORMAL, nil, 0) }
    }
}

// MARK: - What comes in

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
        case .peerCloses(let code, let reason): farewell = (code, reason)
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
        owner?.received(.closed(code: farewell.code, reason: farewell.reason), on: self)
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
