public import Timeline

/// Why marks cannot be changed, read or written.
public enum MarksError: Error, Hashable, Sendable {
    /// Not every frame of the media is known yet.
    case scanning
    /// A change was made for a version that is not the newest.
    case stale(seen: Int, now: Int)
    /// Every change has been undone.
    case nothingToUndo
    /// No change has been undone.
    case nothingToRedo
    /// No segment has this id.
    case noSegment(Int)
    /// The in point comes after the out point.
    case inAfterOut(Int, Int)
    /// A segment ends before it starts.
    case backwards(String, String)
    /// The media, of so many frames, has nothing at this place.
    case outside(String, count: Int)
    /// There are more segments than may be.
    case tooMany
    /// Every id has been given to a segment.
    case noIDLeft
    /// Every version has been given to a change; a stored file said so.
    case noVersionLeft
    /// A name is longer than may be.
    case nameTooLong
    /// A file is larger than may be.
    case tooLarge
    /// Something else was expected.
    case malformed(expected: String, found: String)
    /// A file cannot be read, for a reason that names the place.
    case unreadable(String)
    /// The media's frames are shorter than the unit that a format counts time in.
    case tooFine(unit: String)
    /// Bytes that were kept cannot be read.
    case stored(StoredError)
    /// A line of a file is refused; lines count from 1.
    indirect case line(Int, MarksError)
    /// A segment of a file is refused; segments count from 1.
    indirect case segment(Int, MarksError)
}

extension MarksError: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .stale(let seen, let now):
            "made for version \(seen) of the marks, which are at \(now): look at those, then change"
        case .scanning: "the file is still being indexed; try again when that is complete"
        case .nothingToUndo: "there is nothing to undo"
        case .nothingToRedo: "there is nothing to redo"
        case .noSegment(let id): "there is no segment \(id)"
        case .inAfterOut(let first, let last):
            "the in point, frame \(first), is after the out point, frame \(last): exchange them"
        case .backwards(let start, let end):
            "the end, \(end), is before the start, \(start): exchange them"
        case .outside(let place, let count):
            "\(place) is outside the media, whose \(count) frames count from 0: move it"
        case .tooMany: "more than \(MarkSet.segmentLimit) segments: split the file"
        case .noIDLeft: "no further segment can be told from the others: export the marks anew"
        case .noVersionLeft: "no further change can be told from the others: export the marks anew"
        case .nameTooLong: "a name of more than \(Segment.nameLimit) characters: shorten it"
        case .tooLarge: "more than \(MarkSet.byteLimit >> 20) MiB: split the file"
        case .malformed(let expected, let found): "expected \(expected), got “\(found)”"
        case .unreadable(let reason): reason
        case .tooFine(let unit):
            "frames are too short to be told apart in \(unit): choose another format"
        case .stored(.otherVersion(let version)): "stored marks of version \(version)"
        case .stored(.notAnIndex): "not stored marks"
        case .stored(.damaged): "damaged stored marks"
        case .stored(.impossible): "stored marks that contradict themselves"
        case .line(let number, let error): "line \(number): \(error)"
        case .segment(let number, let error): "segment \(number): \(error)"
        }
    }

    /// Something else was expected than this, of which the start is told.
    public static func expected(_ what: String, got text: some StringProtocol) -> MarksError {
        let start = String(text.prefix(40))
        return .malformed(expected: what, found: start == text ? start : start + "…")
    }
}
