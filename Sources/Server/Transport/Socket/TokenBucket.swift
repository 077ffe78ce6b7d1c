/// What somebody may still spend: it comes back steadily, and no more is kept than a bound.
///
/// What has come in cannot be sent back, so more may be spent than is there; it is waited for
/// afterwards, but never longer than it takes to fill an empty bucket.
struct TokenBucket: Equatable {
    /// What a bucket holds, and how fast it fills.
    struct Size: Equatable {
        let perSecond: Double
        let capacity: Double

        /// A bucket that fills in two seconds.
        init(perSecond: Int) {
            self.perSecond = Double(perSecond)
            capacity = 2 * self.perSecond
        }
    }

    private let size: Size
    private var tokens: Double
    private var counted: ContinuousClock.Instant

    /// A full bucket.
    init(_ size: Size, at now: ContinuousClock.Instant) {
        (self.size, tokens, counted) = (size, size.capacity, now)
    }

    /// Spends tokens, and returns how long to wait before the next are spent.
    mutating func spend(_ cost: Double, at now: ContinuousClock.Instant) -> Duration {
        tokens = max(level(at: now) - cost, -size.capacity)
        counted = now
        return tokens < 0 ? .seconds(-tokens / size.perSecond) : .zero
    }

    /// How long it takes until nothing is owed any more.
    func wait(at now: ContinuousClock.Instant) -> Duration {
        .seconds(max(0, -level(at: now)) / size.perSecond)
    }

    /// Whether it is as good as a new one.
    func isFull(at now: ContinuousClock.Instant) -> Bool { level(at: now) >= size.capacity }

    /// What a message costs: one token for every 512 bytes that it begins, and at least one.
    static func cost(ofBytes count: Int) -> Double { Double(max(1, (count + 511) / 512)) }

    private func level(at now: ContinuousClock.Instant) -> Double {
        min(size.capacity, tokens + (now - counted) / .seconds(1) * size.perSecond)
    }
}
