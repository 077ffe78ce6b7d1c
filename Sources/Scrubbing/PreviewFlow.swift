import Pictures
package import Wire

/// Which picture a client gets next.
///
/// Sans-I/O: each method returns what is to be done, and the results come back by other methods.
///
/// A client has one decode under way, and the newest target is next; there is no queue that could
/// grow. Until the target's own frame is there, any picture is sent that is nearer to it than the
/// last one: a stand-in from the cache, or an older target. So pictures keep coming during a drag,
/// and a target at rest always gets its own frame. At most two pictures are in flight (protocol,
/// section 2, rules 1 to 4). Over a slow link they are smaller rather than late; once the pointer
/// rests, the client gets the size that it requested.
package struct PreviewFlow {
    /// The picture that would answer a state.
    package struct Target: Equatable {
        let seq: UInt32
        /// The frame's number.
        package let frame: Int
        /// The size and quality.
        package var format: PreviewRequest
        /// Whether the pointer moves backward, so that earlier frames are likely to be next.
        package let goesBack: Bool
        /// What the client requested, when only a smaller size arrives in time.
        var full: PreviewRequest?

        fileprivate var picture: Picture { Picture(frame: frame, format: format) }
    }

    fileprivate struct Picture: Equatable {
        let frame: Int
        let format: PreviewRequest
    }

    /// What is to be done.
    enum Action: Equatable {
        /// Look for the picture, or the nearest in the cache; the answer comes by ``found(_:at:)``.
        case find(Target)
        /// Decode the picture; the answer comes by ``decoded(_:at:)``.
        case decode(Target)
        /// Prefetch what is around this target, where the pointer rests.
        case prefetch(Target)
        /// Send a picture that answers `seq`; exact when it is that target's own frame.
        case send(EncodedFrame, seq: UInt32, isExact: Bool)
        /// Tell the client that its target cannot be shown.
        case report(String, seq: UInt32)
    }

    /// The newest target, until its own frame has been sent.
    private(set) var target: Target?
    private(set) var decoding: Target?
    private var ready: (frame: EncodedFrame, seq: UInt32, isExact: Bool)?
    private var speed = DragSpeed()
    private var passedTargets = PassedTargets()
    /// The newest target, until what is around it has been prefetched.
    private var unprefetched: Target?
    /// The picture that the client has, if it is exact.
    private var shown: Picture?
    private var window = PictureWindow()

    /// Whether the pointer is so slow that each single frame may be shown.
    package var isSlow: Bool { speed.isSlow }

    /// The frames by which a pointer of steady speed moves per message at least; 0 for any other.
    package var stride: Int { speed.stride }

    /// The frames that were targets recently.
    package var passed: Set<Int> { passedTargets.frames }

    /// Whether ``tick(at:)`` may have anything to do.
    package var awaitsTime: Bool { target != nil || unprefetched != nil || ready != nil }

    /// Takes a new target; `nil` when the client wants no picture.
    ///
    /// - Parameters:
    ///   - target: The picture that would answer the newest state.
    ///   - isDue: Whether the client was promised an answer to this very message. If not, a
    ///     picture that it has already is not sent again.
    /// - Returns: What is to be done.
    mutating func aim(at target: Target?, isDue: Bool = true) -> [Action] {
        let target = target.map { fitted($0) }
        if !isDue, self.target == nil, ready == nil, let target, let shown,
            shown == target.picture
        {
            return []
        }
        self.target = target
        unprefetched = target
        if let target {
            speed.move(to: target.frame, goesBack: target.goesBack, isDue: isDue)
            passedTargets.add(target.frame, seq: target.seq)
        }
        // A picture that waited for the client must still be a step towards the target.
        if let waiting = ready?.frame.number, !isNearer(waiting, than: window.lastFrame) {
            ready = nil
            shown = nil
        }
        return target.map { [.find($0)] } ?? []
    }

    /// Takes the cached picture for the newest target: its own, a stand-in, or none.
    mutating func found(_ frame: EncodedFrame?, at now: ContinuousClock.Instant) -> [Action] {
        guard let target else { return [] }
        let isExact = frame?.number == target.frame
        if let frame, isExact || isBetween(frame.number) {
            // A frame that was a target itself answers that target and is exact.
            let own = passedTargets.message(for: frame.number)
            ready = (frame, own ?? target.seq, own != nil)
            shown = isExact ? target.picture : nil
        }
        if isExact { self.target = nil }
        let actions = flush(at: now)
        let isNear = newestFrame.map { speed.isNear(abs($0 - target.frame)) } ?? false
        guard !isExact, decoding == nil, !(speed.isPassing && isNear) else { return actions }
        decoding = target
        return actions + [.decode(target)]
    }

    /// Notes that a tick has passed: a pointer that has come to rest gets its target's own frame,
    /// and after that what is around is prefetched.
    mutating func tick(at now: ContinuousClock.Instant) -> [Action] {
        let rests = speed.tick(at: unprefetched?.frame)
        let actions = flush(at: now)
        guard rests else { return actions }
        guard let target else { return actions + (refine() ?? prefetch()) }
        guard speed.isPassing else { return actions }
        speed.settle()
        return actions + [.find(target)]
    }

    /// Looks for the requested size once the pointer rests, if a smaller one was sent.
    private mutating func refine() -> [Action]? {
        guard var target = unprefetched, let full = target.full, ready == nil, window.isEmpty
        else { return nil }
        target.format = full
        target.full = nil
        self.target = target
        unprefetched = target
        return [.find(target)]
    }

    private func fitted(_ target: Target) -> Target {
        let format = window.fitted(target.format)
        guard format != target.format else { return target }
        var fitted = target
        fitted.full = target.format
        fitted.format = format
        return fitted
    }

    private mutating func prefetch() -> [Action] {
        defer { unprefetched = nil }
        return unprefetched.map { [.prefetch($0)] } ?? []
    }

    /// Notes that the decode under way has put a further picture into the cache.
    func progressed() -> [Action] { target.map { [.find($0)] } ?? [] }

    /// Takes the result of the decode under way; `nil` means that it was cancelled.
    mutating func decoded(
        _ result: Result<EncodedFrame, DecodeFailure>?,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        guard let done = decoding else { return [] }
        decoding = nil
        var actions: [Action] = []
        let isNewest = target.map { $0.frame == done.frame && $0.format == done.format } ?? false
        switch result {
        case .success(let frame) where isNewest || isNearer(done.frame, than: newestFrame):
            ready = (frame, isNewest ? target?.seq ?? done.seq : done.seq, true)
            shown = done.picture
            actions += flush(at: now)
        case .failure(let failure) where isNewest && failure.isFinal:
            actions.append(.report(failure.message, seq: target?.seq ?? done.seq))
        default: break
        }
        if isNewest, result != nil { target = nil }
        return actions + (target.map { [.find($0)] } ?? [])
    }

    /// Notes that the picture answering `seq`, and all before it, have been painted.
    mutating func painted(_ seq: UInt32, at now: ContinuousClock.Instant) -> [Action] {
        window.painted(seq, at: now)
        return flush(at: now)
    }

    /// Notes that the picture answering `seq` was dropped before it was sent.
    mutating func dropped(_ seq: UInt32) { window.dropped(seq) }

    /// Sends what waits, once the client may have it.
    mutating func flush(at now: ContinuousClock.Instant) -> [Action] {
        guard let ready, window.admitsNext(at: now) else { return [] }
        self.ready = nil
        window.send(ready.frame.number, seq: ready.seq, at: now)
        return [.send(ready.frame, seq: ready.seq, isExact: ready.isExact)]
    }

    /// The frame that the client shows, or will show next.
    ///
    /// Stand-ins lie between it and the target, so pictures move in the direction of the drag.
    package var newestFrame: Int? { ready?.frame.number ?? window.lastFrame }

    /// Whether `frame` is a step from what was shown last towards the newest target.
    private func isBetween(_ frame: Int) -> Bool {
        guard let target, let newest = newestFrame else { return target != nil }
        return frame != newest
            && (min(newest, target.frame)...max(newest, target.frame)).contains(frame)
    }

    /// Whether `frame` is nearer to the newest target than `shown`; true when nothing is shown.
    private func isNearer(_ frame: Int, than shown: Int?) -> Bool {
        guard let target else { return false }
        guard let shown else { return true }
        return abs(frame - target.frame) < abs(shown - target.frame)
    }
}

/// Why a frame could not be shown.
package struct DecodeFailure: Error, Hashable {
    /// The message for people.
    package let message: String
    /// Whether it stays so when more of a growing file has been indexed.
    package let isFinal: Bool

    /// Describes a failure.
    package init(message: String, isFinal: Bool = true) {
        (self.message, self.isFinal) = (message, isFinal)
    }
}
