/// What the index remembers of all packets of a stream, in decode order; the subscript is the ordinal.
///
/// A film of hours has hundreds of thousands of them, and each process that decodes it has all. So
/// they lie in blocks, within which nearly all numbers differ little: 16 bytes for each packet there,
/// half of a ``PacketRecord``. A block whose numbers differ by more is kept as it is.
public struct PacketList: Sendable, Equatable {
    private var blocks: [PacketBlock] = []
    /// The last packets, fewer than a block has.
    private var tail: [PacketRecord] = []

    /// Creates an empty list.
    public init() {}

    /// Creates a list of packets in decode order.
    public init(_ packets: some Sequence<PacketRecord>) {
        if let list = packets as? PacketList {
            self = list
        } else {
            for packet in packets { append(packet) }
        }
    }

    /// Adds a packet behind all others.
    public mutating func append(_ packet: PacketRecord) {
        tail.append(packet)
        guard tail.count == PacketBlock.length else { return }
        blocks.append(PacketBlock(tail))
        tail.removeAll(keepingCapacity: true)
    }

    /// Adds packets behind all others.
    public mutating func append(contentsOf packets: some Sequence<PacketRecord>) {
        for packet in packets { append(packet) }
    }

    /// The list with packets behind all of its own.
    public func appending(_ packets: some Sequence<PacketRecord>) -> PacketList {
        var list = self
        list.append(contentsOf: packets)
        return list
    }

    /// The list without so many of its last packets, all of them where there are fewer.
    public func dropping(last count: Int) -> PacketList {
        var list = self
        for _ in 0..<Swift.min(count, list.count) { _ = list.popLast() }
        return list
    }

    /// Takes the last packet out and returns it; `nil` where there is none.
    public mutating func popLast() -> PacketRecord? {
        if tail.isEmpty, let block = blocks.popLast() { tail = block.packets }
        return tail.popLast()
    }
}

extension PacketList: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// How many packets there are.
    public var endIndex: Int { blocks.count * PacketBlock.length + tail.count }

    /// The packet of an ordinal in ``startIndex``..<``endIndex``; to change one takes as long as to
    /// read its block.
    public subscript(ordinal: Int) -> PacketRecord {
        get {
            let (block, place) = Self.place(of: ordinal)
            return block < blocks.count ? blocks[block][place] : tail[place]
        }
        set {
            let (block, place) = Self.place(of: ordinal)
            guard block < blocks.count else {
                tail[place] = newValue
                return
            }
            var packets = blocks[block].packets
            packets[place] = newValue
            blocks[block] = PacketBlock(packets)
        }
    }

    private static func place(of ordinal: Int) -> (block: Int, place: Int) {
        // Rounds down, so that no ordinal below 0 finds a packet.
        (ordinal >> PacketBlock.shift, ordinal & (PacketBlock.length - 1))
    }
}

/// As many packets as are kept together.
///
/// The same packets are always kept in the same way, so that blocks can be compared.
private struct PacketBlock: Sendable, Equatable {
    /// A packet by its distance from what all of the block have in common.
    struct Row: Equatable {
        let pts: Int32
        let dts: Int32
        let position: UInt32
        let sizeAndFlags: UInt32
    }

    static let shift = 8
    static let length = 1 << shift

    private let base: PacketRecord
    private let rows: [Row]
    /// The packets, where they differ by more than a row holds; empty where they do not.
    private let wide: [PacketRecord]

    init(_ packets: [PacketRecord]) {
        base = PacketRecord(
            rawPTS: packets.first { $0.rawPTS != .min }?.rawPTS ?? .min,
            rawDTS: packets.first { $0.rawDTS != .min }?.rawDTS ?? .min,
            position: packets.reduce(.max) { $1.position < 0 ? $0 : min($0, $1.position) },
            sizeAndFlags: 0,
            duration: packets.first?.duration ?? 0
        )
        let rows = Self.rows(of: packets, from: base)
        (self.rows, wide) = rows.map { ($0, []) } ?? ([], packets)
    }

    private static func rows(of packets: [PacketRecord], from base: PacketRecord) -> [Row]? {
        var rows: [Row] = []
        rows.reserveCapacity(packets.count)
        for packet in packets {
            guard let row = Row(packet, from: base) else { return nil }
            rows.append(row)
        }
        return rows
    }

    // Called for each packet of a table several times.
    @inline(__always) subscript(place: Int) -> PacketRecord {
        wide.isEmpty ? PacketRecord(rows[place], from: base) : wide[place]
    }

    var packets: [PacketRecord] { wide.isEmpty ? rows.map { PacketRecord($0, from: base) } : wide }
}

extension PacketBlock.Row {
    /// Stands for a time that is missing.
    fileprivate static var noTime: Int32 { .min }
    /// Stands for a position that is missing.
    fileprivate static var noPosition: UInt32 { .max }

    /// The row of a packet; `nil` where it differs too much from what the block has in common.
    fileprivate init?(_ packet: PacketRecord, from base: PacketRecord) {
        guard packet.duration == base.duration,
            let pts = Self.distance(ofTime: packet.rawPTS, from: base.rawPTS),
            let dts = Self.distance(ofTime: packet.rawDTS, from: base.rawDTS),
            let position = Self.distance(of: packet.position, from: base.position)
        else { return nil }
        (self.pts, self.dts, self.position) = (pts, dts, position)
        sizeAndFlags = packet.sizeAndFlags
    }

    private static func distance(ofTime time: Int64, from base: Int64) -> Int32? {
        guard time != .min else { return noTime }
        // Both are within `Timestamp.furthest`, so no difference overflows.
        let distance = Int32(exactly: time - base)
        return distance == noTime ? nil : distance
    }

    private static func distance(of position: Int64, from base: Int64) -> UInt32? {
        guard position != -1 else { return noPosition }
        let (difference, overflow) = position.subtractingReportingOverflow(base)
        let distance = overflow ? nil : UInt32(exactly: difference)
        return distance == noPosition ? nil : distance
    }
}

extension PacketRecord {
    @inline(__always) fileprivate init(_ row: PacketBlock.Row, from base: PacketRecord) {
        self.init(
            rawPTS: row.pts == PacketBlock.Row.noTime ? .min : base.rawPTS + Int64(row.pts),
            rawDTS: row.dts == PacketBlock.Row.noTime ? .min : base.rawDTS + Int64(row.dts),
            position: row.position == PacketBlock.Row.noPosition
                ? -1 : base.position + Int64(row.position),
            sizeAndFlags: row.sizeAndFlags,
            duration: base.duration
        )
    }
}
