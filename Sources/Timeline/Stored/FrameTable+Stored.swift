extension FrameTable {
    /// Writes what the table is made from.
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

    /// Reads a table, and makes sure that it is one: a complete one, or `scanned` packets of it.
    init(from reader: inout ByteReader, scanned: Int? = nil) throws(StoredError) {
        let range = 1...Int(Int32.max)
        let numerator = try reader.integer(in: range)
        let denominator = try reader.integer(in: range)
        let step = try StoredPackets.checked(try reader.signed())
        let count = try reader.integer(in: 0...Int(Int32.max))
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
        guard isSound else { throw .impossible }
    }

    /// Whether times grow, and so little that no difference of two overflows.
    private var isSound: Bool {
        let limit = 2 * Timestamp.furthest
        guard times.first ?? 0 >= -limit, times.last ?? 0 <= limit else { return false }
        guard end.ticks >= times.last ?? 0, end.ticks <= 2 * limit else { return false }
        return times.indices.dropFirst().allSatisfy { times[$0 - 1] < times[$0] }
    }

    /// How far each frame's ordinal is from the one after the frame's before.
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

    /// The ordinals as they are shown, and behind them those that are not.
    private static func sequence(_ order: [Int32], among count: Int) -> [Int32] {
        guard order.count < count else { return order }
        var isShown = [Bool](repeating: false, count: count)
        for ordinal in order { isShown[Int(ordinal)] = true }
        return order + isShown.indices.lazy.filter { !isShown[$0] }.map(Int32.init)
    }
}
