import Pictures

/// Which picture a client gets next.
///
/// Sans-I/O: each method returns what is to be done, and the results come back by other methods.
///
/// A client has one target and one tier, see ``PictureTier``. It has one decode of an exact picture
/// under way, and two glances at most; the newest target is next, and there is no queue that could
/// grow. Until the target's own frame is there, any picture is sent that is nearer to it than the
/// last one: one from the cache, a glance, what a decode passes, or an older target. So pictures
/// keep coming during a drag, and a target at rest always gets its own frame. At most two pictures
/// are in flight (protocol, section 2, rules 1 to 4). Over a slow link they are smaller rather than
/// late; once the pointer rests, the client gets the size that it requested.
package struct PreviewFlow {
    /// The newest target, until its own frame has been sent.
    var target: PreviewTarget?
    var decoding: PreviewTarget?
    private var isCancelled = false
    var glances = Glances()
    var tiers = TierChoice()
    var early = EarlyPictures()
    var ready: (frame: EncodedFrame, seq: UInt32, isExact: Bool)?
    var speed = DragSpeed()
    var passedTargets = PassedTargets()
    /// The newest target, until what is around it has been prefetched.
    var unprefetched: PreviewTarget?
    /// The picture that the client has, if it is exact.
    var shown: PreviewTarget.Picture?
    var window = PictureWindow()

    /// A client that gets nothing for so long is shown what a decode passes, even when the target
    /// moves too fast for it.
    static let longestGap = Duration.milliseconds(60)

    /// After so long without a picture, and with none on its way, a decode begins even when the target
    /// moves too fast for it: as long as there is no other keyframe to glance at.
    private static let longestPause = Duration.milliseconds(40)

    /// Whether the pointer is so slow that each single frame may be shown.
    package var isSlow: Bool { speed.isSlow }

    /// The frames by which a pointer of steady speed moves per message at least, or the target by
    /// equal steps; negative for a step backward, and 0 for any other movement.
    package var stride: Int { speed.stride }

    /// Whether a pointer moves the target, and not one message alone.
    package var isMoving: Bool { speed.isMoving }

    /// The frames that were targets recently.
    package var passed: Set<Int> { passedTargets.frames }

    /// Whether ``tick(at:)`` may have anything to do.
    package var awaitsTime: Bool { target != nil || unprefetched != nil || ready != nil }

    /// The frames by which the target will have moved when a glance comes that is requested with a
    /// move to a frame.
    func lead(movingTo frame: Int, at now: ContinuousClock.Instant) -> Int {
        var speed = speed
        speed.move(to: frame, goesBack: false, isDue: false, at: now)
        return tiers.lead(at: speed.framesPerMillisecond(at: now), perMove: speed.framesPerMove)
    }

    /// Takes a new target; `nil` when the client wants no picture.
    ///
    /// - Parameters:
    ///   - target: The picture that would answer the newest state.
    ///   - isDue: Whether the client was promised an answer to this very message. If not, a
    ///     picture that it has already is not sent again.
    ///   - now: The time.
    /// - Returns: What is to be done.
    mutating func aim(
        at target: PreviewTarget?,
        isDue: Bool = true,
        now: ContinuousClock.Instant
    ) -> [Action] {
        let target = target.map { $0.fitted(to: window) }
        if let target {
            speed.move(to: target.frame, goesBack: target.goesBack, isDue: isDue, at: now)
        }
        if !isDue, self.target == nil, ready == nil, let target, let shown,
            shown == target.picture
        {
            return []
        }
        self.target = target
        unprefetched = target
        if let target {
            passedTargets.add(target.frame, seq: target.seq)
            // The same message may have another answer now.
            if ready?.seq == target.seq, ready?.frame.number != target.frame {
                ready?.isExact = false
            }
        }
        // A picture that waited for the client must still be a step towards the target.
        if let waiting = ready?.frame.number, !isNearer(waiting, than: window.lastFrame) {
            ready = nil
            shown = nil
        }
        guard let target else {
            early.removeAll()
            return []
        }
        return show(early.take(for: target), now) + [.find(target)]
    }

    /// Takes the cached picture for the newest target: its own, a stand-in, or none.
    ///
    /// - Parameters:
    ///   - frame: The picture.
    ///   - isIdle: Whether nobody waits for a picture, so that a decode begins at once.
    ///   - now: The time.
    /// - Returns: What is to be done.
    mutating func found(
        _ frame: EncodedFrame?,
        isIdle: Bool = false,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        guard let target else { return [] }
        let actions = show(frame, now)
        guard self.target != nil else { return actions }
        return actions + requests(for: target, isIdle: isIdle, at: now)
    }

    /// Notes that the decode under way has made a picture of a frame that it passed.
    mutating func progressed(
        to frame: EncodedFrame,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        tiers.noteProgress(at: now)
        return show(frame, now)
    }

    /// Notes that a tick has passed: a pointer that has come to rest gets its target's own frame,
    /// and after that what is around is prefetched.
    mutating func tick(at now: ContinuousClock.Instant) -> [Action] {
        let rests = speed.tick(at: unprefetched?.frame)
        var actions = flush(at: now)
        if let target, isLate(at: now) { actions += glance(at: target, now) }
        guard rests else { return actions }
        early.removeAll()
        guard let target else { return actions + (refine(at: now) ?? prefetch()) }
        speed.settle()
        return decoding == nil ? actions + [.find(target)] : actions
    }

    /// Takes the result of the decode under way; `nil` means that it was cancelled.
    mutating func decoded(
        _ result: Result<EncodedFrame, DecodeFailure>?,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        guard let done = decoding else { return [] }
        (decoding, isCancelled) = (nil, false)
        tiers.end(at: now, decoded: (try? result?.get().decoded) ?? 0)
        var actions: [Action] = []
        let isNewest = target?.picture == done.picture
        switch result {
        case .success(let frame)
        where frame.number == done.frame && (isNewest || isNearer(done.frame, than: newestFrame)):
            // It answers another message than the newest, or none whose answer has changed.
            let own = isNewest ? target?.seq : passedTargets.message(for: done.frame)
            ready = (frame, own ?? target?.seq ?? done.seq, own != nil)
            shown = own != nil ? done.picture : nil
            actions += flush(at: now)
        case .failure(let failure) where isNewest && failure.isFinal:
            actions.append(.report(failure.message, seq: target?.seq ?? done.seq))
        default: break
        }
        if isNewest, result != nil { target = nil }
        return actions + (target.map { [.find($0)] } ?? [])
    }

    /// Takes the picture of a keyframe, or why there is none; `nil` when it was cancelled.
    mutating func glanced(
        at keyframe: Int,
        _ result: Result<EncodedFrame, DecodeFailure>?,
        now: ContinuousClock.Instant
    ) -> [Action] {
        guard let begin = glances.end(at: keyframe, result) else { return [] }
        // Beside the decode of a target at rest one takes longer, which tells nothing of a drag.
        if speed.isMoving { tiers.noteGlance(took: now - begin) }
        let actions = (try? result?.get()).map { show($0, now) } ?? []
        return actions + (target.map { [.find($0)] } ?? [])
    }

    /// Notes that the picture answering `seq`, and all before it, have been painted.
    mutating func painted(_ seq: UInt32, at now: ContinuousClock.Instant) -> [Action] {
        window.painted(seq, at: now)
        return flush(at: now)
    }

    /// Notes that the picture answering `seq` was dropped before it was sent.
    mutating func dropped(_ seq: UInt32) { window.dropped(seq) }

    /// The frame that the client shows, or will show next.
    package var newestFrame: Int? { ready?.frame.number ?? window.lastFrame }
}

