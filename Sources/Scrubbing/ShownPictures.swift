import Pictures

/// What a client is sent of the pictures that come, and when.
extension PreviewFlow {
    /// Sends what waits, once the client may have it.
    mutating func flush(at now: ContinuousClock.Instant) -> [Action] {
        guard let ready, window.admitsNext(at: now) else { return [] }
        self.ready = nil
        window.send(ready.frame.number, seq: ready.seq, at: now)
        return [.send(ready.frame, seq: ready.seq, isExact: ready.isExact)]
    }

    /// Sends a picture, as soon as the client may have it, if it is a step towards the target.
    mutating func show(
        _ frame: EncodedFrame?,
        _ now: ContinuousClock.Instant
    ) -> [Action] {
        guard let target else { return [] }
        let isExact = frame?.number == target.frame && frame?.isReduced == false
        if let frame, !isExact, target.isEarly(frame.number) {
            early.add(frame)
        } else if let frame, isExact || isWanted(frame.number, for: target, now) {
            // A frame that was a target itself answers that target and is exact.
            let own = frame.isReduced ? nil : passedTargets.message(for: frame.number)
            ready = (frame, own ?? target.seq, own != nil)
            shown = isExact ? target.picture : nil
        }
        if isExact { self.target = nil }
        return flush(at: now)
    }

    /// Whether `frame` is nearer to the newest target than `shown`; true when nothing is shown.
    func isNearer(_ frame: Int, than shown: Int?) -> Bool {
        guard let target else { return false }
        guard let shown else { return true }
        return abs(frame - target.frame) < abs(shown - target.frame)
    }

    /// Whether a picture other than the target's own is shown: a step towards it, and within a GOP of
    /// a pointer that moves, as nearer ones are on their way; unless nothing has been shown for long.
    private func isWanted(
        _ frame: Int,
        for target: PreviewTarget,
        _ now: ContinuousClock.Instant
    ) -> Bool {
        guard target.isStep(to: frame, from: newestFrame) else { return false }
        guard let duration = speed.duration(at: now), !target.isWithinReach(frame) else {
            return true
        }
        let patience = max(Self.longestGap, tiers.glanceInterval)
        return duration >= patience && window.isIdle(for: patience, at: now)
    }
}
