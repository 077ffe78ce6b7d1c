/// The length of one tick, as an exact fraction of a second.
public struct Timebase: Hashable, Sendable {
    /// The numerator, in seconds; always positive.
    public let numerator: Int64
    /// The denominator; always positive.
    public let denominator: Int64

    /// Creates a timebase of `numerator / denominator` seconds per tick.
    ///
    /// Returns `nil` unless both are positive and fit 32 bits, as libavformat promises.
    public init?(_ numerator: Int64, _ denominator: Int64) {
        let range = 1...Int64(Int32.max)
        guard range.contains(numerator), range.contains(denominator) else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Seconds that `ticks` last, rounded once.
    public func seconds(_ ticks: Int64) -> Double {
        Double(ticks) * Double(numerator) / Double(denominator)
    }

    /// The tick that has begun at `seconds`, or `nil` when it does not fit.
    ///
    /// Times reach us as decimals that somebody has rounded, so a tick that begins within half a
    /// millisecond has begun (reference: FFmpeg prints 1/30 s as 0.033333). Where ticks are longer
    /// than that, such as the whole frames of AVI, the middle of one is not yet the next.
    public func tick(at seconds: Double) -> Int64? {
        let ticks = seconds * Double(denominator) / Double(numerator)
        let isAlmostThere = self.seconds(1) * (ticks.rounded(.up) - ticks) <= 0.0005
        return Int64(exactly: isAlmostThere ? ticks.rounded() : ticks.rounded(.down))
    }
}

/// A point on a stream's own clock, in ticks of its timebase.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Ticks since the zero of the stream's clock; may be negative.
    public let ticks: Int64

    /// Times further than this from zero are lies, and their differences might not fit.
    static let furthest: Int64 = 1 << 60

    /// Creates a timestamp from ticks.
    public init(_ ticks: Int64) { self.ticks = ticks }

    /// Tells whether `a` comes before `b` on the same clock.
    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.ticks < b.ticks }
}

/// The nearest integer to `value * numerator / denominator`, halves away from zero.
///
/// The product is exact in 128 bits. `denominator` must be positive; a result beyond
/// `Int64` is clamped, because the only such inputs are timestamps that lie.
public func rescale(_ value: Int64, by numerator: Int64, over denominator: Int64) -> Int64 {
    precondition(denominator > 0, "a rescaling divides by a positive number")
    let product = Int128(value) * Int128(numerator)
    let half = Int128(denominator) / 2
    let rounded = (product + (product < 0 ? -half : half)) / Int128(denominator)
    return Int64(clamping: rounded)
}