// MARK: - What is decoded

extension PreviewFlow {
    /// The decodes that bring a target nearer: glances, or its own picture.
    private mutating func requests(
        for target: PreviewTarget,
        isIdle: Bool,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        let tier = tiers.tier(at: speed.framesPerMillisecond(at: now))
        let cancels = cancel(for: target)
        // A decode that begins at once shows its keyframe first, and a glance would slow it down.
        let isOnTheWay = isIdle && target.beginsAtGlance && begins(target, tier, at: now)
        let isFar = target.isElsewhere || target.isFar(from: newestFrame) && !isOnTheWay
        let glances = tier == .glance || isFar || isLate(at: now) ? glance(at: target, now) : []
        let decodes = decode(target, tier, at: now)
        // Each takes a worker of its own; of media elsewhere the keyframe's bytes come first.
        return cancels + (target.isElsewhere ? glances + decodes : decodes + glances)
    }

    /// Whether the decode of the target's own picture begins: none is under way, and one is wanted.
    private func begins(
        _ target: PreviewTarget,
        _ tier: PictureTier,
        at now: ContinuousClock.Instant
    ) -> Bool {
        decoding == nil && !isEnough(tier, for: target, at: now)
    }

    /// Begins the decode of the target's own picture, unless another is under way or none is wanted.
    private mutating func decode(
        _ target: PreviewTarget,
        _ tier: PictureTier,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        guard begins(target, tier, at: now) else { return [] }
        decoding = target
        tiers.begin(at: now)
        return [.decode(target)]
    }

