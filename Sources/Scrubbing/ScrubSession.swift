package import Library
import ScrubModel
import Timeline
package import Wire

/// The scrubbing of one clip by one client: messages in, states out.
///
/// It does no input or output and knows no pictures or time of day, so a recorded trace gives the
/// same states on a server, in a test and on the command line. A value; any thread may own it.
package struct ScrubSession {
    /// The clip that is scrubbed.
    package private(set) var clip: Clip
    var scrubber = Scrubber()
    var history = SeekHistory()
    /// What the playhead's place was asked by.
    private(set) var place = Place.start
    /// The place that `cancel` returns to, while a gesture is under way.
    private var origin: Place?
    /// The client's number of the gesture under way.
    private var gesture: Int?
    /// Whether it goes on with one that began over another socket.
    private var isContinued = false
    /// The pointer's last place in it.
    private var pointer = (x: 0.0, y: 0.0)
    /// The drag that ended as the socket was lost, until there is another, or a seek.
    private(set) var interrupted: InterruptedDrag?
    /// The number of the last message before the session was resumed.
    private(set) var taken: UInt32 = 0
    private var guarded: GuardedAction?
    /// The decision that the newest message made, if it made one.
    package private(set) var decision: ServerMessage?
    private var lastSeq: UInt32?

    /// Starts at position 0, idle.
    package init(clip: Clip) {
        self.clip = clip
        scrubber.frames = clip.length.frames
    }

    /// The frame at the playhead.
    var frame: Int { clip.frame(at: scrubber.position) }

    /// Carries out one message.
    ///
    /// A message that concerns no gesture, seek or configuration only updates the newest number.
    ///
    /// - Throws: What the client is told; the state is as before.
    package mutating func apply(_ message: ClientMessage) throws(SessionError) {
        try check(message)
        switch message {
        case .open, .painted, .heard: return
        // By far the most frequent message. It cannot fail from here on, so no copy is needed.
        case .move(let move): follow(move)
        default:
            var next = self
            try next.carryOut(message)
            self = next
        }
        lastSeq = message.seq ?? lastSeq
    }

    private mutating func carryOut(_ message: ClientMessage) throws(SessionError) {
        decision = nil
        switch message {
        case .open, .painted, .heard, .move, .marks, .mark, .export: break
        case .follow, .lead, .transport, .ping: break
        case .configure(let change): try configure(change)
        case .begin(let begin): try start(begin)
        case .end: finish()
        case .cancel: giveUp()
        case .seek(_, let destination):
            interrupted = nil
            try seek(to: destination, seq: message.seq)
        }
    }

    /// Takes a newer index of the same file, in which what was asked is looked for again.
    package mutating func update(_ clip: Clip) {
        let old = self.clip
        self.clip = clip
        scrubber.frames = clip.length.frames
        history.move { $0.moved(from: old, to: clip) }
        origin = origin?.moved(from: old, to: clip)
        interrupted = interrupted?.moved { $0.moved(from: old, to: clip) }
        place = place.moved(from: old, to: clip)
        follow(place)
    }

    /// Puts the scrubber where the place is now; a gesture goes on from there.
    private mutating func follow(_ place: Place) {
        guard scrubber.phase == .scrubbing else {
            scrubber.place(at: place.position, raw: place.raw)
            return
        }
        // The pointer is where it was, but what it snaps to may be known only now.
        if place.raw == scrubber.raw { scrubber.stop(at: place.position) }
        scrubber.hold(at: place.position, origin: origin?.position)
    }

    /// Goes to a place directly.
    mutating func go(to place: Place) {
        self.place = place
        scrubber.place(at: place.position, raw: place.raw)
    }

    /// Goes where the leader of a room is; that is no step of undo, and confirms nothing.
    mutating func follow(to asked: RequestedPlace) {
        interrupted = nil
        if guarded == nil { finish() }
        go(to: Place(asked, in: clip))
    }

    /// Resumes over a new socket, whose messages are numbered anew; a gesture under way ends.
    mutating func resume(on clip: Clip) {
        interrupt()
        (taken, lastSeq, decision) = (lastSeq ?? 0, nil, nil)
        update(clip)
    }

    /// Ends the gesture under way where it is; losing the socket must not confirm an action.
    private mutating func interrupt() {
        if let gesture, let origin {
            let (x, y) = pointer
            interrupted = InterruptedDrag(gesture: gesture, x: x, y: y, origin: origin)
        }
        guarded = nil
        finish()
    }

    /// Takes what was kept of a session that another server had, which is resumed next.
    mutating func restore(_ interrupted: InterruptedDrag?, taken: UInt32) {
        (self.interrupted, lastSeq) = (interrupted, taken)
    }

    /// The same without the gesture under way, which ends where it is and confirms nothing.
    var rested: ScrubSession {
        var rested = self
        rested.interrupt()
        rested.taken = lastSeq ?? taken
        return rested
    }

    /// The number of the newest message; 0 before the first.
    var newestSeq: UInt32 { lastSeq ?? 0 }

    /// The state that answers the newest message.
    package var state: StateMessage {
        StateMessage(
            seq: newestSeq,
            scrubber: scrubber,
            among: clip,
            secondsPerTrack: clip.table.timebase.seconds(clip.length.track.ticks),
            framesPerTrack: Double(clip.length.frames),
            target: clip.target(frame, isFixed: place.isFixed(in: clip))
        )
    }
}

