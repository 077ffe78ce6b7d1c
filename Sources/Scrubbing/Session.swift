package import Library
package import Media
import Pictures
import ScrubModel
import Timeline
package import Wire

// Scrubbing: what one client does to a clip and what it gets for it, without a socket, a file or a
// clock. All of it is values that take messages and the time, and return what is to be done.
//
// A server keeps a `Session` for each socket and calls it on one thread, the loop's: `receive` takes
// a message, `next` gives what is to be sent, and each `Session.Action` asks for something that only
// others can do. Inside, `ScrubSession` turns messages into states and `PreviewFlow` decides which
// picture is next. `ParkedSessions` keeps sessions whose socket was lost. Commands use
// `ScrubSession` alone to play a trace, and `TargetQuery` to find the frame of a place; on any
// thread, as they own them.

/// One client's session, from the opening of its socket to its end.
///
/// Sans-I/O: it takes messages and the time, puts answers into ``outgoing`` and returns what else
/// is to be done, so all of it is tested without a socket. A server owns one per socket and
/// calls it on the loop's thread. Inside, ``ScrubSession`` turns messages into states, and
/// ``PreviewFlow`` decides which picture is next.
package struct Session {
    /// What the session needs others to do.
    package enum Action: Equatable {
        /// Find the media and show its clip, or say that there is none.
        case attach(MediaID, stream: Int?)
        /// Look for a picture in the cache.
        case find(PreviewTarget)
        /// Decode a picture.
        case decode(PreviewTarget)
        /// Decode a keyframe alone, near a target.
        case glance(PreviewTarget, keyframe: Int)
        /// End the decode under way.
        case cancelDecode
        /// Prefetch what is around a target where the pointer rests.
        case prefetch(PreviewTarget)
        /// Decode samples.
        case listen(SoundTarget)
        /// Send the marks.
        case tellMarks
        /// Change the marks.
        case mark(MarksChange)
        /// Carry out a request about exports.
        case export(ExportRequest)
        /// Carry out an action that the client has confirmed.
        case carryOut(ConfirmedAction)
        /// Tell the others in the room.
        case room(RoomRequest)
        /// Answer with the server's clock.
        case pong(t: Double)
        /// Close the socket, as the client has broken the protocol's limits.
        case close(reason: String)
    }

    enum Stage {
        case new
        case opening(Open)
        case open
    }

    /// The token that resumes this session on another socket.
    package let token: String
    /// What waits to be sent.
    package var outgoing = OutgoingQueue()
    private(set) var stage = Stage.new
    /// What the client has sent behind its `open` without waiting for the answer.
    private var early = EarlyMessages()
    /// The scrubbing of the clip, once one is open.
    ///
    /// Moves come hundreds of times a second, so it is changed in place and never copied.
    package internal(set) var scrub: ScrubSession?
    /// Which picture the client gets next.
    package var flow = PreviewFlow()
    /// The size and quality of the client's pictures; `nil` when it wants none.
    private(set) var preview: PreviewRequest?
    /// Which sound the client gets next.
    var sound = SoundFlow()
    /// The further updates that the client gets.
    package var subscriptions = Subscriptions()
    /// The room that it is in with others; `nil` without one.
    package var room: RoomMembership?
    /// The last target's frame.
    var lastFrame = 0

    /// Starts a session that has not opened a media yet.
    package init(token: String) { self.token = token }

    /// What a later socket can resume, once a clip is open.
    package var parked: ParkedSession? {
        scrub.map {
            ParkedSession(scrub: $0, preview: preview, sound: sound.settings, room: room)
        }
    }

    /// Takes the next message for the socket.
    package mutating func next() -> OutgoingQueue.Item? { outgoing.next() }
}

// MARK: - Messages

extension Session {
    /// Takes a message from the client.
    package mutating func receive(_ text: [UInt8], at now: ContinuousClock.Instant) -> [Action] {
        let actions: [Action]
        do throws(WireError) {
            let message = try ClientMessage(json: text)
            actions = keepEarly(message, bytes: text.count) ? [] : handle(message, at: now)
        } catch {
            actions = refuse(SessionError(error))
        }
        guard outgoing.isOverfull else { return actions }
        return actions + [.close(reason: "too many answers unread")]
    }

    /// Takes what has come while the media was being opened, once the session is where it resumes
    /// and in its room.
    package mutating func receiveEarly(at now: ContinuousClock.Instant) -> [Action] {
        early.take().flatMap { handle($0, at: now) }
    }

    private mutating func keepEarly(_ message: ClientMessage, bytes: Int) -> Bool {
        guard case .opening = stage else { return false }
        if case .open = message { return false }
        return early.add(message, bytes: bytes)
    }

    private mutating func handle(
        _ message: ClientMessage,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        if case .open(let open) = message { return self.open(open) }
        guard case .open = stage else {
            return refuse(message)
        }
        if case .painted(let seq) = message { return carryOut(flow.painted(seq, at: now)) }
        if case .heard(let seq) = message { return carryOut(sound.heard(seq)) }
        do throws(SessionError) {
            try scrub?.apply(message)
        } catch {
            return refuse(error)
        }
        return note(scrub?.decision) + answer(message, at: now)
    }

