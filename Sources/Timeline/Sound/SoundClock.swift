/// Where samples of sound lie on the clock of the frames: sample 0 is at the start of the first frame.
///
/// Exact: a time becomes a sample by integer arithmetic alone.
public struct SoundClock: Hashable, Sendable {
    /// When the first frame is shown, in ticks of ``timebase``.
    public let zero: Timestamp
    /// The length of a tick of the frames.
    public let timebase: Timebase
    /// Samples per second, of each channel; positive.
    public let rate: Int

    /// The most samples per second; those of sound are at most some 100 thousand.
    public static let mostRate = 1 << 24

    /// Creates a clock; the rate is held in 1…``mostRate``.
    public init(zero: Timestamp, timebase: Timebase, rate: Int) {
        (self.zero, self.timebase) = (zero, timebase)
        self.rate = min(max(rate, 1), Self.mostRate)
    }

    /// The first sample that begins at a time of the frames' clock or after it.
    public func sample(at time: Timestamp) -> Int64 {
        let ticks = Int128(time.ticks) - Int128(zero.ticks)
        let product = ticks * Int128(timebase.numerator) * Int128(rate)
        let (quotient, rest) = product.quotientAndRemainder(
            dividingBy: Int128(timebase.denominator)
        )
        return Int64(clamping: rest > 0 ? quotient + 1 : quotient)
    }

    /// The sample that is nearest to a time of another clock with the same origin, such as that of
    /// the sound's own packets.
    public func sample(nearest time: Timestamp, in other: Timebase) -> Int64 {
        let (whole, part) = parts(time.ticks, other)
        let (wholeZero, partZero) = parts(zero.ticks, timebase)
        let unit = Int128(other.denominator) * Int128(timebase.denominator)
        let fraction =
            part * Int128(timebase.denominator) - partZero * Int128(other.denominator)
        let twice = 2 * fraction + unit
        let floor = twice >= 0 ? twice / (2 * unit) : -((2 * unit - 1 - twice) / (2 * unit))
        return Int64(clamping: whole - wholeZero + floor)
    }

    /// The time of a sample, in ticks of another clock with the same origin, rounded to the nearest.
    public func time(of sample: Int64, in other: Timebase) -> Timestamp {
        let zeroTicks = rescale(
            zero.ticks,
            by: timebase.numerator * other.denominator,
            over: timebase.denominator * other.numerator
        )
        let own = rescale(sample, by: other.denominator, over: other.numerator * Int64(rate))
        return Timestamp(zeroTicks &+ own)
    }

    /// The same clock for another rate.
    public func at(rate: Int) -> SoundClock {
        SoundClock(zero: zero, timebase: timebase, rate: rate)
    }

    /// Whole samples up to a time, rounded towards zero, and what is left, over the denominator.
    private func parts(_ ticks: Int64, _ base: Timebase) -> (Int128, Int128) {
        let product = Int128(ticks) * Int128(base.numerator) * Int128(rate)
        return product.quotientAndRemainder(dividingBy: Int128(base.denominator))
    }
}

extension SoundClock {
    /// Writes the frames' clock; the rate is known from the sound.
    func encode(into writer: inout ByteWriter) {
        writer.append(signed: zero.ticks)
        writer.append(UInt64(timebase.numerator))
        writer.append(UInt64(timebase.denominator))
    }

    /// Reads and validates a clock of samples at a rate.
    init(from reader: inout ByteReader, rate: Int) throws(StoredError) {
        let zero = Timestamp(try reader.signed())
        let ticks = 1...Int(Int32.max)
        let numerator = Int64(try reader.integer(in: ticks))
        let denominator = Int64(try reader.integer(in: ticks))
        guard zero.ticks.magnitude <= Timestamp.furthest.magnitude,
            let timebase = Timebase(numerator, denominator)
        else { throw .impossible }
        self.init(zero: zero, timebase: timebase, rate: rate)
    }
}

extension FrameTable {
    /// The clock of sound beside these frames.
    public func soundClock(rate: Int) -> SoundClock {
        SoundClock(zero: first, timebase: timebase, rate: rate)
    }

    /// The samples that are shown with some frames, which must exist.
    public func samples(of frames: Range<Int>, on clock: SoundClock) -> Range<Int64> {
        let edge = { (frame: Int) in
            clock.sample(at: frame < count ? pts(of: frame) : end)
        }
        let start = edge(frames.lowerBound)
        return start..<max(start, edge(frames.upperBound))
    }
}