// MARK: - Gestures

extension ScrubSession {
    /// Rejects messages that are out of order before anything is changed.
    private func check(_ message: ClientMessage) throws(SessionError) {
        if message.isAcknowledgement { return }
        if let seq = message.seq, let lastSeq, seq <= lastSeq {
            let text = "seq: expected more than \(lastSeq), got \(seq)"
            throw SessionError(.invalidMessage, text, seq: seq)
        }
        switch message {
        case .move(let move): try checkGesture(move.gesture, seq: move.seq)
        case .end(let number, let seq), .cancel(let number, let seq):
            try checkGesture(number, seq: seq)
        default: return
        }
    }

    private func checkGesture(_ number: Int, seq: UInt32) throws(SessionError) {
        guard number != gesture else { return }
        let text = gesture.map { "gesture \($0) is under way" } ?? "no gesture is under way"
        throw SessionError(
            .unknownGesture,
            "gesture: \(number) is not it; \(text); send begin first",
            seq: seq
        )
    }

    private mutating func configure(_ change: ConfigurationChange) throws(SessionError) {
        guard scrubber.configure(change.apply(to: scrubber.configuration)) else {
            let text = "a value is out of its range; the configuration stays as it was"
            throw SessionError(.invalidConfiguration, text, seq: change.seq)
        }
    }

    private mutating func start(_ begin: Begin) throws(SessionError) {
        finish()
        let before = begin.continues ? interrupted : nil
        interrupted = nil
        guard take(begin) else {
            let text = "x, y: expected finite numbers, and an extent above 0"
            throw SessionError(.invalidMessage, text, seq: begin.seq)
        }
        (gesture, isContinued) = (begin.gesture, before != nil)
        before.map { goOn(from: $0) }
        if origin.map({ scrubber.raw != $0.raw }) ?? false { noteMotion() }
    }

    private mutating func take(_ begin: Begin) -> Bool {
        let (x, y, extent) = (begin.x, begin.y, begin.extent)
        pointer = (x, y)
        if case .confirm = begin.control {} else { origin = place }
        // A drag that goes on is where its session is, wherever the pointer is.
        let press = begin.continues ? setPress(.hold) : nil
        defer { _ = press.map { setPress($0) } }
        switch begin.control {
        case .bar: return scrubber.begin(x: x, y: y, extent: extent, among: clip)
        case .dial(let dial): return scrubber.begin(on: dial, x: x, y: y, among: clip)
        case .confirm(let action):
            guarded = GuardedAction(gesture: begin.gesture, action: action, x: x, extent: extent)
            return guarded != nil
        }
    }

    /// Sets what pressing the bar does, and returns what it did before.
    private mutating func setPress(_ press: Press) -> Press {
        var configuration = scrubber.configuration
        let before = configuration.press
        configuration.press = press
        _ = scrubber.configure(configuration)
        return before
    }

    /// Has undo and `cancel` lead to where a drag began that ended as the socket was lost.
    private mutating func goOn(from before: InterruptedDrag) {
        guard origin != nil else { return }
        if history.all.last == before.origin, place.position != before.origin.position {
            _ = history.pop()
        }
        origin = before.origin
        _ = scrubber.hold(at: scrubber.position, origin: before.origin.position)
    }

    private mutating func follow(_ move: Move) {
        decision = nil
        if let last = move.samples.last { pointer = (last.x, last.y) }
        let before = scrubber.raw
        for sample in move.samples {
            scrubber.move(x: sample.x, y: sample.y, among: clip)
            decision = guarded?.move(x: sample.x) ?? decision
        }
        if scrubber.raw != before { noteMotion() }
    }

    /// Notes that the pointer has asked for another place.
    private mutating func noteMotion() {
        let snap = scrubber.configuration.snap
        let asked = RequestedPlace.position(scrubber.raw, snap.timing == .live ? snap : Snap())
        place = Place(asked, at: scrubber.position, raw: scrubber.raw)
    }

    /// Ends the gesture where it is, if there is one.
    mutating func finish() {
        let raw = scrubber.raw
        decision = guarded?.end() ?? decision
        (gesture, guarded) = (nil, nil)
        let hasMoved = scrubber.end(among: clip)
        guard let origin else { return }
        self.origin = nil
        let snap = scrubber.configuration.snap
        if snap.timing == .release, place != origin || place.raw != scrubber.raw {
            place = Place(.position(raw, snap), at: scrubber.position, raw: scrubber.raw)
        }
        if hasMoved { history.push(origin) }
    }

    private mutating func giveUp() {
        decision = guarded?.cancel() ?? decision
        (gesture, guarded) = (nil, nil)
        scrubber.cancel()
        if let origin {
            // The scrubber knows of a drag that goes on where it went on, not where it began.
            if isContinued { go(to: origin) } else { place = origin }
        }
        origin = nil
    }
}
