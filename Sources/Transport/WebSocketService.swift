package import Basics
import CWebSockets

/// WebSockets on the loop: handshake, messages, and close frames.
extension ServiceLoop {
    /// Sends one text message, during ``LoopHandler/writable(_:)`` for `socket` and once.
    package func send(text: [UInt8], to socket: SocketID) {
        send(text, as: LWS_WRITE_TEXT, to: socket)
    }

    /// Sends one binary message, during ``LoopHandler/writable(_:)`` for `socket` and once.
    package func send(binary: [UInt8], to socket: SocketID) {
        send(binary, as: LWS_WRITE_BINARY, to: socket)
    }

    /// Asks for ``LoopHandler/writable(_:)``.
    ///
    /// Further calls before it comes change nothing.
    package func wantsToWrite(_ socket: SocketID) {
        guard let connection = connections[socket.connection],
            case .socket(let state) = connection.phase, state.pendingClose == nil
        else { return }
        wantsToWrite(connection)
    }

    /// Closes the socket with a reason for the client; the handler is then told only of its end.
    package func close(_ socket: SocketID, code: CloseCode, reason: String) {
        guard let connection = connections[socket.connection] else { return }
        close(connection, code: code, reason: reason)
    }

    /// Lets a socket stay that has said what it is for.
    package func keep(_ socket: SocketID) {
        guard let connection = connections[socket.connection],
            case .socket(let state) = connection.phase
        else { return }
        state.openDeadline = nil
    }

    private func send(_ bytes: [UInt8], as kind: lws_write_protocol, to socket: SocketID) {
        guard let connection = writing, connection.slot == socket.connection,
            let wsi = connection.wsi
        else { preconditionFailure("one send to a socket for each time it is writable") }
        writing = nil
        sendQueue.load(bytes)
        hasWriteFailed = !sendQueue.send(bytes.count, as: kind, to: wsi)
    }

    func close(_ connection: Connection, code: CloseCode, reason: String) {
        guard connection.wsi != nil, case .socket(let socket) = connection.phase,
            socket.pendingClose == nil
        else { return }
        socket.pendingClose = Connection.PendingClose(code: code, reason: reason)
        readOn(socket, of: connection)
        // A client that does not read never becomes writable.
        connection.end(within: settings.limits.lingerTime)
        watch(connection)
        wantsToWrite(connection)
    }

    func guardUpgrade(of connection: Connection) -> CInt {
        guard let wsi = connection.wsi else { return -1 }
        let head = RequestHead(reading: wsi)
        // An unknown upgrade libwebsockets answers by itself; it drops the head and still calls.
        if head[.upgrade].isEmpty { return -1 }
        guard head.list(.upgrade).map({ $0.lowercased() }) == ["websocket"] else {
            return refuse(.malformed("the only upgrade here is websocket"), on: connection)
        }
        if let refusal = identify(connection, by: head) { return refuse(refusal, on: connection) }
        switch rules.verdict(onUpgrade: head) {
        // A proxy then asks another server; browsers do not tell their page of a status.
        case .admit where connection.isOfProxy && hasEverySocket:
            floods.turnedAway += 1
            return refuse(.noSocket, on: connection)
        case .admit: return 0
        case .refuse(let refusal): return refuse(refusal, on: connection)
        }
    }

    /// Adds the fields of every answer to that of a handshake.
    func addHeaders(at place: UnsafeMutablePointer<lws_process_html_args>) -> CInt {
        let bytes = ResponseHead.encode(ResponseHead.defaults)
        guard bytes.count < Int(place.pointee.max_len), let start = place.pointee.p else {
            return -1
        }
        UnsafeMutableRawPointer(start).copyMemory(from: bytes, byteCount: bytes.count)
        place.pointee.p = start + bytes.count
        return 0
    }

    func open(_ connection: Connection) -> CInt {
        guard let wsi = connection.wsi, closeDeadline == nil,
            lws_get_protocol(wsi).pointee.id == ContextMemory.socketProtocolID
        else { return -1 }
        let isOneTooMany = hasEverySocket
        let socket = Connection.Socket(settings.limits, at: .now)
        connection.phase = .socket(socket)
        socketCount += 1
        pings.add(connection.slot, at: .now)
        if isOneTooMany {
            floods.turnedAway += 1
            close(connection, code: .tryAgainLater, reason: Refusal.noSocket.detail)
        } else {
            socket.isOpen = true
            handler?.opened(connection.socketID)
        }
        return 0
    }

    func receive(
        _ bytes: UnsafeRawBufferPointer,
        from connection: Connection,
        at now: ContinuousClock.Instant
    ) -> CInt {
        guard let wsi = connection.wsi, case .socket(let socket) = connection.phase else {
            return -1
        }
        socket.signsOfLife.hear()
        // Input after our close frame is read and discarded; unread, it would reset the socket.
        if socket.pendingClose != nil { return 0 }
        switch socket.reassembly.take(Reassembly.Piece(bytes, of: wsi), at: now) {
        case .incomplete: return 0
        case .message(let bytes):
            take(bytes, of: socket, on: connection, at: now)
            charge(bytes.count, to: connection, at: now)
            return 0
        case .refused(let code):
            // Closing from here would at times cut the socket before its close frame is sent.
            close(connection, code: code, reason: "")
            return 0
        }
    }

    /// Notes that a client is there.
    func notePong(from connection: Connection) -> CInt {
        if case .socket(let socket) = connection.phase { socket.signsOfLife.hear() }
        return 0
    }

    /// Notes the code of a client's close frame; libwebsockets answers it.
    func note(_ code: CloseCode, from connection: Connection) -> CInt {
        if case .socket(let socket) = connection.phase { socket.clientCode = code }
        return 0
    }

    func writeSocket(_ connection: Connection) -> CInt {
        guard let wsi = connection.wsi, case .socket(let socket) = connection.phase else {
            return -1
        }
        if socket.pendingClose != nil { return sendClose(to: socket, on: wsi) }
        // Nothing may follow a close frame that libwebsockets sends itself after a violation.
        if lws_get_close_length(wsi) > 0 { return 0 }
        if socket.signsOfLife.takePing() { return sendPing(on: connection, wsi) }
        writing = connection
        hasWriteFailed = false
        handler?.writable(connection.socketID)
        writing = nil
        return hasWriteFailed ? -1 : 0
    }

    /// Makes libwebsockets close the socket with a reason, which only a callback's result does.
    private func sendClose(to socket: Connection.Socket, on wsi: OpaquePointer) -> CInt {
        guard let pendingClose = socket.pendingClose, !socket.hasSentClose else { return 0 }
        socket.hasSentClose = true
        var reason = pendingClose.reason.closeReason
        let code = lws_close_status(rawValue: UInt32(pendingClose.code.rawValue))
        lws_close_reason(wsi, code, &reason, reason.count)
        return -1
    }
}

extension Reassembly.Piece {
    /// What has just arrived on `wsi`.
    init(_ bytes: UnsafeRawBufferPointer, of wsi: OpaquePointer) {
        self.init(
            bytes: Array(bytes),
            isBinary: lws_frame_is_binary(wsi) != 0,
            isFirst: lws_is_first_fragment(wsi) != 0,
            isFinal: lws_is_final_fragment(wsi) != 0,
            remaining: Int(clamping: lws_remaining_packet_payload(wsi))
        )
    }
}

extension String {
    /// As much of the text as a close frame holds: 123 bytes of whole characters.
    var closeReason: [UInt8] {
        var text = self
        while text.utf8.count > 123 { text.removeLast() }
        return Array(text.utf8)
    }
}
