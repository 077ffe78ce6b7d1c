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

    /// How often the marks have been changed, where that is known.
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

    /// Creates the document of a sheet.
    public init(_ sheet: MarkSheet) {
        (self.in, out) = (sheet.inPoint, sheet.outPoint)
        segments = sheet.segments.map { segment in
            let (first, last) = (segment.frames.lowerBound, segment.frames.upperBound)
            return Segment(id: segment.id, name: segment.name, first: first, last: last)
        }
    }

    /// Creates the document of what is marked now.
    public init(_ history: MarkHistory) {
        self.init(history.sheet)
        version = history.version
        (canUndo, canRedo) = (history.canUndo, history.canRedo)
    }

    /// The marks, for a media of `count` frames; the segments get new ids.
    public func sheet(in count: Int) throws(MarksError) -> MarkSheet {
        var sheet = MarkSheet()
        for edit in [MarkEdit.setIn(self.in), .setOut(out)] {
            sheet = try sheet.applying(edit, in: count)
        }
        for (index, segment) in segments.enumerated() {
            try inSegment(index) { () throws(MarksError) in
                try sheet.add(
                    segment.name ?? "",
                    first: segment.first,
                    last: segment.last,
                    in: count
                )
            }
        }
        return sheet
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
