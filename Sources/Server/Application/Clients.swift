import Basics
import Cluster
import Library
import Media
import Pictures
import Scrubbing
import Transport
import Wire

/// The sessions of all open sockets, and those that wait for their clients to come back.
///
/// Belongs to the loop's thread.
final class Clients {
    private var sockets: [SocketID: Client] = [:]
    /// The sockets on each clip, so that news of one clip costs nothing for the others.
    private var onClip: [ClipKey: Set<SocketID>] = [:]
    /// The sockets whose sessions are to be ticked: most of thousands of clients are idle.
    private var waiting: Set<SocketID> = []
    private var opened = 0
    /// What they are still to be told of.
    let news = ClientUpdates()
    /// Whose pictures are still to be looked for, and whose pointers move.
    let (searches, pauses) = (PictureSearches(), PointerPauses())
    /// What they are told once it is stored.
    let answers = MarkAnswers()
    /// The rooms that they are in.
    let rooms = RoomService()
    /// What several servers share; `nil` where this is the only one.
    private(set) var cluster: ClusterNode?
    /// The marks that they share; `nil` where this is the only one.
    private(set) var marks: MarkSharing?
    /// The sockets whose sessions go on at other servers, of which nothing is taken any more.
    private(set) var leaving: Set<SocketID> = []
    /// Those that can be resumed.
    let resumable: ResumableSessions
    /// The sockets of the sessions, by the token that each is resumed by.
    private(set) var holders: [String: SocketID] = [:]

    /// A socket's session, and the clip that it is on.
    private final class Client {
        var session: Session
        var clip: ClipKey?
        /// The media that it waits for.
        var opening: Opening?
        /// Whose samples are being decoded for it.
        var listening: SoundTarget?
        var tally: SessionTally
        private let began = ContinuousClock.now
        /// When the oldest message came whose answer has not been sent.
        private var asked: ContinuousClock.Instant?

        init(_ session: Session, number: Int) {
            self.session = session
            tally = SessionTally(session: number)
        }

        /// The tally up to now.
        var total: SessionTally {
            var tally = tally
            tally.media = clip?.id.description
            tally.time = .now - began
            return tally
        }

        /// What is kept of its session, once it is on a clip.
        func snapshot(until: UInt64) -> SessionSnapshot? {
            guard let clip, let parked = session.parked else { return nil }
            return .live(parked, token: session.token, on: clip, until: until)
        }

        /// Notes when a message came, if it has an answer.
        func asked(at now: ContinuousClock.Instant) {
            if session.outgoing.hasText { asked = asked ?? now }
        }

        /// Notes that an answer is sent, and returns how long it took.
        func answered(at now: ContinuousClock.Instant) -> Duration? {
            defer { asked = nil }
            return asked.map { now - $0 }
        }
    }

    /// Takes the sessions that were kept before the server was started; blocks.
    ///
    /// - Parameters:
    ///   - folder: Where sessions are kept; `nil` keeps none.
    ///   - place: Where the server listens, by which it finds its own again.
    ///   - log: Receives why sessions cannot be read or written, on any thread.
    init(
        _ folder: String? = nil,
        place: String = "",
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        resumable = ResumableSessions(folder, place: place, log: log)
    }

    /// How many sockets are open.
    var count: Int { sockets.count }

    /// All open sockets.
    var all: [SocketID] { Array(sockets.keys) }

    /// Opens a session, and returns its number, from 1.
    func open(_ socket: SocketID) -> Int {
        opened += 1
        let session = Session(token: .unguessable())
        holders[session.token] = socket
        sockets[socket] = Client(session, number: opened)
        return opened
    }

    /// Ends a session, which its client may resume for a while if it was on a clip; one that goes on
    /// elsewhere is kept there.
    func close(
        _ socket: SocketID,
        at now: ContinuousClock.Instant,
        goesOn: Bool = false
    ) -> SessionTally? {
        guard let client = sockets.removeValue(forKey: socket) else { return nil }
        defer { leaving.remove(socket) }
        searches.remove(socket)
        resumable.noteChange()
        waiting.remove(socket)
        holders[client.session.token] = nil
        if let clip = client.clip {
            leave(clip, socket)
            if !goesOn, let session = client.session.parked {
                resumable.park(session, on: clip, token: client.session.token, at: now)
            }
        }
        return client.total
    }
}

// MARK: - Sessions

extension Clients {
    /// Applies an event to a session, and returns what is to be done.
    func apply(
        to socket: SocketID,
        _ event: (inout Session) -> [Session.Action]
    ) -> [Session.Action] {
        let applied = read(socket) { session in (event(&session), session.awaitsTime) }
        guard let (actions, awaitsTime) = applied else { return [] }
        if awaitsTime { waiting.insert(socket) }
        return actions
    }

    /// Reads from a session in place: a copy of it would make its next change copy it again.
    func read<Value>(_ socket: SocketID, _ value: (inout Session) -> Value) -> Value? {
        sockets[socket].map { value(&$0.session) }
    }

    /// Notes that a message of a client has been taken, with all that follows from it.
    func noteMessage(of socket: SocketID, at now: ContinuousClock.Instant) {
        guard let client = sockets[socket] else { return }
        noteChange(of: socket)
        client.tally.messages += 1
        client.asked(at: now)
    }