    /// Tells the client the decision of a confirm control, and has a confirmed action carried out.
    private mutating func note(_ decision: ServerMessage?) -> [Action] {
        guard let decision else { return [] }
        outgoing.add(decision)
        guard case .confirmed(let answer) = decision,
            let action = ConfirmedAction(action: answer.action)
        else { return [] }
        return [.carryOut(action)]
    }

    private mutating func answer(
        _ message: ClientMessage,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        guard let state = scrub?.state else { return [] }
        switch message {
        case .marks, .mark, .export: return ask(message)
        case .follow, .lead, .transport, .ping: return askRoom(message)
        case .configure(let change):
            preview = change.preview.map(\.request) ?? preview
            change.sound.map { sound.configure($0) }
            if preview == nil { outgoing.dropPicture().map { flow.dropped($0) } }
            let configuration = scrub.map(describe).map(ConfiguredMessage.init)
            configuration.map { outgoing.add(.configured($0)) }
            return change.preview == nil ? [] : aim(at: now)
        case .end, .cancel, .seek:
            outgoing.add(.state(state))
            return ownMove(message) + aim(at: now) + hear(isDue: true)
        default:
            outgoing.show(state)
            return ownMove(message) + aim(isDue: false, at: now) + hear(isDue: false)
        }
    }

    /// Refuses a message that needs a media.
    private mutating func refuse(_ message: ClientMessage) -> [Action] {
        refuse(SessionError(.notOpen, "send open first", seq: message.seq))
    }

    package mutating func refuse(_ error: SessionError) -> [Action] {
        outgoing.add(error.reply)
        return []
    }

    private func describe(_ scrub: ScrubSession) -> ConfigurationDescription {
        ConfigurationDescription(
            scrub.scrubber.configuration,
            preview: preview,
            sound: sound.settings
        )
    }
}

// MARK: - The media

extension Session {
    private mutating func open(_ open: Open) -> [Action] {
        guard case .new = stage else {
            let text = "open comes once; take another socket for another media"
            return refuse(SessionError(.invalidMessage, text, seq: open.seq))
        }
        stage = .opening(open)
        return [.attach(MediaID(open.media), stream: open.stream)]
    }

    /// Takes what is known of the media by now: the first time opens it, later its index has grown.
    package mutating func show(
        _ clip: Clip,
        resuming parked: ParkedSession? = nil,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        switch stage {
        case .new: return []
        case .opening(let open):
            var scrub = parked?.scrub ?? ScrubSession(clip: clip)
            scrub.resume(on: clip)
            preview = open.preview ?? parked?.preview
            parked?.sound.map { sound.configure($0) }
            self.scrub = scrub
            stage = .open
            let opened = OpenedMessage(
                session: token,
                media: MediaDescription(clip),
                configuration: describe(scrub),
                state: scrub.state,
                resumed: parked.map { _ in scrub.resumed }
            )
            outgoing.add(.opened(opened))
            return aim(at: now)
        case .open: return update(to: clip, at: now)
        }
    }

    /// Tells how much is decoded, or has come from elsewhere, of the media that is to be opened and
    /// has no known frame yet.
    package mutating func noteProgress(_ index: IndexMessage) -> [Action] {
        if case .opening = stage { outgoing.add(.index(index)) }
        return []
    }

    private mutating func update(to clip: Clip, at now: ContinuousClock.Instant) -> [Action] {
        guard let last = scrub?.clip, let before = scrub?.state, let shown = scrub?.frame else {
            return []
        }
        renumber(from: last, to: clip)
        scrub?.update(clip)
        outgoing.add(.index(IndexMessage(clip)))
        guard let state = scrub?.state, let frame = scrub?.frame, state != before else { return [] }
        outgoing.show(state)
        // Before a frame was settled, its picture may have been made from a part of its packet.
        let isSettled = (shown < last.table.settled) == (frame < clip.table.settled)
        let (target, old) = (state.target, before.target)
        let isSame = (target.pts, target.frame) == (old.pts, old.frame)
        if !isSame { outgoing.dropPicture().map { flow.dropped($0) } }
        return isSame && isSettled ? [] : aim(at: now)
    }

    /// Notes that the media cannot be opened, or that its scan has failed.
    package mutating func fail(_ code: ErrorCode, _ message: String) -> [Action] {
        fail(SessionError(code, message))
    }

    /// The same, of an error that says more.
    package mutating func fail(_ error: SessionError) -> [Action] {
        if case .opening = stage {
            stage = .new
            return refuse(error) + early.take().flatMap { refuse($0) }
        }
        if case .open = stage, let clip = scrub?.clip {
            var index = IndexMessage(clip)
            index.state = .failed
            outgoing.add(.index(index))
        }
        return refuse(error)
    }

    /// The token that the client wants to resume, while the media is being opened.
    package var resumeToken: String? {
        if case .opening(let open) = stage { open.resume } else { nil }
    }
}

extension PreviewChange {
    fileprivate var request: PreviewRequest? {
        switch self {
        case .set(let request): request
        case .off: nil
        }
    }
}
