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
    /// Callers give rounded decimals, so a tick that begins within the next half millisecond counts
    /// as begun (FFmpeg prints 1/30 s as 0.033333). The tolerance is not larger because a tick may
    /// be long, such as a whole frame in AVI.
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

    /// Times further than this from zero are invalid: their differences might overflow.
    static let furthest: Int64 = 1 << 60

    /// Creates a timestamp from ticks.
    public init(_ ticks: Int64) { self.ticks = ticks }

    /// Tells whether `a` comes before `b` on the same clock.
    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.ticks < b.ticks }
}

/// The nearest integer to `value * numerator / denominator`, halves away from zero.
///
/// The product is exact in 128 bits. `denominator` must be positive; a result beyond
/// `Int64` is clamped, because only invalid timestamps can give one.
public func rescale(_ value: Int64, by numerator: Int64, over denominator: Int64) -> Int64 {
    precondition(denominator > 0, "a rescaling divides by a positive number")
    let product = Int128(value) * Int128(numerator)
    let half = Int128(denominator) / 2
    let rounded = (product + (product < 0 ? -half : half)) / Int128(denominator)
    return Int64(clamping: rounded)
}

/// Frames per second, as an exact fraction.
public struct FrameRate: Hashable, Sendable {
    /// The numerator; always positive.
    public let numerator: Int64
    /// The denominator; always positive.
    public let denominator: Int64

    /// Creates a rate of `numerator / denominator` frames per second.
    ///
    /// Returns `nil` unless both are positive and fit 31 bits.
    public init?(_ numerator: Int64, _ denominator: Int64) {
        let range = 1...Int64(Int32.max)
        guard range.contains(numerator), range.contains(denominator) else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    private init(whole: Int64, isNTSC: Bool) {
        numerator = isNTSC ? whole * 1000 : whole
        denominator = isNTSC ? 1001 : 1
    }

    /// The NTSC rate within 0.05 percent of this one, or the nearest whole rate.
    ///
    /// Containers with millisecond clocks report 29.97 as 19001/634 and the like. Where a whole
    /// rate is nearer than the NTSC rate, it is taken.
    public var standard: FrameRate {
        let value = Double(numerator) / Double(denominator)
        let whole = Int64(min(max(value.rounded(), 1), 1000))
        let ntsc = FrameRate(whole: whole, isNTSC: true)
        let distance = (value - ntsc.value).magnitude
        let isNTSC = distance < value / 2000 && distance < (value - Double(whole)).magnitude
        return isNTSC ? ntsc : FrameRate(whole: whole, isNTSC: false)
    }

    /// Frames per second, rounded once.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// Whether this is 1000/1001 of a whole rate.
    public var isNTSC: Bool { denominator == 1001 && numerator.isMultiple(of: 1000) }

    /// Timecode labels per second: the whole rate that this one is counted at.
    public var labelsPerSecond: Int { Int(isNTSC ? numerator / 1000 : numerator / denominator) }

    /// Ticks of `timebase` between two frames, at least 1.
    public func ticks(in timebase: Timebase) -> Int64 {
        max(
            1,
            rescale(
                1,
                by: timebase.denominator * denominator,
                over: timebase.numerator * numerator
            )
        )
    }
}
