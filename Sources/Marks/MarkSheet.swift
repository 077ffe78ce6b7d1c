/// All that is marked in one media: an in point, an out point and segments.
public struct MarkSheet: Hashable, Sendable {
    /// The first frame of what is wanted, if it is set.
    public internal(set) var inPoint: Int?
    /// The last frame of what is wanted, if it is set.
    public internal(set) var outPoint: Int?
    /// The segments, in the order in which they were added; they may overlap.
    public internal(set) var segments: [Segment] = []
    /// The greatest id that was given to a segment.
    public internal(set) var lastID = 0

    /// How many segments there may be.
    public static let segmentLimit = 10_000
    /// How long a file of marks may be, in bytes.
    public static let byteLimit = 8 << 20
    /// The greatest id there may be: what a double holds exactly, as clients in JavaScript need.
    public static let idLimit = 1 << 53

    /// Creates a sheet without marks.
    public init() {}

    /// Whether both mark the same frames by the same names, whatever ids they gave.
    public func marksTheSame(as other: MarkSheet) -> Bool {
        (inPoint, outPoint) == (other.inPoint, other.outPoint)
            && segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy {
                $0.name == $1.name && $0.frames == $1.frames
            }
    }

    mutating func add(_ name: some StringProtocol, _ frames: ClosedRange<Int>) throws(MarksError) {
        guard segments.count < Self.segmentLimit else { throw .tooMany }
        guard lastID < Self.idLimit else { throw .noIDLeft }
        let name = try Segment.tidied(name)
        lastID += 1
        segments.append(Segment(id: lastID, name: name, frames: frames))
    }
}
