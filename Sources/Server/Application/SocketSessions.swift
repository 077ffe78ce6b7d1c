package import Basics
import Library
import Media
import Pictures
import Rooms
import Scrubbing
import Sounds
import Timeline
package import Transport
import Wire

/// The sockets' events, and what their sessions decide.
extension Application {
    package func opened(_ socket: SocketID) {
        operations.count { $0.sockets += 1 }
        operations.log(.opened(session: clients.open(socket)))
    }

    package func received(
        _ message: SocketInput,
        from socket: SocketID,
        at now: ContinuousClock.Instant
    ) {
        guard case .text(let text) = message, !clients.leaving.contains(socket) else { return }
        operations.count { $0.messages += 1 }
        operations.record(text, from: socket)
        perform(on: socket) { $0.receive(text, at: now) }
        noteMovement(of: socket, at: now)
        clients.noteMessage(of: socket, at: now)
    }

    package func writable(_ socket: SocketID) {
        guard let (item, time) = clients.next(for: socket, at: .now) else { return }
        if let time { operations.count { $0.answers.observe(time) } }
        switch item {
        case .text(let text): loop.send(text: text, to: socket)
        case .picture(let bytes):
            operations.count { $0.previews += 1 }
            loop.send(binary: bytes, to: socket)
        case .sound(let bytes): loop.send(binary: bytes, to: socket)
        }
        if clients.wantsToWrite(socket) { loop.wantsToWrite(socket) }
    }

    package func closed(_ socket: SocketID, _ end: SocketEnd) {
        library.opener.withdraw(.socket(socket))
        pictures.cancel(for: socket)
        leaveRoom(socket, end)
        requests.sounds.withdraw(.socket(socket))
        if operations.endRecording(of: socket) { stopper.stop() }
        let tally = clients.close(socket, at: .now, goesOn: end.isMove)
        if let tally { operations.log(.closed(tally, end)) }
    }

    /// Passes an event to a session and carries out the actions that it returns.
    func perform(on socket: SocketID, _ event: (inout Session) -> [Session.Action]) {
        for action in clients.apply(to: socket, event) { carryOut(action, for: socket) }
        noteMove(of: socket)
        if clients.wantsToWrite(socket) { loop.wantsToWrite(socket) }
    }

    private func carryOut(_ action: Session.Action, for socket: SocketID) {
        switch action {
        case .attach(let id, let stream):
            loop.keep(socket)
            let opening = Opening(id: id, stream: stream)
            clients.place(socket, on: nil)
            clients.wait(socket, for: opening)
            askForSession(of: socket)
            open(opening, for: .socket(socket))
        case .find(let target): clients.searches.add(target, of: socket)
        case .decode(let target): wanted(target, by: socket).map { pictures.decode($0) }
        case .glance(let target, let keyframe):
            wanted(target, by: socket).map { pictures.glance($0, at: keyframe) }
        case .cancelDecode:
            guard pictures.cancelDecode(for: socket) else { return }
            perform(on: socket) { $0.decoded(nil, at: .now) }
        case .prefetch(let target): wanted(target, by: socket).map { pictures.prefetch(around: $0) }
        case .listen(let target): listen(to: target, for: socket)
        case .tellMarks: sendMarks(to: socket)
        case .mark(let change): changeMarks(change, by: socket)
        case .export(let request): export(request, for: socket)
        case .carryOut(let action): carryOut(action, for: socket)
        case .room(let request): carryOut(request, for: socket)
        case .pong(let t):
            let message = PongMessage(t: t, at: RoomService.milliseconds)
            perform(on: socket) {
                $0.tell(message)
                return []
            }
        case .close(let reason): loop.close(socket, code: .policyViolation, reason: reason)
        }
    }

    /// Puts a socket on the media that it has waited for.
    func attach(_ socket: SocketID, to key: ClipKey) {
        clients.wait(socket, for: nil)
        clients.place(socket, on: key)
        announce(key, to: socket)
    }

