import Media
package import Transport
import Wire

/// The sockets' events, and what their sessions decide.
extension Application {
    package func opened(_ socket: SocketID) {
        metrics.sockets += 1
        sockets[socket] = Client(Session(token: .unguessable()), number: metrics.sockets)
        log(.opened(session: metrics.sockets))
    }

    package func received(
        _ message: SocketInput,
        from socket: SocketID,
        at now: ContinuousClock.Instant
    ) {
        guard case .text(let text) = message, let client = sockets[socket] else { return }
        metrics.messages += 1
        client.tally.messages += 1
        recorder?.record(text, from: socket)
        perform(on: socket, of: client) { $0.receive(text, at: now) }
        client.asked(at: now)
    }

    package func writable(_ socket: SocketID) {
        guard let client = sockets[socket], let item = client.session.next() else { return }
        switch item {
        case .text(let text):
            if let time = client.answered(at: .now) { metrics.answers.observe(time) }
            loop.send(text: text, to: socket)
        case .picture(let bytes):
            metrics.previews += 1
            client.tally.pictures += 1
            loop.send(binary: bytes, to: socket)
        }
        if client.wantsToWrite { loop.wantsToWrite(socket) }
    }

    package func closed(_ socket: SocketID, _ end: SocketEnd) {
        cancelPictures(of: socket)
        if recorder?.close(socket) == true { stopper.stop() }
        guard let client = sockets.removeValue(forKey: socket) else { return }
        log(.closed(client.total, end))
        if let session = client.session.parked, let clip = client.clip {
            parked.park(session, on: clip, token: client.session.token, at: .now)
        }
    }

    /// Passes an event to a session and carries out the actions that it returns.
    func perform(on socket: SocketID, _ event: (inout Session) -> [Session.Action]) {
        if let client = sockets[socket] { perform(on: socket, of: client, event) }
    }

    /// Ticks the sessions that wait for time to pass.
    func tickSessions(at now: ContinuousClock.Instant) {
        // `perform` adds those again that still wait after this tick.
        let due = waiting
        waiting = []
        for socket in due { perform(on: socket) { $0.tick(at: now) } }
    }

    private func perform(
        on socket: SocketID,
        of client: Client,
        _ event: (inout Session) -> [Session.Action]
    ) {
        for action in client.apply(event) { carryOut(action, for: socket) }
        if client.awaitsTime { waiting.insert(socket) }
        if client.wantsToWrite { loop.wantsToWrite(socket) }
    }

    private func carryOut(_ action: Session.Action, for socket: SocketID) {
        switch action {
        case .attach(let id, let stream): attach(socket, to: id, stream: stream)
        case .find(let target): sendCached(target, to: socket)
        case .decode(let target): decode(target, for: socket)
        case .prefetch(let target): prefetchAround(target, for: socket)
        case .tellMarks: sendMarks(to: socket)
        case .mark(let change): changeMarks(change, by: socket)
        case .export(let request): export(request, for: socket)
        case .carryOut(let action): carryOut(action, for: socket)
        case .close(let code, let reason): loop.close(socket, code: code, reason: reason)
        }
    }

    private func attach(_ socket: SocketID, to id: MediaID, stream: Int?) {
        sockets[socket]?.clip = nil
        guard let entry = library.entry(id, at: .now) else {
            return perform(on: socket) {
                $0.fail(
                    .unknownMedia,
                    "no media has this id; GET /api/v1/media lists those there are"
                )
            }
        }
        do throws(MediaError) {
            let key = try open(entry, stream: stream)
            sockets[socket]?.clip = key
            announce(key, to: socket)
        } catch {
            perform(on: socket) { $0.fail(.indexFailed, "\(error)") }
        }
    }

    /// Tells a session what is known of its clip.
    func announce(_ key: ClipKey, to socket: SocketID) {
        switch openMedia.progress(of: key) {
        case .scanning(let clip), .complete(let clip):
            let token = sockets[socket]?.session.resumeToken
            let resumed = token.flatMap { resumedSession($0, on: key) }
            perform(on: socket) { $0.show(clip, resuming: resumed) }
        case .failed(let error):
            sockets[socket]?.clip = nil
            perform(on: socket) { $0.fail(ErrorCode(error), "\(error)") }
        case .waiting, nil: return
        }
    }

    /// Takes the session that a client resumes, and closes its old socket if that is still open: a
    /// client that changes its network comes back long before the server detects the loss.
    private func resumedSession(_ token: String, on key: ClipKey) -> ParkedSession? {
        let old = sockets.first { _, client in
            client.clip == key && client.session.token == token && client.session.scrub != nil
        }
        if let socket = old?.key {
            let reason = "resumed elsewhere"
            loop.close(socket, code: .policyViolation, reason: reason)
            closed(socket, .closedByServer(.policyViolation, reason: reason))
        }
        return parked.take(token, on: key, at: .now)
    }
}

extension ErrorCode {
    /// The code for a media that cannot be opened.
    fileprivate init(_ error: MediaError) {
        if case .noSuchStream = error { self = .unknownMedia } else { self = .indexFailed }
    }
}

extension Application {
    /// A socket's session, and the clip that it is on.
    final class Client {
        var session: Session
        var clip: ClipKey?
        /// The picture that is being decoded for it.
        var job: PictureJob?
        var prefetch = Prefetch()
        /// What is logged when the socket closes.
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

        /// Whether the session is to be ticked.
        private(set) var awaitsTime = false

        /// Applies an event to the session, and returns what is to be done.
        func apply(_ event: (inout Session) -> [Session.Action]) -> [Session.Action] {
            apply(event, to: &session)
        }

        /// `awaitsTime` is read through `inout`, because through the object it would copy the flow.
        private func apply(
            _ event: (inout Session) -> [Session.Action],
            to session: inout Session
        ) -> [Session.Action] {
            let actions = event(&session)
            awaitsTime = session.flow.awaitsTime
            return actions
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

        /// Whether anything waits to be sent.
        var wantsToWrite: Bool { !session.outgoing.isEmpty }
    }
}
