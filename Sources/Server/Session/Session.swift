import Media
import ScrubModel
import Timeline
import Wire

/// One client's conversation, from its socket's opening to its end.
///
/// Sans-I/O: it is told what came in and what time it is, puts answers into ``outgoing`` and
/// returns what else is to be done. So all of it is tested without a socket.
struct Session {
    /// What the session needs others to do.
    enum Action: Equatable {
        /// Find the media and show its clip, or say that there is none.
        case attach(MediaID, stream: Int?)
        /// Look whether a picture is at hand.
        case find(PreviewFlow.Wish)
        /// Decode a picture.
        case decode(PreviewFlow.Wish)
        /// Get ready for what a hand that rests there may want next.
        case prepare(PreviewFlow.Wish)
        /// Tell what is marked.
        case tellMarks
        /// Change what is marked.
        case mark(MarksChange)
        /// See to the exports.
        case export(ExportWish)
        /// Do what a hand has confirmed.
        case carryOut(Deed)
        /// Close the socket.
        case close(CloseCode, String)
    }

    private enum Stage {
        case new
        case opening(Open)
        case open
    }

    /// The token that resumes this session on another socket.
    let token: String
    /// What waits to be sent.
    var outgoing = OutgoingQueue()
    private var stage = Stage.new
    /// The hand on the clip, once there is one.
    ///
    /// Moves come hundreds of times a second, so it is changed where it is and never copied.
    private(set) var scrub: ScrubSession?
    /// Which picture the client gets next.
    var flow = PreviewFlow()
    /// What the client's pictures look like; `nil` when it wants none.
    private(set) var preview: PreviewRequest?
    /// What the client hears of beside its hand.
    var subscriptions = Subscriptions()
    /// The frame that was aimed at last.
    var lastFrame = 0

    /// Starts a session that has not opened a media yet.
    init(token: String) { self.token = token }

    /// What a later session can go on with, once there is something.
    var parked: ParkedSession? {
        scrub.map { ParkedSession(scrub: $0, preview: preview) }
    }

    /// Takes the next message for the socket.
    mutating func next() -> OutgoingQueue.Item? { outgoing.next() }
}

// MARK: - Messages

extension Session {
    /// Hears a message from the client.
    mutating func receive(_ text: [UInt8], at now: ContinuousClock.Instant) -> [Action] {
        let actions: [Action]
        do throws(WireError) {
            actions = handle(try ClientMessage(json: text), at: now)
        } catch {
            actions = refuse(SessionError(error))
        }
        guard outgoing.isOverfull else { return actions }
        return actions + [.close(.policyViolation, "too many answers unread")]
    }

    private mutating func handle(
        _ message: ClientMessage,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        if case .open(let open) = message { return self.open(open) }
        guard case .open = stage else {
            return refuse(SessionError(.notOpen, "send open first", seq: message.seq))
        }
        if case .painted(let seq) = message { return carryOut(flow.painted(seq, at: now)) }
        do throws(SessionError) {
            try scrub?.apply(message)
        } catch {
            return refuse(error)
        }
        return note(scrub?.decision) + answer(message)
    }

    /// Tells what a hand has decided, and has done what it confirms.
    private mutating func note(_ decision: ServerMessage?) -> [Action] {
        guard let decision else { return [] }
        outgoing.add(decision)
        guard case .confirmed(let answer) = decision, let deed = Deed(action: answer.action) else {
            return []
        }
        return [.carryOut(deed)]
    }

    private mutating func answer(_ message: ClientMessage) -> [Action] {
        guard let state = scrub?.state else { return [] }
        switch message {
        case .marks, .mark, .export: return ask(message)
        case .configure(let change):
            preview = change.preview.map(\.request) ?? preview
            if preview == nil { outgoing.dropPicture().map { flow.dropped($0) } }
            let configuration = scrub.map(describe).map(ConfiguredMessage.init)
            configuration.map { outgoing.add(.configured($0)) }
            return change.preview == nil ? [] : aim()
        case .end, .cancel, .seek:
            outgoing.add(.state(state))
            return aim()
        default:
            outgoing.show(state)
            return aim(isDue: false)
        }
    }

    mutating func refuse(_ error: SessionError) -> [Action] {
        outgoing.add(error.reply)
        return []
    }

    private func describe(_ scrub: ScrubSession) -> ConfigurationDescription {
        ConfigurationDescription(scrub.scrubber.configuration, preview: preview)
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

    /// Hears what is now known of the media: the first time opens it, later its index has grown.
    mutating func show(_ clip: Clip, resuming parked: ParkedSession? = nil) -> [Action] {
        switch stage {
        case .new: return []
        case .opening(let open):
            var scrub = parked?.scrub ?? ScrubSession(clip: clip)
            scrub.resume(on: clip)
            preview = open.preview ?? parked?.preview
            self.scrub = scrub
            stage = .open
            let opened = OpenedMessage(
                session: token,
                media: MediaDescription(clip),
                configuration: describe(scrub),
                state: scrub.state
            )
            outgoing.add(.opened(opened))
            return aim()
        case .open: return update(to: clip)
        }
    }

    private mutating func update(to clip: Clip) -> [Action] {
        let before = scrub?.state
        scrub?.update(clip)
        outgoing.add(.index(IndexMessage(clip)))
        guard let before, let state = scrub?.state, state != before else { return [] }
        outgoing.show(state)
        // Before it was settled, the picture may have been made of half a packet.
        let isSame = state.target.frame == before.target.frame
        let isSettled = state.target.exact == before.target.exact
        return isSame && isSettled ? [] : aim()
    }

    /// Hears that the media cannot be opened, or that its scan has failed.
    mutating func fail(_ code: ErrorCode, _ message: String) -> [Action] {
        if case .opening = stage { stage = .new }
        return refuse(SessionError(code, message))
    }

    /// The token that the client wants to resume, while the media is being opened.
    var resumeToken: String? {
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