    /// Ends a decode that nobody waits for any more.
    ///
    /// The decoder stays where it is, and goes on from there where that is the shortest way.
    private mutating func cancel(for target: PreviewTarget) -> [Action] {
        guard let decoding, !isCancelled, target.isBehind(decoding) else { return [] }
        isCancelled = true
        return [.cancel]
    }

    private mutating func glance(
        at target: PreviewTarget,
        _ now: ContinuousClock.Instant
    ) -> [Action] {
        // By values, as the glances cannot ask the flow that is changing them.
        let newest = early.newest ?? newestFrame
        let keyframe = glances.next(for: target, at: now) { target.isStep(to: $0, from: newest) }
        return keyframe.map { [.glance(target, keyframe: $0)] } ?? []
    }

    /// Whether no decode of the target's own picture is wanted now.
    private func isEnough(
        _ tier: PictureTier,
        for target: PreviewTarget,
        at now: ContinuousClock.Instant
    ) -> Bool {
        switch tier {
        case .glance:
            let isComing = !glances.isEmpty || early.newest != nil
            return isComing || !window.isIdle(for: Self.longestPause, at: now)
        case .exact:
            let isNear = newestFrame.map { speed.isNear(abs($0 - target.frame)) } ?? false
            return speed.isPassing && isNear
        }
    }

    /// Whether the decode under way has shown nothing for so long that it must be waiting for others.
    private func isLate(at now: ContinuousClock.Instant) -> Bool {
        tiers.isStalled(at: now) && window.isIdle(for: Self.longestGap, at: now)
    }

    /// Looks for the requested size once the pointer rests, if a smaller one was sent; `nil` if not.
    ///
    /// What was sent before is painted first: the link is slow. But of several pictures that answer
    /// one message a client may paint the newest alone, so what is never painted is not waited for.
    private mutating func refine(at now: ContinuousClock.Instant) -> [Action]? {
        guard var target = unprefetched, let full = target.full else { return nil }
        guard ready == nil, window.isEmpty || window.isIdle(for: Self.longestPainting, at: now)
        else { return [] }
        (target.format, target.full) = (full, nil)
        (self.target, unprefetched) = (target, target)
        return [.find(target)]
    }

    private static let longestPainting = Duration.seconds(1)

    private mutating func prefetch() -> [Action] {
        defer { unprefetched = nil }
        return unprefetched.map { [.prefetch($0)] } ?? []
    }
}
