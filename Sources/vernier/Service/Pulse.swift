/// What a loop's heartbeat says about it, from look to look.
struct Pulse {
    enum Finding {
        /// The loop has begun to turn.
        case first
        /// It has turned since the last look.
        case beating
        /// It has not, which may be for lack of time.
        case missed
        /// It has not for so long that it never will.
        case lost
    }

    private let patience: Duration
    private var last = 0
    private var lastTurn: ContinuousClock.Instant

    init(patience: Duration, from now: ContinuousClock.Instant) {
        self.patience = patience
        lastTurn = now
    }

    /// Takes note of how often the loop has turned until now.
    mutating func feel(_ heartbeat: Int, at now: ContinuousClock.Instant) -> Finding {
        guard heartbeat != last else { return now - lastTurn >= patience ? .lost : .missed }
        defer { (last, lastTurn) = (heartbeat, now) }
        return last == 0 ? .first : .beating
    }
}
