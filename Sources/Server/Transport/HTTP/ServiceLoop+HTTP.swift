import CWebSockets

/// Requests and their answers.
extension ServiceLoop {
    /// Answers a request, on the loop's thread.
    ///
    /// Does nothing when the client has gone.
    package func respond(to exchange: ExchangeID, with response: Response) {
        guard let connection = connections[exchange.connection], let wsi = connection.wsi,
            case .exchange(var waiting, _) = connection.phase, waiting.id == exchange
        else { return }
        waiting.respond(with: response)
        let limits = settings.limits
        let pace = Pace(bytes: limits.paceBytes, per: limits.paceWindow, from: .now)
        connection.phase = .exchange(waiting, pace)
        connection.deadline = nil
        lws_callback_on_writable(wsi)
    }

    /// Judges the request that has come in, and hands it to the application.
    func beginExchange(on connection: Connection) -> CInt {
        guard let wsi = connection.wsi else { return -1 }
        let head = RequestHead(reading: wsi)
        if let refusal = refusePipelining(head, on: connection) {
            return refuse(refusal, on: connection)
        }
        if case .refuse(let refusal) = rules.verdict(onRequest: head) {
            guard head.announcesBody else { return refuse(refusal, on: connection) }
            tell(refusal, on: connection)
            return readAway(on: connection)
        }
        guard let request = Request(head) else { return -1 }
        if head.announcesBody, let length = head.bodyLength {
            return beginBody(of: request, length: length, on: connection)
        }
        return begin(request, keepsAlive: head.keepsAlive && request.method != .put, on: connection)
    }

    /// Hands a whole request to the application.
    func begin(_ request: Request, keepsAlive: Bool, on connection: Connection) -> CInt {
        guard let wsi = connection.wsi else { return -1 }
        // libwebsockets gives an answer 5 s; we look after it ourselves, tick by tick.
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        let exchange = makeExchange(for: request, keepsAlive: keepsAlive, on: connection)
        handler?.received(request, on: exchange)
        return 0
    }

    private func makeExchange(
        for request: Request,
        keepsAlive: Bool,
        on connection: Connection
    ) -> ExchangeID {
        connection.requests += 1
        let isLast = connection.requests >= settings.limits.requests || farewellEnds != nil
        let exchange = HTTPExchange(
            id: ExchangeID(connection: connection.slot, number: connection.requests),
            method: request.method,
            keepsAlive: keepsAlive && !isLast
        )
        let pace = Pace(bytes: 0, per: settings.limits.paceWindow, from: .now)
        connection.phase = .exchange(exchange, pace)
        connection.deadline = .now + settings.limits.answerTime
        return exchange.id
    }

    /// Refuses a request that was sent before the last one's answer.
    ///
    /// Either more has come in behind it, or nothing has come in since the last one, so that
    /// it lay in libwebsockets' own buffer.
    private func refusePipelining(_ head: RequestHead, on connection: Connection) -> Refusal? {
        let received = connection.peer.bytesReceived
        defer { connection.bytesAtLastRequest = received }
        let isLate = received > 0 && received == connection.bytesAtLastRequest
        // What comes behind the head of such a request is its body.
        let isSpeaking = head.method != .put && connection.peer.sound == .speaking
        guard isLate || isSpeaking else { return nil }
        return .malformed("a request waits for the answer to the one before it")
    }

    /// Sends the next piece of the answer.
    func writeExchange(of connection: Connection) -> CInt {
        guard let wsi = connection.wsi, case .exchange(var exchange, var pace) = connection.phase
        else { return -1 }
        switch exchange.next(into: outbox.piece) {
        case .wait:
            return 0
        case .fail:
            return -1
        case .finish:
            return end(exchange, on: connection)
        case .write(let count):
            guard outbox.send(count, as: LWS_WRITE_HTTP, to: wsi) else { return -1 }
            pace.took(count)
            connection.phase = .exchange(exchange, pace)
            if hasLeft(exchange, on: wsi) { return end(exchange, on: connection) }
            lws_callback_on_writable(wsi)
            return 0
        }
    }

    /// Whether the kernel has taken the whole answer, so that the client may go on.
    func hasLeft(_ exchange: HTTPExchange, on wsi: OpaquePointer) -> Bool {
        exchange.isSpent && lws_partial_buffered(wsi) == 0
    }

    private func end(_ exchange: HTTPExchange, on connection: Connection) -> CInt {
        connection.phase = exchange.keepsAlive ? .idle : .over
        guard exchange.keepsAlive, let wsi = connection.wsi else { return -1 }
        return lws_http_transaction_completed(wsi) == 0 ? 0 : -1
    }

    /// Tells the client why it is not served, and closes the connection.
    ///
    /// Always by a negative result: after a positive one this version of libwebsockets uses
    /// memory that it has freed.
    func refuse(_ refusal: Refusal, on connection: Connection) -> CInt {
        tell(refusal, on: connection)
        connection.peer.discardInput()
        return -1
    }

    private func tell(_ refusal: Refusal, on connection: Connection) {
        connection.phase = .over
        connection.end(within: settings.limits.partingTime)
        guard let wsi = connection.wsi else { return }
        var exchange = HTTPExchange(
            id: ExchangeID(connection: connection.slot, number: 0),
            method: .get,
            keepsAlive: false
        )
        exchange.respond(with: refusal.response)
        if case .write(let count) = exchange.next(into: outbox.piece) {
            _ = outbox.send(count, as: LWS_WRITE_HTTP, to: wsi)
        }
    }
}
