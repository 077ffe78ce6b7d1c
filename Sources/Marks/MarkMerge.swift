/// Marks that were changed on two servers while neither heard the other, in one.
///
/// Segments are known by their ids. What only one side has changed is as that side has it; what one
/// side has taken away and the other has changed, stays; and where both have changed the same, what
/// is shared already holds. Segments that were added on both sides are all kept: those of this side
/// get other ids where theirs were given on the other side, too.
struct MarkMerge {
    /// What both sides had; empty where that is not known, so that nothing counts as taken away.
    private let base: [Int: Segment]
    private let own: [Int: Segment]
    private let shared: [Int: Segment]
    /// What comes out of it.
    private(set) var marks: MarkSet

    /// Merges one side's own marks into those that are shared already.
    init(_ own: MarkSet, into shared: MarkSet, from base: MarkSet) {
        (self.base, self.own, self.shared) = (base.byID, own.byID, shared.byID)
        marks = shared
        mergePoints(own, shared, base)
        marks.segments = shared.segments.compactMap(merged)
        marks.lastID = max(shared.lastID, own.lastID)
        for segment in own.segments { add(segment, after: shared.lastID) }
    }

    private mutating func mergePoints(_ own: MarkSet, _ shared: MarkSet, _ base: MarkSet) {
        let first = pick(own.inPoint, shared.inPoint, base.inPoint)
        let last = pick(own.outPoint, shared.outPoint, base.outPoint)
        if let first, let last, first > last { return }
        (marks.inPoint, marks.outPoint) = (first, last)
    }

    /// One side's value where only that side has changed it, or the shared one.
    private func pick<Value: Equatable>(_ own: Value, _ shared: Value, _ base: Value) -> Value {
        shared == base ? own : shared
    }

    /// A segment that is shared, as it is then; `nil` where this side has taken it away.
    private func merged(_ theirs: Segment) -> Segment? {
        guard let before = base[theirs.id] else { return theirs }
        guard let mine = own[theirs.id] else { return theirs == before ? nil : theirs }
        var segment = theirs
        segment.name = pick(mine.name, theirs.name, before.name)
        segment.frames = pick(mine.frames, theirs.frames, before.frames)
        return segment
    }

    /// Adds a segment of this side that is not among those.
    private mutating func add(_ mine: Segment, after lastShared: Int) {
        if let before = base[mine.id] {
            // Taken away on the other side, unless this one has changed it.
            guard shared[mine.id] == nil, mine != before else { return }
        } else if shared[mine.id] == mine {
            return
        }
        guard marks.segments.count < MarkSet.segmentLimit else { return }
        let isFree = shared[mine.id] == nil && (base[mine.id] != nil || mine.id > lastShared)
        if isFree {
            marks.segments.append(mine)
        } else if marks.lastID < MarkSet.idLimit {
            marks.lastID += 1
            let segment = Segment(id: marks.lastID, name: mine.name, frames: mine.frames)
            marks.segments.append(segment)
        }
    }
}

extension MarkSet {
    fileprivate var byID: [Int: Segment] {
        Dictionary(segments.map { ($0.id, $0) }) { first, _ in first }
    }
}

// MARK: - Histories

extension VersionedMarks {
    /// How two histories of the same marks stand to each other.
    public enum Relation: Sendable {
        /// Both are at the same version.
        case same
        /// The other one has gone on from this one.
        case behind
        /// This one has gone on from the other one.
        case ahead
        /// Both have gone on from something that was before.
        case apart
    }

    /// How this history stands to the one that is shared.
    public func relation(to shared: VersionedMarks) -> Relation {
        if version == shared.version { return .same }
        if version == 0 || shared.lineage.contains(version) { return .behind }
        if shared.version == 0 || lineage.contains(shared.version) { return .ahead }
        // Others have gone on for so long that nobody knows from where; nothing is new here.
        let isOld = shared.lineage.count == Self.lineageLimit && version < shared.lineage[0]
        return isOld && common?.version == version ? .behind : .apart
    }

    /// What comes of two histories that are ``Relation/apart``, as the server with this number makes
    /// it: the shared one itself, where nothing is to be added to that.
    ///
    /// Both can be undone to: first to what was shared, then to what was here.
    public func merged(
        into shared: VersionedMarks,
        on server: UInt16
    ) throws(MarksError) -> VersionedMarks {
        let from = common.flatMap { shared.hasGone(through: $0.version) ? $0.marks : nil }
        let merge = MarkMerge(marks, into: shared.marks, from: from ?? MarkSet())
        var result = shared
        result.common = CommonMarks(shared)
        guard merge.marks != shared.marks else { return result }
        let versions = Set(lineage + shared.lineage + [version, shared.version])
        result.lineage = Array(versions.sorted().suffix(Self.lineageLimit))
        result.version = try Self.version(after: max(version, shared.version), on: server)
        result.marks = merge.marks
        result.past = Array((shared.past + [marks, shared.marks]).suffix(Self.depth))
        result.future = []
        return result
    }

    /// Whether a version is this one, or has led to it.
    public func hasGone(through other: Int) -> Bool {
        version == other || lineage.contains(other)
    }
}
