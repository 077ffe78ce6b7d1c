public import Marks

/// A change to the marks of the media that is open, as a client asks for it on the socket.
///
/// All marks at once are put in place by HTTP, where messages may be long.
public struct MarksChange: Equatable, Sendable {
    /// The message's number.
    public var seq: UInt32

    /// The version of the marks that the client has seen.
    public var version: Int

    /// What is to be changed; which frames and segments there are is checked later.
    public var change: MarkHistory.Change

    /// Creates a change.
    public init(seq: UInt32, version: Int, change: MarkHistory.Change) {
        (self.seq, self.version, self.change) = (seq, version, change)
    }

    init(_ fields: Fields) throws(WireError) {
        seq = try fields.number()
        version = try fields.integer(.version, in: 0...MarkSheet.idLimit)
        change = try MarkHistory.Change(fields.object(.edit))
    }
}

extension MarkHistory.Change {
    private static let names: [Fields.Name] = [
        .in, .out, .add, .rename, .move, .remove, .clear, .undo, .redo,
    ]

    fileprivate init(_ fields: Fields) throws(WireError) {
        let found = fields.names.filter(Self.names.contains)
        guard found.count == 1, let name = found.first else {
            let names = Self.names.map(\.rawValue).joined(separator: ", ")
            throw fields.complaint("edit: expected exactly one of \(names), got \(found.count)")
        }
        switch name {
        case .undo, .redo:
            try fields.truth(name)
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
            try fields.truth(.clear)
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

    fileprivate func id() throws(WireError) -> Int { try integer(.id, in: 1...MarkSheet.idLimit) }
}
