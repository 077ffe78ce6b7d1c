/// How loud a sound is, from samples here and there: an estimate, until all of it has been decoded.
public struct SoundOverview: Hashable, Sendable {
    /// The clock that the samples are numbered on.
    public let clock: SoundClock
    /// The least and greatest samples of the mix that were met in each stretch.
    public let peaks: Peaks

    /// Seconds of the shortest sound of which one is made: all of it takes some two seconds to decode.
    public static let shortest: Int64 = 5 * 60

    /// The most stretches.
    public static let mostPoints = 1000

    /// Puts both together; `nil` where they are not those of an overview.
    public init?(_ peaks: Peaks, on clock: SoundClock) {
        guard peaks.planes == 1, peaks.count(samplesPerPoint: peaks.base) <= Self.mostPoints else {
            return nil
        }
        (self.peaks, self.clock) = (peaks, clock)
    }

    /// Samples of a stretch, of which there are so few in a sound of this length.
    public static func samplesPerPoint(of length: Int64) -> Int {
        let least = Int(max(length - 1, 0) / Int64(mostPoints)) + 1
        return (least + Peaks.finest - 1) / Peaks.finest * Peaks.finest
    }
}

extension SoundOverview {
    /// Writes the overview, for messages.
    public func encode(into writer: inout ByteWriter) {
        writer.append(UInt64(clock.rate))
        clock.encode(into: &writer)
        peaks.encode(into: &writer)
    }

    /// Reads and validates an overview.
    public init(from reader: inout ByteReader) throws(StoredError) {
        let rate = try reader.integer(in: 1...SoundClock.mostRate)
        let clock = try SoundClock(from: &reader, rate: rate)
        guard let overview = SoundOverview(try Peaks(from: &reader), on: clock) else {
            throw .impossible
        }
        self = overview
    }
}
