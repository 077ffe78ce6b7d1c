/// The marks of one media: an in point, an out point and segments.
public struct MarkSet: Hashable, Sendable {
    /// The first frame of the range that the points select, if it is set.
    public internal(set) var inPoint: Int?
    /// The last frame of that range, if it is set.
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

    /// Creates an empty set.
    public init() {}

    mutating func add(_ name: some StringProtocol, _ frames: ClosedRange<Int>) throws(MarksError) {
        try append(Segment.tidied(name), frames)
    }

    /// Adds a segment whose name is tidy already: that of thousands takes as long as all else.
    mutating func append(_ name: String, _ frames: ClosedRange<Int>) throws(MarksError) {
        guard segments.count < Self.segmentLimit else { throw .tooMany }
        guard lastID < Self.idLimit else { throw .noIDLeft }
        lastID += 1
        segments.append(Segment(id: lastID, name: name, frames: frames))
    }
}

/// A named stretch of frames.
public struct Segment: Hashable, Sendable {
    /// What edits name it by; unique in the media, except for segments that were undone.
    public let id: Int
    /// Its name, which may be empty.
    public internal(set) var name: String
    /// The frames that it covers.
    public internal(set) var frames: ClosedRange<Int>

    /// The longest name, in characters.
    public static let nameLimit = 200

    /// A name in the form that all formats can hold: one line, without control characters.
    static func tidied(_ name: some StringProtocol) throws(MarksError) -> String {
        // Looked at before anything is built from it. A character may be many bytes.
        guard name.utf8.count <= nameLimit * 16 else { throw .nameTooLong }
        var tidy = ""
        var hasGap = false
        for scalar in name.unicodeScalars {
            if scalar.isBlank {
                hasGap = !tidy.isEmpty
            } else {
                if hasGap { tidy.append(" ") }
                hasGap = false
                tidy.unicodeScalars.append(scalar)
            }
        }
        guard tidy.count <= nameLimit else { throw .nameTooLong }
        return tidy
    }
}

extension Unicode.Scalar {
    /// Whether it separates words or controls devices.
    fileprivate var isBlank: Bool {
        properties.isWhitespace || properties.generalCategory == .control
    }
}
