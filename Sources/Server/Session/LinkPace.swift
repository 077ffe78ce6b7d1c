import Wire

/// How large the pictures may be that a client's link brings in time.
///
/// Measured is the time from sending a picture to hearing that it is on the screen. Where that is
/// long, pictures are made smaller; where this does not help, it is the link's delay.
struct LinkPace {
    /// How often the width is halved.
    private(set) var halvings = 0
    private(set) var onTheWay: [(seq: UInt32, sent: ContinuousClock.Instant, halvings: Int)] = []
    /// The part of the time that no size changes, as far as it is known.
    private var delay = Duration.zero
    /// The time that made the pictures smaller.
    private var before: Duration?
    private var late = 0
    private var early = 0
    /// Pictures in a row that must come early before they grow.
    private var patience = Self.leastPatience
    private var hasGrown = false

    /// What pictures may take on top of the delay: two are on the way at once.
    private static let lateAfter = Duration.milliseconds(240)
    private static let earlyBefore = Duration.milliseconds(50)
    private static let leastPatience = 8
    private static let mostPatience = 256
    private static let mostHalvings = 3
    private static let leastWidth = 96

    /// Notes that the picture that answers `seq` was sent.
    mutating func sent(_ seq: UInt32, at now: ContinuousClock.Instant) {
        onTheWay.append((seq, now, halvings))
    }

    /// Notes that the picture that answers `seq` will never be painted.
    mutating func dropped(_ seq: UInt32) { onTheWay.removeAll { $0.seq == seq } }

    /// Notes that the picture that answers `seq`, and all before, are on the screen.
    mutating func painted(_ seq: UInt32, at now: ContinuousClock.Instant) {
        guard let newest = onTheWay.last(where: { $0.seq <= seq }) else { return }
        onTheWay.removeAll { $0.seq <= seq }
        // Those of another size say nothing of this one.
        if newest.halvings == halvings { judge(now - newest.sent) }
    }

    /// The form of a picture that comes in time, instead of `request`.
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
        if early >= patience { grow() }
    }

    private mutating func isLate(_ time: Duration) {
        if let before, time > before * 3 / 4 {
            delay = time
            self.before = nil
            return change(by: -1)
        }
        before = halvings < Self.mostHalvings ? time : nil
        // What was tried in vain is tried again less and less often.
        patience = hasGrown ? min(patience * 2, Self.mostPatience) : Self.leastPatience
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
