public import Timeline

/// What a client wants of the server's exports.
public struct ExportWish: Equatable, Sendable {
    /// What is to happen.
    public enum Action: Equatable, Sendable {
        /// Nothing but to hear of the exports from now on.
        case watch
        /// A cut of the media that is open is to be planned.
        case plan(CutWish)
        /// The planned cut of this id is to be made.
        case start(Int)
        /// The cut of this id is to be given up.
        case cancel(Int)
    }

    /// The message's number.
    public var seq: UInt32

    /// What is to happen.
    public var action: Action

    /// Creates a wish.
    public init(seq: UInt32, _ action: Action) {
        (self.seq, self.action) = (seq, action)
    }
}

/// A cut that a client wants; which frames there are is checked later.
public struct CutWish: Equatable, Sendable {
    /// The first frame that is wanted.
    public var first: Int

    /// The last frame that is wanted.
    public var last: Int

    /// How the ends are met.
    public var mode: CutMode

    /// The new file's name.
    public var name: String

    /// Creates a wish.
    public init(first: Int, last: Int, mode: CutMode, name: String) {
        (self.first, self.last, self.mode, self.name) = (first, last, mode, name)
    }
}

extension ExportWish {
    private static let names: [Fields.Name] = [.cut, .start, .cancel]

    init(_ fields: Fields) throws(WireError) {
        seq = try fields.number()
        let found = fields.names.filter(Self.names.contains)
        guard found.count < 2 else {
            throw fields.complaint("expected one of cut, start, cancel, got \(found.count)")
        }
        action =
            switch found.first {
            case .cut: .plan(try CutWish(fields.object(.cut)))
            case .start: .start(try fields.cut(.start))
            case .cancel: .cancel(try fields.cut(.cancel))
            default: .watch
            }
    }
}

extension CutWish {
    init(_ fields: Fields) throws(WireError) {
        first = try fields.frame(.first)
        last = try fields.frame(.last)
        mode = try fields.choice(.mode)
        name = try fields.string(.name)
    }
}

extension Fields {
    fileprivate func cut(_ name: Name) throws(WireError) -> Int {
        try integer(name, in: 1...1 << 53)
    }
}
