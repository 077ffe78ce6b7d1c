/// Whether a client takes its answer fast enough to be worth the memory.
struct Pace {
    private let bytesWanted: Int
    private let window: Duration
    private var since: ContinuousClock.Instant
    private var bytes = 0

    /// A client that must take `bytes` in every `window` from `now` on.
    init(bytes: Int, per window: Duration, from now: ContinuousClock.Instant) {
        bytesWanted = bytes
        self.window = window
        since = now
    }

    mutating func took(_ count: Int) { bytes += count }

    /// Whether a whole window has passed with too little taken; a full one starts the next.
    mutating func isTooSlow(at now: ContinuousClock.Instant) -> Bool {
        guard now - since >= window else { return false }
        guard bytes >= bytesWanted else { return true }
        since = now
        bytes = 0
        return false
    }
}
