public import Timeline

/// A format of files that hold marks.
///
/// All hold the segments' names and frames; those that know nothing of in and out points leave
/// them out. What was written is read again as the same marks, to the frame.
public protocol MarkFormat {
    /// The bytes of a file that holds the marks of a media.
    static func bytes(of sheet: MarkSheet, in media: MarkedMedia) throws(MarksError) -> [UInt8]

    /// The marks that a file holds for a media.
    ///
    /// - Throws: What is wrong, and in which line or segment. Nothing is guessed or left out.
    static func sheet(from bytes: [UInt8], in media: MarkedMedia) throws(MarksError) -> MarkSheet
}

extension MarkSheet {
    /// Adds the segment between two times; without a start from the first frame, without an end
    /// to the last.
    public mutating func add(
        _ name: some StringProtocol,
        from start: FileTime?,
        to end: FileTime?,
        in media: MarkedMedia
    ) throws(MarksError) {
        try add(name, media.frames(from: start, to: end))
    }

    /// Adds the segment from one frame to another, both of which it covers, of `count` frames.
    public mutating func add(
        _ name: some StringProtocol,
        first: Int,
        last: Int,
        in count: Int
    ) throws(MarksError) {
        try add(name, Self.frames(first, last, in: count))
    }
}

extension MarkedMedia {
    /// When a segment starts and ends, in units of a format that calls them `name`.
    public func times(
        of segment: Segment,
        in unit: Timebase,
        called name: String
    ) throws(MarksError) -> (start: FileTime, end: FileTime) {
        let start = try time(of: segment.frames.lowerBound, in: unit, called: name)
        return (start, try time(of: segment.frames.upperBound + 1, in: unit, called: name))
    }
}
