import Basics
import Cluster
import Library
import Media
import Scrubbing
import System
import Timeline
import Transport

/// Gives sessions to other servers as they change, so that their clients can go on there.
///
/// Each tick gives some of those that have changed, each as it is by then, and all from time to
/// time, so that they are still there when this server is gone. A thread of its own writes them.
/// Belongs to the loop's thread.
final class SessionSharing {
    private let exchange: SessionExchange
    private let jobs = WorkQueue<String, (SessionSnapshot, isLeaving: Bool)>()
    private var changed: [SocketID] = []
    private var known: Set<SocketID> = []
    private var nextRound = ContinuousClock.now
    /// The sockets of the sessions that were asked for.
    private var awaited: [String: SocketID] = [:]

    /// How many are given in a tick.
    static let perTick = 128
    /// How often those that do not change are given again.
    static let round = Duration.seconds(30)
    /// How long a session is kept: long enough for a round that is slow, and a minute after that.
    static let life = Duration.seconds(150)

    /// Starts the thread, which ends with ``finish()`` and reports each session that is written.
    init(_ exchange: SessionExchange, _ report: @escaping @Sendable (WrittenSession) -> Void) {
        self.exchange = exchange
        WorkThread.start(named: "vernier-given") { [jobs] in
            while let (snapshot, isLeaving) = jobs.next() {
                let bytes = StoredSession.encode([snapshot])
                let token = snapshot.stored.token
                report(WrittenSession(token: token, bytes: bytes, isLeaving: isLeaving))
            }
        }
    }

    /// Ends the thread.
    func finish() { jobs.close() }

    /// Notes that the session of a socket has changed.
    func noteChange(of socket: SocketID) {
        if known.insert(socket).inserted { changed.append(socket) }
    }

    /// Takes the sockets whose sessions are to be given now, some of `all` that are open.
    func takeDue(
        at now: ContinuousClock.Instant,
        _ all: @autoclosure () -> [SocketID]
    ) -> [SocketID] {
        guard room > 0 else { return [] }
        if now >= nextRound {
            nextRound = now + Self.round
            for socket in all() { noteChange(of: socket) }
        }
        let due = Array(changed.prefix(Self.perTick))
        changed.removeFirst(due.count)
        known.subtract(due)
        return due
    }

    /// Whether there is a Redis to give sessions to.
    var isConnected: Bool { exchange.isConnected }

    /// How many more sessions may be given now.
    var room: Int { exchange.isCalm ? max(0, Self.perTick - jobs.count) : 0 }

    /// Has a session written that is to be given to others.
    func give(_ snapshot: SessionSnapshot, of token: String, isLeaving: Bool = false) {
        if isLeaving || exchange.isCalm { jobs.post((snapshot, isLeaving), for: token) }
    }

    /// Gives a session that has been written.
    func give(_ session: WrittenSession) {
        let (token, isLeaving) = (session.token, session.isLeaving)
        exchange.keep(session.bytes, of: token, for: Self.life, isLeaving: isLeaving)
    }

    /// Keeps a session with no other server any longer.
    func drop(_ token: String) {
        jobs.withdraw(token)
        exchange.drop(token)
    }

    /// Asks for a session that a client resumes over a socket, which waits for the answer.
    func ask(for token: String, by socket: SocketID, at now: ContinuousClock.Instant) {
        if exchange.take(token, at: now) { awaited[token] = socket }
    }

    /// Whether a client waits for the session that it resumes.
    func awaits(_ token: String) -> Bool { awaited[token] != nil }

    /// Takes what has been heard of other servers.
    func takeEvents() -> [SessionExchange.Event] { exchange.takeEvents() }

    /// Takes the socket that has waited for a session.
    func takeWaiting(for token: String) -> SocketID? { awaited.removeValue(forKey: token) }
}

/// A session as other servers read it.
struct WrittenSession: Sendable {
    let token: String
    let bytes: [UInt8]
    /// Whether it goes on elsewhere, and its socket is closed once it is there.
    let isLeaving: Bool
}

// MARK: - Carrying out

extension Application {
    /// Asks other servers for the session that a client resumes, unless this one knows it best.
    func askForSession(of socket: SocketID) {
        guard let sharing = clients.resumable.sharing,
            let token = clients.read(socket, { $0.resumeToken }) ?? nil,
            !clients.resumable.holds(token), clients.holder(of: token) == nil
        else { return }
        sharing.ask(for: token, by: socket, at: .now)
    }

    /// Gives sessions to other servers that have changed, and takes those that they have left.
    func shareSessions(at now: ContinuousClock.Instant) {
        guard let sharing = clients.resumable.sharing else { return }
        for socket in sharing.takeDue(at: now, clients.all) { clients.give(socket, by: sharing) }
    }

    /// Carries out what has been heard of the sessions of other servers.
    func carryOutSessionNews() {
        guard let sharing = clients.resumable.sharing else { return }
        for event in sharing.takeEvents() {
            switch event {
            case .found(let token, let bytes):
                if let bytes { adopt(bytes, of: token) }
                guard let socket = sharing.takeWaiting(for: token),
                    let key = clients.clip(of: socket)
                else { continue }
                announce(key, to: socket)
            case .kept(let token): closeMoved(token)
            case .taken(let token):
                if let socket = clients.holder(of: token) { closeResumed(socket) }
                clients.resumable.drop(token)
            }
        }
    }

    private func adopt(_ bytes: [UInt8], of token: String) {
        do throws(StoredError) {
            try clients.resumable.adopt(bytes, of: token)
        } catch {
            let text = "a session of another server cannot be used: \(error)"
            operations.log(.problem(.warning, text))
        }
    }

    /// Closes a socket whose session goes on over another.
    func closeResumed(_ socket: SocketID) {
        let reason = "resumed elsewhere"
        loop.close(socket, code: .policyViolation, reason: reason)
        closed(socket, .closedByServer(.policyViolation, reason: reason))
    }
}
