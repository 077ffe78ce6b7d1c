import Wire

/// Which picture a client gets next.
///
/// One decode under way per client, the newest target next, and no queue that could grow. Until
/// the target's own frame is there, any picture goes out that is nearer to it than what was sent
/// last: of a neighbour that is at hand, or of an older target. So a steady hand never starves
/// the eye, and the target at rest always gets its own frame. At most two pictures are on their
/// way (protocol, section 2, rules 1 to 4). Over a slow link they are smaller rather than late,
/// and the hand at rest gets the one that it asked for.
struct PreviewFlow {
    /// A picture that would answer a state.
    struct Wish: Equatable {
        let seq: UInt32
        let frame: Int
        var format: PreviewRequest
        /// Whether the frames before it are likely to be asked for next: the hand goes back.
        let goesBack: Bool
        /// What the client asked for, when the link brings only less in time.
        var full: PreviewRequest?

        fileprivate var picture: Picture { Picture(frame: frame, format: format) }
    }

    fileprivate struct Picture: Equatable {
        let frame: Int
        let format: PreviewRequest
    }

    /// What is to be done.
    enum Action: Equatable {
        /// Look for the picture, or the nearest at hand; the answer comes by ``found(_:at:)``.
        case find(Wish)
        /// Decode the picture; the answer comes by ``decoded(_:for:at:)``.
        case decode(Wish)
        /// Get ready for what a hand that rests there may want next.
        case prepare(Wish)
        /// Send a picture that answers `seq`; exact when it is that target's own frame.
        case send(EncodedFrame, seq: UInt32, isExact: Bool)
        /// Tell the client that its target cannot be shown.
        case report(String, seq: UInt32)
    }

    /// The newest target, until its own frame has been sent.
    private(set) var wish: Wish?
    private(set) var decoding: Wish?
    private var ready: (frame: EncodedFrame, seq: UInt32, isExact: Bool)?
    private var hand = HandPace()
    private var trail = HandTrail()
    /// The newest target, until what is around it has been asked for.
    private var unprepared: Wish?
    /// The picture that the client has, if it is its target's own.
    private var shown: Picture?
    private var window = PictureWindow()

    /// Whether the hand is so slow that it may want each single frame.
    var isSlow: Bool { hand.isSlow }

    /// The frames by which a steady hand will go on at least; none for any other.
    var stride: Int { hand.stride }

    /// The frames that were targets not long ago.
    var passed: Set<Int> { trail.frames }

    /// Whether ``tick(at:)`` may have anything to do.
    var awaitsTime: Bool { wish != nil || unprepared != nil || ready != nil }

    /// Whether a picture waits for the client.
    var isWaiting: Bool { ready != nil }

    /// Turns to a new target; `nil` wants no picture.
    ///
    /// - Parameters:
    ///   - wish: The picture that would answer the newest state.
    ///   - isDue: Whether the client was promised an answer to this very message. If not, a
    ///     picture that it has already is not sent again.
    /// - Returns: What is to be done.
    mutating func aim(at wish: Wish?, isDue: Bool = true) -> [Action] {
        let wish = wish.map { fitted($0) }
        if !isDue, self.wish == nil, ready == nil, let wish, let shown, shown == wish.picture {
            return []
        }
        self.wish = wish
        unprepared = wish
        if let wish {
            hand.move(to: wish.frame, goesBack: wish.goesBack, isDue: isDue)
            trail.add(wish.frame, seq: wish.seq)
        }
        // A picture that waited for the client must still be a step towards the target.
        if let waiting = ready?.frame.number, !isNearer(waiting, than: window.lastFrame) {
            ready = nil
            shown = nil
        }
        return wish.map { [.find($0)] } ?? []
    }

    /// Hears which picture is at hand for the newest target: its own, a neighbour's, or none.
    mutating func found(_ frame: EncodedFrame?, at now: ContinuousClock.Instant) -> [Action] {
        guard let wish else { return [] }
        let isExact = frame?.number == wish.frame
        if let frame, isExact || isBetween(frame.number) {
            // What was a target itself is not a neighbour that stands in for one.
            let own = trail.message(for: frame.number)
            ready = (frame, own ?? wish.seq, own != nil)
            shown = isExact ? wish.picture : nil
        }
        if isExact { self.wish = nil }
        let actions = flush(at: now)
        let isNear = newestFrame.map { hand.isNear(abs($0 - wish.frame)) } ?? false
        guard !isExact, decoding == nil, !(hand.isPassing && isNear) else { return actions }
        decoding = wish
        return actions + [.decode(wish)]
    }

