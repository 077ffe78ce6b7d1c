/// The marks of a media, with undo and redo.
///
/// A change says which version it was made for, and is refused when that is not the newest: of
/// two people who change the same marks at once, the second learns what the first has done.
public struct VersionedMarks: Hashable, Sendable {
    /// The current marks.
    public private(set) var marks: MarkSet
    /// Grows by one with each change, undo and redo included, up to ``MarkSet/idLimit``.
    public private(set) var version: Int
    private var past: [MarkSet] = []
    private var future: [MarkSet] = []

    /// How many changes can be undone.
    public static let depth = 100

    /// What a client may ask for.
    public enum Change: Hashable, Sendable {
        /// An edit.
        case edit(MarkEdit)
        /// Back to before the newest change that is not undone.
        case undo
        /// On to after the change that was undone last.
        case redo
    }

    /// Creates the history of a set of marks, with nothing to undo.
    public init(_ marks: MarkSet = MarkSet(), version: Int = 0) {
        (self.marks, self.version) = (marks, version)
    }

    /// Whether there is something to undo.
    public var canUndo: Bool { !past.isEmpty }
    /// Whether there is something to redo.
    public var canRedo: Bool { !future.isEmpty }

    /// Applies a change that was made for a version, to a media of `count` frames.
    ///
    /// An error changes nothing, and neither does an edit that leaves all as it is.
    public mutating func take(
        _ change: Change,
        madeFor seen: Int,
        in count: Int
    ) throws(MarksError) {
        guard seen == version else { throw .stale(seen: seen, now: version) }
        guard version < MarkSet.idLimit else { throw .noVersionLeft }
        switch change {
        case .edit(let edit): keep(try marks.applying(edit, in: count))
        case .undo:
            guard let before = past.popLast() else { throw .nothingToUndo }
            future.append(marks)
            show(before)
        case .redo:
            guard let after = future.popLast() else { throw .nothingToRedo }
            past.append(marks)
            show(after)
        }
    }

    private mutating func keep(_ edited: MarkSet) {
        guard edited != marks else { return }
        future = []
        past = past.suffix(Self.depth - 1) + [marks]
        show(edited)
    }

    private mutating func show(_ other: MarkSet) {
        marks = other
        version += 1
    }
}
