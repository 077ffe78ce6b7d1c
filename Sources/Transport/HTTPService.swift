package import Basics
import CWebSockets
import System

/// HTTP on the loop: requests, their bodies, and answers.
extension ServiceLoop {
    /// Answers a request, on the loop's thread.
    ///
    /// Does nothing when the client has disconnected.
    package func respond(to exchange: ExchangeID, with response: Response) {
        guard let connection = connections[exchange.connection], connection.wsi != nil,
            case .exchange(var waiting, _) = connection.phase, waiting.id == exchange
        else { return }
        waiting.respond(with: response)
        connection.phase = .exchange(waiting, rate(from: .now))
        connection.deadline = nil
        wantsToWrite(connection)
    }

    /// Goes on with an answer that waited for more of its body to be made.
    ///
    /// Does nothing when the client has disconnected.
    package func resume(_ exchange: ExchangeID) {
        guard let connection = connections[exchange.connection], connection.wsi != nil,
            case .exchange(let waiting, _) = connection.phase, waiting.id == exchange
        else { return }
        // The time that making it took is not the client's.
        connection.phase = .exchange(waiting, rate(from: .now))
        wantsToWrite(connection)
    }

    private func rate(from now: ContinuousClock.Instant) -> TransferRate {
        TransferRate(bytes: settings.limits.rateBytes, per: settings.limits.rateWindow, from: now)
    }

    /// The address of the client that a request is of; `nil` when it has none, or has gone.
    package func client(of exchange: ExchangeID) -> PeerAddress? {
        connections[exchange.connection]?.client
    }

    /// Checks the request that has come in, and passes it to the application.
    func beginExchange(on connection: Connection) -> CInt {
        guard let wsi = connection.wsi else { return -1 }
        let head = RequestHead(reading: wsi)
        if let refusal = refusePipelining(head, on: connection) {
            return refuse(refusal, on: connection)
        }
        if let refusal = identify(connection, by: head) { return refuse(refusal, on: connection) }
        if case .refuse(let refusal) = rules.verdict(onRequest: head) {
            guard head.announcesBody else { return refuse(refusal, on: connection) }
            tell(refusal, on: connection)
            return drainBody(on: connection)
        }
        guard var request = Request(head) else { return -1 }
        request.isSecure = rules.isSecure(head)
        if head.announcesBody, let length = head.bodyLength {
            return beginBody(of: request, length: length, on: connection)
        }
        return begin(request, keepsAlive: head.keepsAlive && request.method != .put, on: connection)
    }

    /// Passes a whole request to the application.
    func begin(_ request: Request, keepsAlive: Bool, on connection: Connection) -> CInt {
        guard let wsi = connection.wsi else { return -1 }
        // libwebsockets allows 5 s for an answer; the tick applies our own limits instead.
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
        let isLast = connection.requests >= settings.limits.requests || closeDeadline != nil
        let exchange = HTTPExchange(
            id: ExchangeID(connection: connection.slot, number: connection.requests),
            method: request.method,
            keepsAlive: keepsAlive && !isLast
        )
        let rate = TransferRate(bytes: 0, per: settings.limits.rateWindow, from: .now)
        connection.phase = .exchange(exchange, rate)
        connection.deadline = .now + settings.limits.answerTime
        return exchange.id
    }

    /// Refuses a request that was sent before the answer to the last one.
    ///
    /// It shows by more input behind it, or by no input since the last one, in which case it was
    /// in libwebsockets' own buffer.
    private func refusePipelining(_ head: RequestHead, on connection: Connection) -> Refusal? {
        let received = connection.peer.socket.bytesReceived
        defer { connection.bytesAtLastRequest = received }
        let isLate = received > 0 && received == connection.bytesAtLastRequest
        // What follows the head of a PUT is its body.
        let hasMoreInput = head.method != .put && connection.peer.socket.waitingInput == .some
        guard isLate || hasMoreInput else { return nil }
        return .malformed("a request waits for the answer to the one before it")
    }

    /// Sends the next piece of the answer.
    func writeExchange(of connection: Connection) -> CInt {
        guard let wsi = connection.wsi, case .exchange(var exchange, var rate) = connection.phase
        else { return -1 }
        switch exchange.next(into: sendQueue.piece) {
        case .wait:
            connection.phase = .exchange(exchange, rate)
            return 0
        case .fail:
            return -1
        case .finish:
            return end(exchange, on: connection)
        case .write(let count):
            guard sendQueue.send(count, as: LWS_WRITE_HTTP, to: wsi) else { return -1 }
            rate.took(count)
            connection.phase = .exchange(exchange, rate)
            if hasLeft(exchange, on: wsi) { return end(exchange, on: connection) }
            wantsToWrite(connection)
            return 0
        }
    }