    /// Tells a session what is known of its clip.
    func announce(_ key: ClipKey, to socket: SocketID) {
        switch library.progress(of: key) {
        case .scanning(let clip), .complete(let clip):
            let token = clients.read(socket) { $0.resumeToken } ?? nil
            // Its place is not known before; the client has waited for longer than that.
            if let token, clients.resumable.awaits(token, on: key, as: clip) { return }
            let resumed = token.flatMap { resumedSession($0, on: key, as: clip) }
            show(clip, of: key, to: socket, resuming: resumed)
        case .failed(let error):
            clients.place(socket, on: nil)
            perform(on: socket) { $0.fail(ErrorCode(error), "\(error)") }
        case .decoding(let decode, let version):
            perform(on: socket) { $0.noteProgress(IndexMessage(decode, version: version)) }
        case .reading(let reading, let version):
            perform(on: socket) { $0.noteProgress(IndexMessage(reading, version: version)) }
        case .waiting, nil: return
        }
    }

    /// Shows a clip to a session, which is then in the room that it wants to be in.
    private func show(
        _ clip: Clip,
        of key: ClipKey,
        to socket: SocketID,
        resuming parked: ParkedSession?
    ) {
        do throws(RoomRefusal) {
            let membership = try membership(of: socket, on: key, resuming: parked)
            perform(on: socket) { $0.show(clip, resuming: parked, at: .now) }
            clients.noteChange(of: socket)
            leaveRoom(of: parked, for: membership)
            if let membership { enterRoom(membership, over: socket) }
        } catch {
            clients.place(socket, on: nil)
            return perform(on: socket) { $0.fail(SessionError(error)) }
        }
        perform(on: socket) { $0.receiveEarly(at: .now) }
        library.source(key).map { pictures.addStoryboard(of: $0) }
    }

    /// Takes the session that a client resumes, and closes its old socket if that is still open.
    private func resumedSession(
        _ token: String,
        on key: ClipKey,
        as clip: Clip
    ) -> ParkedSession? {
        if let socket = clients.holder(of: token, on: key) { closeResumed(socket) }
        return clients.resumable.take(token, on: key, as: clip, at: .now)
    }
}

// MARK: - Pictures

extension Application {
    /// Passes a picture, or the reason why there is none, to whoever asked for it.
    func deliver(_ result: Result<EncodedFrame, MediaError>?, for job: PictureJob) {
        let time = pictures.finish(job, result)
        if let time, case .success = result { operations.count { $0.pictures.observe(time) } }
        switch job.requester {
        case .socket(let socket):
            let outcome = result?.mapError { DecodeFailure($0, of: job) }
            perform(on: socket) { $0.decoded(outcome, at: .now) }
        case .glance(let socket, let time):
            let outcome = result?.mapError { DecodeFailure($0, of: job) }
            perform(on: socket) { $0.glanced(at: time, outcome, now: .now) }
        case .exchange(let exchange): finish(exchange, with: result)
        case .tile(let exchange): addTile(result, of: job.frame, for: exchange)
        case .prefetch, .storyboard: return
        }
    }

    func wanted(_ target: PreviewTarget, by socket: SocketID) -> WantedPicture? {
        guard let key = clients.clip(of: socket), let source = library.source(key) else {
            return nil
        }
        return clients.read(socket) { session in
            WantedPicture(
                of: target.frame,
                PreviewFormat(width: target.format.width, quality: target.format.quality),
                goingBack: target.goesBack,
                fromAfar: target.isFromAfar,
                of: source,
                for: socket,
                newest: session.flow.newestFrame,
                isSlow: session.flow.isSlow,
                passed: session.flow.passed,
                stride: session.flow.stride,
                isMoving: session.flow.isMoving,
                heading: target.heading
            )
        }
    }
}

extension DecodeFailure {
    fileprivate init(_ error: MediaError, of job: PictureJob) {
        self.init(message: "\(error)", isFinal: job.frame < job.source.index.table.settled)
    }
}

extension ErrorCode {
    /// The code for a media that cannot be opened.
    fileprivate init(_ error: MediaError) {
        if case .noSuchStream = error { self = .unknownMedia } else { self = .indexFailed }
    }
}