    /// Whether anything waits to be sent.
    func wantsToWrite(_ socket: SocketID) -> Bool {
        read(socket) { !$0.outgoing.isEmpty } ?? false
    }

    /// Takes the next message for a client, and, of an answer, how long it took.
    func next(
        for socket: SocketID,
        at now: ContinuousClock.Instant
    ) -> (item: OutgoingQueue.Item, answerTime: Duration?)? {
        guard let client = sockets[socket], let item = client.session.next() else { return nil }
        switch item {
        case .text: return (item, client.answered(at: now))
        case .picture: client.tally.pictures += 1
        case .sound: break
        }
        return (item, nil)
    }

    /// The sockets whose sessions wait for time to pass; each is returned once.
    func due() -> Set<SocketID> {
        defer { waiting = [] }
        return waiting
    }
}

// MARK: - Clips

extension Clients {
    /// The clips that clients are on.
    var clips: Set<ClipKey> { Set(onClip.keys) }

    /// The clip that a client is on.
    func clip(of socket: SocketID) -> ClipKey? { sockets[socket]?.clip }

    /// The sockets on a clip.
    func sockets(on clip: ClipKey) -> Set<SocketID> { onClip[clip] ?? [] }

    /// Puts a client on a clip, or on none.
    func place(_ socket: SocketID, on clip: ClipKey?) {
        guard let client = sockets[socket] else { return }
        if let before = client.clip { leave(before, socket) }
        client.clip = clip
        if let clip { onClip[clip, default: []].insert(socket) }
    }

    /// The media that a client waits for; `nil` when it has gone.
    func opening(of socket: SocketID) -> Opening? { sockets[socket]?.opening }

    /// Notes which media a client waits for.
    func wait(_ socket: SocketID, for opening: Opening?) { sockets[socket]?.opening = opening }

    private func leave(_ clip: ClipKey, _ socket: SocketID) {
        onClip[clip]?.remove(socket)
        if onClip[clip]?.isEmpty ?? false { onClip[clip] = nil }
    }
}

// MARK: - Resuming

extension Clients {
    /// The socket of a session, if it is open.
    func holder(of token: String) -> SocketID? { holders[token] }

    /// The open socket of the session that a client resumes: a client that changes its network
    /// comes back long before the server detects the loss.
    func holder(of token: String, on clip: ClipKey) -> SocketID? {
        guard let socket = holders[token], self.clip(of: socket) == clip else { return nil }
        return read(socket) { $0.scrub != nil } == true ? socket : nil
    }

    /// Notes whose samples are being decoded for a socket.
    func listens(_ socket: SocketID, to target: SoundTarget) { sockets[socket]?.listening = target }

    /// Returns whose samples were being decoded for a socket, which they are no longer.
    func takeListening(of socket: SocketID) -> SoundTarget? {
        defer { sockets[socket]?.listening = nil }
        return sockets[socket]?.listening
    }

    /// Adds the clients to the metrics.
    func report(in metrics: inout Metrics) {
        metrics.openSockets = sockets.count
        metrics.sessions = sockets.values.count { $0.session.scrub != nil }
        metrics.parked = resumable.count
        rooms.report(in: &metrics)
        metrics.cluster = cluster?.counts ?? metrics.cluster
        metrics.limits.parked = ParkedSessions.limit
    }
}

// MARK: - Several servers

extension Clients {
    /// Shares what is shared with other servers from now on; `written` receives each session that is
    /// to be given to them, on any thread.
    func join(_ cluster: ClusterNode, _ written: @escaping @Sendable (WrittenSession) -> Void) {
        self.cluster = cluster
        rooms.share(by: cluster.rooms)
        marks = MarkSharing(cluster.marks, on: cluster.number)
        resumable.share(by: SessionSharing(cluster.sessions, written))
    }
}

// MARK: - Outliving the server

extension Clients {
    /// Notes that a session has changed.
    func noteChange(of socket: SocketID) {
        resumable.noteChange()
        resumable.sharing?.noteChange(of: socket)
    }

    /// Gives a session to other servers, if there is one; of one that leaves, nothing more is taken.
    func give(_ socket: SocketID, by sharing: SessionSharing, isLeaving: Bool = false) {
        if isLeaving { leaving.insert(socket) }
        let until = SessionKeeper.now + UInt64(SessionSharing.life.components.seconds)
        guard let client = sockets[socket], let snapshot = client.snapshot(until: until)
        else { return }
        sharing.give(snapshot, of: client.session.token, isLeaving: isLeaving)
    }

    /// The sockets whose sessions could go on at other servers, and do not yet.
    var movable: [SocketID] {
        let isMovable = { (client: Client) in client.clip != nil && client.session.scrub != nil }
        return sockets.filter { !leaving.contains($0) && isMovable($1) }.map(\.key)
    }

    /// The session of an open socket, which can be resumed until so many seconds since 1970.
    func snapshot(of token: String, until: UInt64) -> SessionSnapshot? {
        holders[token].flatMap { sockets[$0]?.snapshot(until: until) }
    }
}