    /// Whether the kernel has taken the whole answer, so that the next request may come.
    func hasLeft(_ exchange: HTTPExchange, on wsi: OpaquePointer) -> Bool {
        exchange.isSpent && lws_partial_buffered(wsi) == 0
    }

    private func end(_ exchange: HTTPExchange, on connection: Connection) -> CInt {
        connection.phase = exchange.keepsAlive ? .idle : .over
        releaseClient(of: connection)
        guard exchange.keepsAlive, let wsi = connection.wsi else { return -1 }
        return lws_http_transaction_completed(wsi) == 0 ? 0 : -1
    }

    /// Answers with the reason for a refusal, and closes the connection.
    ///
    /// Always by a negative result: after a positive one this version of libwebsockets uses
    /// memory that it has freed.
    func refuse(_ refusal: Refusal, on connection: Connection) -> CInt {
        tell(refusal, on: connection)
        connection.peer.socket.discardInput()
        return -1
    }

    /// Sends the reason for a refusal; the connection ends once it can be written to again.
    func tell(_ refusal: Refusal, on connection: Connection) {
        connection.phase = .over
        connection.end(within: settings.limits.lingerTime)
        guard let wsi = connection.wsi else { return }
        var exchange = HTTPExchange(
            id: ExchangeID(connection: connection.slot, number: 0),
            method: .get,
            keepsAlive: false
        )
        exchange.respond(with: refusal.response)
        if case .write(let count) = exchange.next(into: sendQueue.piece) {
            _ = sendQueue.send(count, as: LWS_WRITE_HTTP, to: wsi)
        }
    }
}

/// A request whose body is coming in.
struct RequestBody {
    private(set) var request: Request
    let length: Int

    init(request: Request, length: Int) {
        self.request = request
        self.length = length
    }

    var isWhole: Bool { request.body.count == length }

    /// Appends what is of the body; the rest of the bytes follows it.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        request.body.append(contentsOf: bytes.prefix(length - request.body.count))
    }
}

/// Request bodies.
extension ServiceLoop {
    /// Waits for a request's body.
    func beginBody(of request: Request, length: Int, on connection: Connection) -> CInt {
        guard let wsi = connection.wsi else { return -1 }
        // libwebsockets allows 5 s for each piece, so without end for a slow client.
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        connection.deadline = .now + settings.limits.bodyTime
        connection.phase = .body(RequestBody(request: request, length: length))
        return 0
    }

    /// Reads and discards the body of a request that was refused, for a while.
    ///
    /// Otherwise the connection would be reset, and a client that is still sending would lose the
    /// answer.
    func drainBody(on connection: Connection) -> CInt {
        guard let wsi = connection.wsi, lws_partial_buffered(wsi) == 0 else { return -1 }
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        connection.peer.socket.finish()
        connection.phase = .refused
        return 0
    }

    /// Appends a piece of a body; with the last one, the request is passed on when the client can be
    /// written to.
    ///
    /// The end that libwebsockets reports is not waited for: from 4.3 on, it takes what follows a
    /// body for more of it, never reports the end then, and allows 5 s for a rest, from when this
    /// has returned.
    func receiveBody(_ bytes: UnsafeRawBufferPointer, on connection: Connection) -> CInt {
        switch connection.phase {
        case .refused, .exchange: return 0
        case .idle, .socket, .over: return -1
        case .body(var body):
            // So that the bytes have one owner, and grow in place.
            connection.phase = .over
            body.append(bytes)
            connection.phase = .body(body)
            if body.isWhole { wantsToWrite(connection) }
            return 0
        }
    }

    /// Passes a request to the application, once all of it is there.
    ///
    /// It is the last one of its connection: only its length separates a body from what follows.
    func passBody(on connection: Connection) -> CInt {
        guard case .body(let body) = connection.phase, body.isWhole else { return 0 }
        return begin(body.request, keepsAlive: false, on: connection)
    }

    /// Ends the connection of a refused request, now that all of it has been read.
    func endBody(on connection: Connection) -> CInt {
        if case .refused = connection.phase { return -1 }
        return 0
    }
}
