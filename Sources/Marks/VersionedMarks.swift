/// The marks of a media, with undo and redo.
///
/// A change says which version it was made for, and is refused when that is not the newest: of
/// two people who change the same marks at once, the second learns what the first has done.
public struct VersionedMarks: Hashable, Sendable {
    /// The current marks.
    public internal(set) var marks: MarkSet
    /// Grows with each change, undo and redo included, up to ``MarkSet/idLimit``: by one, or on one
    /// of several servers to a number that no other of them takes.
    public internal(set) var version: Int
    /// What can be undone, and what can be done again; the next of either is the last.
    var (past, future): ([MarkSet], [MarkSet]) = ([], [])
    /// The versions that led to this one, ascending; of more than ``lineageLimit`` the newest.
    public internal(set) var lineage: [Int] = []
    /// What other servers have as well, as far as is known.
    public var common: CommonMarks?

    /// How many changes can be undone.
    public static let depth = 100
    /// How many versions are known to have led to one.
    public static let lineageLimit = 1024

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

    /// Applies a change that was made for a version, to a media of `count` frames, on the server
    /// with this number among several, or on the only one.
    ///
    /// An error changes nothing, and neither does an edit that leaves all as it is.
    public mutating func take(
        _ change: Change,
        madeFor seen: Int,
        in count: Int,
        on server: UInt16 = 0
    ) throws(MarksError) {
        guard seen == version else { throw .stale(seen: seen, now: version) }
        let next = try Self.version(after: version, on: server)
        switch change {
        case .edit(let edit): keep(try marks.applying(edit, in: count), as: next)
        case .undo:
            guard let before = past.popLast() else { throw .nothingToUndo }
            future.append(marks)
            show(before, as: next)
        case .redo:
            guard let after = future.popLast() else { throw .nothingToRedo }
            past.append(marks)
            show(after, as: next)
        }
    }

    private mutating func keep(_ edited: MarkSet, as next: Int) {
        guard edited != marks else { return }
        future = []
        past = past.suffix(Self.depth - 1) + [marks]
        show(edited, as: next)
    }

    private mutating func show(_ other: MarkSet, as next: Int) {
        lineage = lineage.suffix(Self.lineageLimit - 1) + [version]
        (marks, version) = (other, next)
    }

    /// The version that a server gives to what comes after another.
    static func version(after version: Int, on server: UInt16) throws(MarksError) -> Int {
        guard version < MarkSet.idLimit else { throw .noVersionLeft }
        let next = server == 0 ? version + 1 : (version >> 16 + 1) << 16 + Int(server)
        guard next <= MarkSet.idLimit else { throw .noVersionLeft }
        return next
    }
}

/// A version of marks that other servers are known to have, and from which they may go on.
public struct CommonMarks: Hashable, Sendable {
    /// Its number.
    public let version: Int
    /// What was marked in it.
    public let marks: MarkSet

    /// Takes the present version of a history.
    public init(_ history: VersionedMarks) {
        self.init(history.marks, version: history.version)
    }

    init(_ marks: MarkSet, version: Int) { (self.marks, self.version) = (marks, version) }
}
