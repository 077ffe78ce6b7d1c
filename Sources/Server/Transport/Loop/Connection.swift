/// What the loop knows of one client's connection.
///
/// libwebsockets keeps the slot's index as the connection's user data.
final class Connection {
    enum Phase {
        /// Between requests.
        case idle
        /// A request is coming in.
        case body(RequestBody)
        /// A request waits for its answer, or takes it.
        case exchange(HTTPExchange, Pace)
        case socket(Socket)
        /// Nothing is expected any more but the end.
        case over
    }

    /// An object, so that a message grows in place.
    final class Socket {
        var reassembly: Reassembly
        /// The goodbye that goes out as soon as the socket can be written, or has gone out.
        var farewell: Farewell?
        var hasSaidFarewell = false
        /// What the client has said goodbye with.
        var goodbye: CloseCode?

        /// How it ends, if it ends now.
        var end: SocketEnd {
            farewell.map { .sentAway($0.code, reason: $0.reason) }
                ?? goodbye.map { .left($0) } ?? .lost
        }

        init(_ limits: TransportLimits) {
            reassembly = Reassembly(
                byteLimit: limits.messageBytes,
                fragmentLimit: limits.fragments
            )
        }
    }

    struct Farewell {
        let code: CloseCode
        var reason = ""
    }

    let slot: Slot
    let peer: Peer
    /// libwebsockets' connection, `nil` before and after its life.
    var wsi: OpaquePointer?
    var phase = Phase.idle
    var requests = 0
    /// When the connection is cut, whatever it does until then.
    var deadline: ContinuousClock.Instant?
    /// What had come in when the last request began, see `ServiceLoop.refusePipelining`.
    var bytesAtLastRequest: UInt64?

    /// Gives the client 5 s to take what is still on its way.
    func endSoon() { deadline = deadline ?? .now + .seconds(5) }

    init(slot: Slot, peer: Peer) {
        self.slot = slot
        self.peer = peer
    }

    var socketID: SocketID { SocketID(connection: slot) }

    /// Whether the server may stop without this client noticing.
    var isIdle: Bool {
        switch phase {
        case .idle, .over: true
        case .body, .exchange, .socket: false
        }
    }
}
