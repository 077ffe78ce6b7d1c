/// What the loop knows of one client's connection.
///
/// libwebsockets keeps the slot's index as the connection's user data.
final class Connection {
    /// The large parts lie behind a pointer: sockets are looked at far more often.
    enum Phase {
        /// Between requests.
        case idle
        /// A request is coming in.
        indirect case body(RequestBody)
        /// A request waits for its answer, or takes it.
        indirect case exchange(HTTPExchange, Pace)
        case socket(Socket)
        /// A request has been refused, and its body is still coming in.
        case refused
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
        /// What the client may still send; `nil` when that is anything.
        var bucket: TokenBucket?
        /// Because of whom nothing is read from the client now.
        var hold: Hold?
        /// Since when more has been waiting, whenever somebody looked, than should be.
        var pushing: ContinuousClock.Instant?

        /// How it ends, if it ends now.
        var end: SocketEnd {
            farewell.map { .sentAway($0.code, reason: $0.reason) }
                ?? goodbye.map { .left($0) } ?? .lost
        }

        init(_ limits: TransportLimits, at now: ContinuousClock.Instant) {
            bucket = limits.socketBucket.map { TokenBucket($0, at: now) }
            reassembly = Reassembly(
                byteLimit: limits.messageBytes,
                fragmentLimit: limits.fragments
            )
        }
    }

    /// Who has sent too much.
    enum Hold {
        case itself
        /// All clients of its address together.
        case others
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

    /// Gives the client a time to take what is still on its way.
    func end(within time: Duration) { deadline = deadline ?? .now + time }

    init(slot: Slot, peer: Peer) {
        self.slot = slot
        self.peer = peer
    }

    var socketID: SocketID { SocketID(connection: slot) }

    /// Whether the server may stop without this client noticing.
    var isIdle: Bool {
        switch phase {
        case .idle, .refused, .over: true
        case .body, .exchange, .socket: false
        }
    }
}
