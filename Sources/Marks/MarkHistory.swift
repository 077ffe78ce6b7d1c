/// What is marked in a media, with the way back.
///
/// A change says which version it was made for, and is refused when that is not the newest: of
/// two people who change the same marks at once, the second learns what the first has done.
public struct MarkHistory: Hashable, Sendable {
    /// What is marked now.
    public private(set) var sheet: MarkSheet
    /// Grows by one with each change, also with those that go back.
    public private(set) var version: Int
    private var past: [MarkSheet] = []
    private var future: [MarkSheet] = []

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

    /// Creates the history of a sheet, without a way back.
    public init(_ sheet: MarkSheet = MarkSheet(), version: Int = 0) {
        (self.sheet, self.version) = (sheet, version)
    }

    /// Whether there is something to undo.
    public var canUndo: Bool { !past.isEmpty }
    /// Whether there is something to redo.
    public var canRedo: Bool { !future.isEmpty }

    /// Takes a change that was made for a version, to a media of `count` frames.
    ///
    /// An error changes nothing, and neither does an edit that leaves all as it is.
    public mutating func take(
        _ change: Change,
        madeFor seen: Int,
        in count: Int
    ) throws(MarksError) {
        guard seen == version else { throw .stale(seen: seen, now: version) }
        switch change {
        case .edit(let edit): keep(try sheet.applying(edit, in: count))
        case .undo:
            guard let before = past.popLast() else { throw .nothingToUndo }
            future.append(sheet)
            show(before)
        case .redo:
            guard let after = future.popLast() else { throw .nothingToRedo }
            past.append(sheet)
            show(after)
        }
    }

    private mutating func keep(_ edited: MarkSheet) {
        guard edited != sheet else { return }
        future = []
        past = past.suffix(Self.depth - 1) + [sheet]
        show(edited)
    }

    private mutating func show(_ other: MarkSheet) {
        sheet = other
        version += 1
    }
}
