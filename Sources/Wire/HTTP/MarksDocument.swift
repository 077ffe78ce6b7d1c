public import Marks

/// What is marked in a media, as clients read and write it, and as a file of its own.
///
/// Both ends of a segment are frames that it covers.
public struct MarksDocument: JSONDocument, Equatable {
    /// One segment.
    public struct Segment: Codable, Equatable, Sendable {
        /// What edits call it; not needed in what a client puts in the place of all.
        public var id: Int?
        /// What people call it; nothing is an empty name.
        public var name: String?
        /// The first frame.
        public var first: Int
        /// The last frame.
        public var last: Int

        /// Creates a segment.
        public init(id: Int? = nil, name: String?, first: Int, last: Int) {
            (self.id, self.name, self.first, self.last) = (id, name, first, last)
        }
    }

    /// The version of the marks, where that is known.
    public var version: Int?
    /// The first frame of what is wanted, if it is set.
    public var `in`: Int?
    /// The last frame of what is wanted, if it is set.
    public var out: Int?
    /// The segments, in the order in which they were added.
    public var segments: [Segment]
    /// Whether there is a change to undo, where that is known.
    public var canUndo: Bool?
    /// Whether there is a change to redo, where that is known.
    public var canRedo: Bool?

    /// Creates the document of marks.
    public init(_ marks: MarkSet) {
        (self.in, out) = (marks.inPoint, marks.outPoint)
        segments = marks.segments.map { segment in
            let (first, last) = (segment.frames.lowerBound, segment.frames.upperBound)
            return Segment(id: segment.id, name: segment.name, first: first, last: last)
        }
    }

    /// Creates the document of what is marked now.
    public init(_ history: VersionedMarks) {
        self.init(history.marks)
        version = history.version
        (canUndo, canRedo) = (history.canUndo, history.canRedo)
    }

    /// The marks, for a media of `count` frames; the segments get new ids.
    public func marks(in count: Int) throws(MarksError) -> MarkSet {
        var marks = MarkSet()
        for edit in [MarkEdit.setIn(self.in), .setOut(out)] {
            marks = try marks.applying(edit, in: count)
        }
        for (index, segment) in segments.enumerated() {
            try inSegment(index) { () throws(MarksError) in
                try marks.add(
                    segment.name ?? "",
                    first: segment.first,
                    last: segment.last,
                    in: count
                )
            }
        }
        return marks
    }
}

/// Does something with a segment of a file; whatever is wrong is wrong in this segment.
func inSegment<Result>(
    _ index: Int,
    _ body: () throws(MarksError) -> Result
) throws(MarksError) -> Result {
    do throws(MarksError) {
        return try body()
    } catch {
        throw .segment(index + 1, error)
    }
}

/// A change to the marks of the media that is open, as a client asks for it on the socket.
///
/// All marks at once are put in place by HTTP, where messages may be long.
public struct MarksChange: Equatable, Sendable {
    /// The message's number.
    public var seq: UInt32

    /// The version of the marks that the client has seen.
    public var version: Int

    /// What is to be changed; which frames and segments there are is checked later.
    public var change: VersionedMarks.Change

    /// Creates a change.
    public init(seq: UInt32, version: Int, change: VersionedMarks.Change) {
        (self.seq, self.version, self.change) = (seq, version, change)
    }

    init(_ fields: Fields) throws(WireError) {
        seq = try fields.number()
        version = try fields.integer(.version, in: 0...MarkSet.idLimit)
        change = try VersionedMarks.Change(fields.object(.edit))
    }
}

extension VersionedMarks.Change {
    private static let names: [Fields.Name] = [
        .in, .out, .add, .rename, .move, .remove, .clear, .undo, .redo,
    ]

    fileprivate init(_ fields: Fields) throws(WireError) {
        let found = fields.names.filter(Self.names.contains)
        guard found.count == 1, let name = found.first else {
            let names = Self.names.map(\.rawValue).joined(separator: ", ")
            throw fields.failure("edit: expected exactly one of \(names), got \(found.count)")
        }
        switch name {
        case .undo, .redo:
            try fields.requireTrue(name)
            self = name == .undo ? .undo : .redo
        default: self = .edit(try MarkEdit(name, fields))
        }
    }
}

extension MarkEdit {
    fileprivate init(_ name: Fields.Name, _ fields: Fields) throws(WireError) {
        switch name {
        case .in: self = .setIn(try fields.point(.in))
        case .out: self = .setOut(try fields.point(.out))
        case .clear:
            try fields.requireTrue(.clear)
            self = .clear
        default: self = try MarkEdit(ofSegment: name, fields.object(name))
        }
    }

    private init(ofSegment name: Fields.Name, _ segment: Fields) throws(WireError) {
        switch name {
        case .add:
            let (first, last) = (try segment.frame(.first), try segment.frame(.last))
            self = .add(name: try segment.string(.name), first: first, last: last)
        case .move:
            let (first, last) = (try segment.frame(.first), try segment.frame(.last))
            self = .move(id: try segment.id(), first: first, last: last)
        case .rename: self = .rename(id: try segment.id(), name: try segment.string(.name))
        default: self = .remove(id: try segment.id())
        }
    }
}

extension Fields {
    /// A frame's number.
    func frame(_ name: Name) throws(WireError) -> Int {
        try integer(name, in: 0...Int(UInt32.max))
    }

    /// A frame's number; `null` takes the point away.
    fileprivate func point(_ name: Name) throws(WireError) -> Int? {
        isNull(name) ? nil : try frame(name)
    }

    fileprivate func id() throws(WireError) -> Int { try integer(.id, in: 1...MarkSet.idLimit) }
}

/// What is marked in the open media, as sent after each change to every client that asked.
public struct MarksMessage: Codable, Equatable, Sendable {
    /// The message that caused it, for the client that sent that.
    public var seq: UInt32?
    /// All that is marked.
    public var marks: MarksDocument

    /// Creates the message of what is marked now.
    public init(_ history: VersionedMarks, seq: UInt32? = nil) {
        (marks, self.seq) = (MarksDocument(history), seq)
    }

    /// Reads a message, as a client does.
    public init(from decoder: any Decoder) throws {
        seq = try decoder.messageNumber()
        marks = try MarksDocument(from: decoder)
    }

    /// Writes the marks' own fields, and the number beside them.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(messageNumber: seq)
        try marks.encode(to: encoder)
    }
}
