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

    /// The television or film rate that this one stands for, or the nearest whole rate.
    ///
    /// Containers with millisecond clocks report 29.97 as 19001/634 and the like: within one
    /// part in two thousand of an NTSC rate, that is the one that was meant, unless the whole
    /// rate is nearer still.
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
