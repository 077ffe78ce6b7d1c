/// A frame table as it is kept in a file, with what it belongs to.
///
/// An ``Envelope`` comes first, then three parts: the key that identifies what was scanned, a
/// description in its owner's format, and the table. The bytes come from a disk that others may
/// write to, so every value is validated.
public struct StoredIndex: Sendable {
    /// What was scanned, as its owner wrote it.
    public let key: [UInt8]
    /// What was found besides the frames, as its owner wrote it.
    public let about: [UInt8]
    private let rest: ByteReader

    /// The version of the format that is written, and of which packets are frames; no other is read.
    static let version: UInt8 = 3
    private static let envelope = Envelope("VNIX", version: version)

    /// The bytes to keep of a complete table.
    public static func encode(key: [UInt8], about: [UInt8], table: FrameTable) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(bytes: key)
        writer.append(bytes: about)
        table.encode(into: &writer)
        return envelope.seal(writer.bytes)
    }

    /// Reads the key and the description, after validating the checksum of the whole.
    public init(decoding bytes: [UInt8]) throws(StoredError) {
        try Self.envelope.check(bytes)
        var reader = ByteReader(bytes, from: Envelope.size)
        key = try reader.run()
        about = try reader.run()
        rest = reader
    }

    /// Reads the table.
    public func table() throws(StoredError) -> FrameTable {
        var reader = rest
        let table = try FrameTable(from: &reader)
        try reader.finish()
        return table
    }
}

extension FrameTable {
    /// Writes the values that the table is created from.
    func encode(into writer: inout ByteWriter) {
        writer.append(UInt64(timebase.numerator))
        writer.append(UInt64(timebase.denominator))
        writer.append(signed: step)
        writer.append(UInt64(packets.count))
        writer.append(UInt64(order.count))
        let sequence = Self.sequence(order, among: packets.count)
        PacketColumns.encode(packets, shownAs: sequence, into: &writer)
        writer.append(column: Self.jumps(in: order))
    }

    /// Reads and validates a table: a complete one, or one with `scanned` packets.
    init(from reader: inout ByteReader, scanned: Int? = nil) throws(StoredError) {
        let range = 1...Int(Int32.max)
        let numerator = try reader.integer(in: range)
        let denominator = try reader.integer(in: range)
        let step = try StoredPackets.checked(try reader.signed())
        let count = try reader.integer(in: 0...Self.packetLimit)
        let shown = try reader.integer(in: 0...count)
        let stored = try StoredPackets(count, from: &reader)
        let order = try Self.order(shown, of: try Column(from: &reader), among: count)
        guard let timebase = Timebase(Int64(numerator), Int64(denominator)) else {
            throw .impossible
        }
        self.init(
            packets: try stored.packets(shownAs: Self.sequence(order, among: count)),
            order: order,
            timebase: timebase,
            step: step,
            scanned: scanned.map { min($0, count) },
            isComplete: scanned == nil
        )
        guard hasValidTimes else { throw .impossible }
    }

    /// Whether times increase, and are small enough that no difference of two overflows.
    private var hasValidTimes: Bool {
        let limit = 2 * Timestamp.furthest
        guard times.first ?? 0 >= -limit, times.last ?? 0 <= limit else { return false }
        guard end.ticks >= times.last ?? 0, end.ticks <= 2 * limit else { return false }
        return times.indices.dropFirst().allSatisfy { times[$0 - 1] < times[$0] }
    }

    /// The distance of each frame's ordinal from the one that follows the previous frame's.
    private static func jumps(in order: [Int32]) -> [UInt64] {
        var next: Int64 = 0
        return order.map { ordinal in
            defer { next = Int64(ordinal) + 1 }
            return (Int64(ordinal) - next).zigzag
        }
    }

    private static func order(
        _ shown: Int,
        of jumps: Column,
        among count: Int
    ) throws(StoredError) -> [Int32] {
        var jumps = jumps
        var next: Int64 = 0
        var isTaken = [Bool](repeating: false, count: count)
        var order: [Int32] = []
        order.reserveCapacity(shown)
        for _ in 0..<shown {
            let ordinal = next &+ Int64(zigzag: try jumps.next())
            guard ordinal >= 0, ordinal < count, !isTaken[Int(ordinal)] else { throw .impossible }
            isTaken[Int(ordinal)] = true
            order.append(Int32(ordinal))
            next = ordinal + 1
        }
        try jumps.finish()
        return order
    }

    /// The ordinals in display order, followed by those that are not shown.
    private static func sequence(_ order: [Int32], among count: Int) -> [Int32] {
        guard order.count < count else { return order }
        var isShown = [Bool](repeating: false, count: count)
        for ordinal in order { isShown[Int(ordinal)] = true }
        return order + isShown.indices.lazy.filter { !isShown[$0] }.map(Int32.init)
    }
}

/// The format in which a table is sent to another process, also while it is incomplete.
extension FrameTable {
    /// Writes the table in its current state.
    public func send(into writer: inout ByteWriter) {
        writer.append(isComplete ? 1 : 0)
        writer.append(UInt64(scanned))
        writer.append(UInt64(settled))
        encode(into: &writer)
    }

    /// Reads and validates a table that was sent.
    public init(sentTo reader: inout ByteReader) throws(StoredError) {
        let isComplete = try reader.integer(in: 0...1) == 1
        let scanned = try reader.integer(in: 0...Self.packetLimit)
        let settled = try reader.integer(in: 0...Self.packetLimit)
        self = try FrameTable(from: &reader, scanned: isComplete ? nil : scanned)
        // While a file grows, fewer frames are settled than the packets alone would tell.
        self.settled = min(settled, count)
    }
}

/// Why bytes are not a valid stored index.
public enum StoredError: Error, Hashable, Sendable, CustomStringConvertible {
    /// They do not begin with the magic of a stored index.
    case notAnIndex
    /// Another version of the format, which is not read.
    case otherVersion(Int)
    /// They are truncated, too long, or changed since they were written.
    case damaged
    /// They are complete, and hold values that contradict each other.
    case impossible

    /// What is wrong with the bytes.
    public var description: String {
        switch self {
        case .notAnIndex: "not a stored index"
        case .otherVersion(let version): "a stored index of version \(version)"
        case .damaged: "a damaged stored index"
        case .impossible: "a stored index that contradicts itself"
        }
    }
}
