import Basics
public import Timeline

/// A format of files that hold marks.
///
/// All hold the segments' names and frames; those that know nothing of in and out points leave
/// them out. What was written is read again as the same marks, to the frame.
public protocol MarkFormat {
    /// The bytes of a file that holds the marks of a media.
    static func bytes(of marks: MarkSet, in media: MarkedMedia) throws(MarksError) -> [UInt8]

    /// The marks that a file holds for a media.
    ///
    /// - Throws: What is wrong, and in which line or segment. Nothing is guessed or left out.
    static func marks(from bytes: [UInt8], in media: MarkedMedia) throws(MarksError) -> MarkSet
}

extension MarkSet {
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

/// A line of a text file, with its number for errors.
struct TextLine {
    /// Its number, from 1.
    let number: Int
    /// What it says, without its end.
    let text: Substring

    /// The lines of a file in UTF-8, whatever system wrote it.
    static func all(of bytes: [UInt8]) throws(MarksError) -> [TextLine] {
        guard bytes.count <= MarkSet.byteLimit else { throw .tooLarge }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .expected("text in UTF-8", got: String(decoding: bytes.prefix(80), as: UTF8.self))
        }
        let start =
            text.unicodeScalars.first == "\u{FEFF}"
            ? text.utf8.index(text.startIndex, offsetBy: 3) : text.startIndex
        let lines = text[start...].split(omittingEmptySubsequences: false) {
            ["\n", "\r", "\r\n"].contains($0)
        }
        return lines.enumerated().map { TextLine(number: $0 + 1, text: $1) }
    }

    /// The line without space around it.
    var trimmed: Substring { text.trimmed }

    /// Does something with the line; whatever is wrong is wrong in this line.
    func read<Result>(_ body: (Substring) throws(MarksError) -> Result) throws(MarksError) -> Result
    {
        do throws(MarksError) {
            return try body(text)
        } catch {
            throw .line(number, error)
        }
    }
}

extension Substring {
    /// What comes after a start in capitals that it has, however its letters are written.
    func after(_ start: String) -> Substring? {
        guard utf8.count >= start.utf8.count else { return nil }
        let isAlike = zip(utf8, start.utf8).allSatisfy { byte, capital in
            let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            return (isLower ? byte - 0x20 : byte) == capital
        }
        return isAlike ? Substring(utf8.dropFirst(start.utf8.count)) : nil
    }
}
