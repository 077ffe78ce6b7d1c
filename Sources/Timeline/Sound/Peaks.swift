import Basics

/// The least and the greatest sample of each stretch of a sound, in levels from fine to coarse.
///
/// Samples are of 16 bits, numbered from 0 at the first frame. Plane 0 is the mix of all channels;
/// the planes after it, where there are any, are the channels. Where there is no sound, there is
/// silence: samples of 0.
public struct Peaks: Hashable, Sendable {
    /// Samples of one stretch on the finest level.
    public let base: Int
    /// Samples that the levels cover.
    public let length: Int64
    /// The mix, and the channels where they are kept.
    public let planes: Int
    /// For each level and plane, the least and the greatest sample of each stretch, in turn.
    private let levels: [[[Int16]]]

    /// By how many a level is coarser than the one before.
    public static let step = 4
    /// Samples of the shortest stretch.
    public static let finest = 256
    /// The most stretches of all planes on the finest level: what two hours of a stereo film take,
    /// three times over.
    public static let mostPoints = 1 << 22
    /// The most channels that are kept apart.
    public static let mostChannels = 8

    /// Makes the coarser levels from the finest; `nil` unless its stretches are as many as that.
    ///
    /// - Parameters:
    ///   - finest: For each plane, the least and the greatest sample of each stretch.
    ///   - base: Samples of one stretch.
    ///   - length: Samples that the stretches cover; the last may be shorter.
    public init?(_ finest: [[Int16]], base: Int, length: Int64) {
        guard let count = Self.points(length, base: base, planes: finest.count),
            finest.allSatisfy({ $0.count == 2 * count })
        else { return nil }
        (self.base, self.length, planes) = (base, length, finest.count)
        var levels = [finest]
        while let last = levels.last, last[0].count > 2 {
            levels.append(last.map { Self.coarser($0, by: Self.step) })
        }
        self.levels = levels
    }

    /// How many channels are kept apart beside the mix, of so many.
    public static func planes(ofChannels channels: Int) -> Int {
        (2...mostChannels).contains(channels) ? 1 + channels : 1
    }

    /// Samples of the shortest stretch with which a sound of this length is not too large.
    public static func base(for length: Int64, planes: Int) -> Int? {
        guard length > 0, length < 1 << 48 else { return nil }
        var base = finest
        while points(length, base: base, planes: planes) == nil { base *= 2 }
        return base
    }

    /// How many stretches each plane has; `nil` where they are too many or none.
    private static func points(_ length: Int64, base: Int, planes: Int) -> Int? {
        guard (finest...(1 << 44)).contains(base), base.isMultiple(of: finest),
            (1...1 + mostChannels).contains(planes), length > 0, length < 1 << 48
        else { return nil }
        let count = (length - 1) / Int64(base) + 1
        return count <= mostPoints / planes ? Int(count) : nil
    }

    /// The least and greatest of each `count` stretches together.
    private static func coarser(_ points: [Int16], by count: Int) -> [Int16] {
        var result: [Int16] = []
        result.reserveCapacity(2 * (points.count / (2 * count) + 1))
        for start in stride(from: 0, to: points.count, by: 2 * count) {
            let (least, greatest) = extremes(points[start..<min(start + 2 * count, points.count)])
            result.append(least)
            result.append(greatest)
        }
        return result
    }

    private static func extremes(_ points: ArraySlice<Int16>) -> (Int16, Int16) {
        var (least, greatest) = (points[points.startIndex], points[points.startIndex + 1])
        for index in stride(from: points.startIndex + 2, to: points.endIndex, by: 2) {
            least = min(least, points[index])
            greatest = max(greatest, points[index + 1])
        }
        return (least, greatest)
    }
}

extension Peaks {
    /// Samples of a point that can be asked for: a multiple of the finest stretch.
    public func allows(samplesPerPoint: Int) -> Bool {
        samplesPerPoint >= base && samplesPerPoint.isMultiple(of: base)
            && samplesPerPoint <= 1 << 44
    }

    /// How many points cover all of the sound.
    public func count(samplesPerPoint: Int) -> Int {
        Int((length - 1) / Int64(samplesPerPoint)) + 1
    }

    /// The least and the greatest sample of points, in turn, of one plane.
    ///
    /// - Parameters:
    ///   - points: The numbers of the points, which must exist; point i begins at sample
    ///     i × `samplesPerPoint`.
    ///   - plane: The plane, which must exist.
    ///   - samplesPerPoint: Samples of a point, which must be allowed.
    /// - Returns: Two numbers for each point.
    public func extremes(_ points: Range<Int>, plane: Int, samplesPerPoint: Int) -> [Int16] {
        let (level, width) = level(for: samplesPerPoint)
        let source = levels[level][plane]
        guard width > 1 else {
            return Array(source[2 * points.lowerBound..<2 * points.upperBound])
        }
        var result: [Int16] = []
        result.reserveCapacity(2 * points.count)
        for point in points {
            let end = min(2 * (point + 1) * width, source.count)
            let (least, greatest) = Self.extremes(source[2 * point * width..<end])
            result.append(least)
            result.append(greatest)
        }
        return result
    }

    /// How many stretches are read for a point, which bounds the work.
    public func stretches(samplesPerPoint: Int) -> Int { level(for: samplesPerPoint).1 }

    /// The coarsest level whose stretches make up the points, and how many make up one.
    private func level(for samplesPerPoint: Int) -> (Int, Int) {
        var (level, width) = (0, samplesPerPoint / base)
        while level + 1 < levels.count, width.isMultiple(of: Self.step) {
            (level, width) = (level + 1, width / Self.step)
        }
        return (level, width)
    }
}

extension Peaks {
    /// Writes the finest level, from which the others are made.
    public func encode(into writer: inout ByteWriter) {
        for number in [UInt64(base), UInt64(length), UInt64(planes)] { writer.append(number) }
        for plane in levels[0] { writer.append(bytes: plane.flatMap(\.littleEndianBytes)) }
    }

    /// Reads and validates peaks.
    public init(from reader: inout ByteReader) throws(StoredError) {
        let base = try reader.integer(in: Self.finest...(1 << 44))
        let length = Int64(try reader.integer(in: 1...(1 << 48)))
        let planes = try reader.integer(in: 1...1 + Self.mostChannels)
        var finest: [[Int16]] = []
        for _ in 0..<planes {
            let bytes = try reader.run()
            guard bytes.count.isMultiple(of: 4) else { throw .impossible }
            let plane = stride(from: 0, to: bytes.count, by: 2).map { place in
                Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
            }
            finest.append(plane)
        }
        for plane in finest {
            for index in stride(from: 0, to: plane.count, by: 2)
            where plane[index] > plane[index + 1] { throw .impossible }
        }
        guard let peaks = Peaks(finest, base: base, length: length) else { throw .impossible }
        self = peaks
    }
}

extension Int16 {
    fileprivate var littleEndianBytes: [UInt8] {
        [UInt8(truncatingIfNeeded: self), UInt8(truncatingIfNeeded: self >> 8)]
    }
}
