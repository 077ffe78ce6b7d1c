/// One change to what is marked.
public enum MarkEdit: Hashable, Sendable {
    /// Sets the in point, or takes it away.
    case setIn(Int?)
    /// Sets the out point, or takes it away.
    case setOut(Int?)
    /// Adds a segment from one frame to another, both of which it covers.
    case add(name: String, first: Int, last: Int)
    /// Names a segment anew.
    case rename(id: Int, name: String)
    /// Moves the ends of a segment.
    case move(id: Int, first: Int, last: Int)
    /// Takes a segment away.
    case remove(id: Int)
    /// Takes all marks away.
    case clear
    /// Puts other marks in the place of all, whose segments get ids of their own.
    case replace(MarkSet)
}

extension MarkSet {
    /// The marks after an edit, for a media of `count` frames.
    public func applying(_ edit: MarkEdit, in count: Int) throws(MarksError) -> MarkSet {
        var marks = self
        switch edit {
        case .setIn(let frame): try marks.setEnds(frame, outPoint, in: count)
        case .setOut(let frame): try marks.setEnds(inPoint, frame, in: count)
        case .add(let name, let first, let last):
            try marks.add(name, Self.frames(first, last, in: count))
        case .rename(let id, let name):
            marks.segments[try marks.index(of: id)].name = try Segment.tidied(name)
        case .move(let id, let first, let last):
            marks.segments[try marks.index(of: id)].frames = try Self.frames(first, last, in: count)
        case .remove(let id): marks.segments.remove(at: try marks.index(of: id))
        case .clear: marks.clear()
        case .replace(let other): try marks.replace(by: other, in: count)
        }
        return marks
    }

    private mutating func clear() {
        (inPoint, outPoint, segments) = (nil, nil, [])
    }

    private mutating func replace(by other: MarkSet, in count: Int) throws(MarksError) {
        clear()
        try setEnds(other.inPoint, other.outPoint, in: count)
        for segment in other.segments {
            let (first, last) = (segment.frames.lowerBound, segment.frames.upperBound)
            try append(segment.name, Self.frames(first, last, in: count))
        }
    }

    mutating func setEnds(_ first: Int?, _ last: Int?, in count: Int) throws(MarksError) {
        for frame in [first, last].compactMap(\.self) { try Self.check(frame, in: count) }
        if let first, let last, first > last { throw .inAfterOut(first, last) }
        (inPoint, outPoint) = (first, last)
    }

    /// The frames between two that there are.
    static func frames(
        _ first: Int,
        _ last: Int,
        in count: Int
    ) throws(MarksError) -> ClosedRange<Int> {
        try check(first, in: count)
        try check(last, in: count)
        guard first <= last else { throw .backwards("frame \(first)", "frame \(last)") }
        return first...last
    }

    private static func check(_ frame: Int, in count: Int) throws(MarksError) {
        guard (0..<count).contains(frame) else { throw .outside("frame \(frame)", count: count) }
    }

    private func index(of id: Int) throws(MarksError) -> Int {
        guard let index = segments.firstIndex(where: { $0.id == id }) else { throw .noSegment(id) }
        return index
    }
}
