import Wire

/// How large pictures may be to arrive in time over a client's link.
///
/// What is measured is the time from sending a picture to its `painted` message. Where that is
/// long, pictures are made smaller; where this does not help, the time is the link's delay.
struct LinkPictureSize {
    /// How many times the width is halved.
    private(set) var halvings = 0
    private(set) var inFlight: [(seq: UInt32, sent: ContinuousClock.Instant, halvings: Int)] = []
    /// The part of the time that does not depend on size, as far as it is known.
    private var delay = Duration.zero
    /// The time that led to the last reduction.
    private var before: Duration?
    private var late = 0
    private var early = 0
    /// Pictures in a row that must arrive early before the size grows.
    private var earlyNeeded = Self.fewestEarly
    private var hasGrown = false

    /// How long a picture may take beyond the delay; two are in flight at once.
    private static let lateAfter = Duration.milliseconds(240)
    private static let earlyBefore = Duration.milliseconds(50)
    private static let fewestEarly = 8
    private static let mostEarly = 256
    private static let mostHalvings = 3
    private static let leastWidth = 96

    /// Notes that the picture that answers `seq` was sent.
    mutating func sent(_ seq: UInt32, at now: ContinuousClock.Instant) {
        inFlight.append((seq, now, halvings))
    }

    /// Notes that the picture that answers `seq` was not sent after all.
    mutating func dropped(_ seq: UInt32) { inFlight.removeAll { $0.seq == seq } }

    /// Notes that the picture that answers `seq`, and all before it, have been painted.
    mutating func painted(_ seq: UInt32, at now: ContinuousClock.Instant) {
        guard let newest = inFlight.last(where: { $0.seq <= seq }) else { return }
        let isOneOfMany = newest.seq == seq && inFlight.count { $0.seq == seq } > 1
        inFlight.removeAll { $0.seq <= seq }
        // Which of them it was cannot be told, so its time is not either.
        if isOneOfMany { return inFlight.insert(newest, at: 0) }
        // Times of pictures of another size do not count for this size.
        if newest.halvings == halvings { judge(now - newest.sent) }
    }

    /// The size and quality that arrive in time, instead of `request`.
    func fitted(_ request: PreviewRequest) -> PreviewRequest {
        let width = max(request.width >> halvings, min(request.width, Self.leastWidth))
        let quality = halvings == 0 ? request.quality : min(request.quality, 70)
        return PreviewRequest(width: width, quality: quality) ?? request
    }

    private mutating func judge(_ time: Duration) {
        delay = min(delay, time)
        late = time > delay + Self.lateAfter ? late + 1 : 0
        early = time < delay + Self.earlyBefore ? early + 1 : 0
        if late >= 2 { isLate(time) }
        if early >= earlyNeeded { grow() }
    }

    private mutating func isLate(_ time: Duration) {
        if let before, time > before * 3 / 4 {
            delay = time
            self.before = nil
            return change(by: -1)
        }
        before = halvings < Self.mostHalvings ? time : nil
        // A larger size that was too slow is tried again less and less often.
        earlyNeeded = hasGrown ? min(earlyNeeded * 2, Self.mostEarly) : Self.fewestEarly
        hasGrown = false
        change(by: 1)
    }

    private mutating func grow() {
        hasGrown = halvings > 0
        before = nil
        change(by: -1)
    }

    private mutating func change(by step: Int) {
        halvings = min(max(halvings + step, 0), Self.mostHalvings)
        (late, early) = (0, 0)
    }
}