    /// Hears that time has passed: a hand that has come to rest gets its target's own frame, and
    /// once it has that, what is around is prepared.
    mutating func tick(at now: ContinuousClock.Instant) -> [Action] {
        let rests = hand.tick(at: unprepared?.frame)
        let actions = flush(at: now)
        guard rests else { return actions }
        guard let wish else { return actions + (refine() ?? prepare()) }
        guard hand.isPassing else { return actions }
        hand.settle()
        return actions + [.find(wish)]
    }

    /// A hand that rests gets the picture that it asked for, where it was shown a smaller one.
    private mutating func refine() -> [Action]? {
        guard var wish = unprepared, let full = wish.full, ready == nil, window.isEmpty
        else { return nil }
        wish.format = full
        wish.full = nil
        self.wish = wish
        unprepared = wish
        return [.find(wish)]
    }

    private func fitted(_ wish: Wish) -> Wish {
        let format = window.fitted(wish.format)
        guard format != wish.format else { return wish }
        var fitted = wish
        fitted.full = wish.format
        fitted.format = format
        return fitted
    }

    private mutating func prepare() -> [Action] {
        defer { unprepared = nil }
        return unprepared.map { [.prepare($0)] } ?? []
    }

    /// Hears that the decode under way has left a picture at hand.
    func progressed() -> [Action] { wish.map { [.find($0)] } ?? [] }

    /// Hears how the decode under way ended; `nil` means that it was given up.
    mutating func decoded(
        _ result: Result<EncodedFrame, DecodeFailure>?,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        guard let done = decoding else { return [] }
        decoding = nil
        var actions: [Action] = []
        let isNewest = wish.map { $0.frame == done.frame && $0.format == done.format } ?? false
        switch result {
        case .success(let frame) where isNewest || isNearer(done.frame, than: newestFrame):
            ready = (frame, isNewest ? wish?.seq ?? done.seq : done.seq, true)
            shown = done.picture
            actions += flush(at: now)
        case .failure(let failure) where isNewest && failure.isFinal:
            actions.append(.report(failure.message, seq: wish?.seq ?? done.seq))
        default: break
        }
        if isNewest, result != nil { wish = nil }
        return actions + (wish.map { [.find($0)] } ?? [])
    }

    /// Hears that the picture answering `seq`, and with it all before, is on the screen.
    mutating func painted(_ seq: UInt32, at now: ContinuousClock.Instant) -> [Action] {
        window.painted(seq, at: now)
        return flush(at: now)
    }

    /// Hears that the picture answering `seq` was dropped before it left: no client can paint it.
    mutating func dropped(_ seq: UInt32) { window.dropped(seq) }

    /// Sends what waits, once the client may have it.
    mutating func flush(at now: ContinuousClock.Instant) -> [Action] {
        guard let ready, window.makesRoom(at: now) else { return [] }
        self.ready = nil
        window.send(ready.frame.number, seq: ready.seq, at: now)
        return [.send(ready.frame, seq: ready.seq, isExact: ready.isExact)]
    }

    /// The frame that the client has, or will have before any other.
    ///
    /// A picture that stands for the target lies between this one and the target, so a hand that
    /// goes one way sees pictures that go one way.
    var newestFrame: Int? { ready?.frame.number ?? window.lastFrame }

    /// Whether `frame` is a step from what was shown last towards the newest target.
    private func isBetween(_ frame: Int) -> Bool {
        guard let wish, let newest = newestFrame else { return wish != nil }
        return frame != newest
            && (min(newest, wish.frame)...max(newest, wish.frame)).contains(frame)
    }

    /// Whether `frame` is nearer to the newest target than `shown`; anything is, than nothing.
    private func isNearer(_ frame: Int, than shown: Int?) -> Bool {
        guard let wish else { return false }
        guard let shown else { return true }
        return abs(frame - wish.frame) < abs(shown - wish.frame)
    }
}

/// Why a frame could not be shown.
struct DecodeFailure: Error, Hashable {
    let message: String
    /// Whether more of the file could not help.
    var isFinal = true
}
