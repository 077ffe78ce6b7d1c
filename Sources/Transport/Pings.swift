import Basics
import CWebSockets

/// Pings, which find clients that are gone, and keep proxies from giving up on silent sockets.
///
/// libwebsockets would send them by itself, but its version 4.1 writes the time of its ping over the
/// payload of a pong that has yet to be sent. A client that pings as well, as Python's websockets
/// does, then takes the connection for broken.
struct Pings {
    /// What becomes of a socket whose turn it is.
    enum Verdict { case ping, giveUp }

    /// libwebsockets does not tell of an empty pong.
    static let payload = Array("ping".utf8)

    /// How long each socket waits between two looks at it.
    private let interval: Duration
    /// Sockets by when they are looked at next; as all wait equally long, a new one comes last.
    private var queue: [(slot: Slot, due: ContinuousClock.Instant)] = []

    init(every interval: Duration) { self.interval = interval }

    /// Has a socket looked at when the interval is over.
    mutating func add(_ slot: Slot, at now: ContinuousClock.Instant) {
        queue.append((slot, now + interval))
    }

    /// Takes those out whose time has come; of a crowd that came at once, a part with each tick, so
    /// that all have been looked at after ten seconds.
    mutating func takeDue(at now: ContinuousClock.Instant) -> [Slot] {
        let most = max(TurnQuota.clients, queue.count / 100)
        let due = queue.prefix(most).prefix { $0.due <= now }
        queue.removeFirst(due.count)
        return due.map(\.slot)
    }
}

/// What tells whether a socket's client is still there.
struct SignsOfLife {
    /// Whether anything was received since the last ping.
    private var isHeard = true
    /// Whether a ping is to be sent as soon as the socket is writable.
    private var owesPing = false

    /// Notes that something was received.
    mutating func hear() { isHeard = true }

    /// Decides what becomes of the socket; nobody can be heard that is not read from.
    mutating func look(isRead: Bool) -> Pings.Verdict {
        guard isHeard || !isRead else { return .giveUp }
        (isHeard, owesPing) = (false, true)
        return .ping
    }

    /// Whether a ping is to be sent now; it is asked for once.
    mutating func takePing() -> Bool {
        defer { owesPing = false }
        return owesPing
    }
}

extension ServiceLoop {
    /// Pings the sockets whose time has come, and ends those whose clients are gone.
    func lookForLostClients(at now: ContinuousClock.Instant) {
        for slot in pings.takeDue(at: now) {
            guard let connection = connections[slot],
                case .socket(let socket) = connection.phase, socket.pendingClose == nil
            else { continue }
            switch socket.signsOfLife.look(isRead: socket.hold == nil && !socket.isFull) {
            case .giveUp: kill(connection)
            case .ping:
                pings.add(slot, at: now)
                wantsToWrite(connection)
            }
        }
    }

    /// Sends a ping, and then has the handler asked for what it wanted to write.
    func sendPing(on connection: Connection, _ wsi: OpaquePointer) -> CInt {
        wantsToWrite(connection)
        sendQueue.load(Pings.payload)
        return sendQueue.send(Pings.payload.count, as: LWS_WRITE_PING, to: wsi) ? 0 : -1
    }
}
