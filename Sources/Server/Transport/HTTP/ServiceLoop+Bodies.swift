import CWebSockets

/// A request whose body is coming in.
struct RequestBody {
    var request: Request
    let length: Int
}

/// Requests that bring something.
extension ServiceLoop {
    /// Waits for a request's body.
    func beginBody(of request: Request, length: Int, on connection: Connection) -> CInt {
        guard let wsi = connection.wsi else { return -1 }
        // libwebsockets gives each piece 5 s, and so a slow client for ever.
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        connection.deadline = .now + settings.limits.bodyTime
        connection.phase = .body(RequestBody(request: request, length: length))
        return 0
    }

    /// Waits, for a while, until the body of a request that was refused has come and gone.
    ///
    /// Who still sends it would find the connection reset, and lose the answer that says why.
    func readAway(on connection: Connection) -> CInt {
        guard let wsi = connection.wsi, lws_partial_buffered(wsi) == 0 else { return -1 }
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        connection.peer.finish()
        connection.phase = .refused
        return 0
    }

    /// Takes a piece of a body.
    func receiveBody(_ bytes: UnsafeRawBufferPointer, on connection: Connection) -> CInt {
        if case .refused = connection.phase { return 0 }
        guard case .body(var body) = connection.phase else { return -1 }
        // So that the bytes have one owner, and grow in place.
        connection.phase = .over
        body.request.body.append(contentsOf: bytes)
        guard body.request.body.count <= body.length else { return -1 }
        connection.phase = .body(body)
        return 0
    }

    /// Hands a request to the application, now that all of it is there.
    ///
    /// It is the last of its connection: what comes behind a body is told from it by its length
    /// alone.
    func endBody(on connection: Connection) -> CInt {
        if case .refused = connection.phase { return -1 }
        // Without a body it has been handed over already.
        guard case .body(let body) = connection.phase else { return 0 }
        guard body.request.body.count == body.length else { return -1 }
        return begin(body.request, keepsAlive: false, on: connection)
    }
}
