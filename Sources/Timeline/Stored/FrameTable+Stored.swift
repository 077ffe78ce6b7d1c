extension FrameTable {
    /// Writes what the table is made from.
    func encode(into writer: inout ByteWriter) {
        writer.append(UInt64(timebase.numerator))
        writer.append(UInt64(timebase.denominator))
        writer.append(signed: step)
        writer.append(UInt64(packets.count))
        writer.append(UInt64(order.count))
        PacketColumns(packets, shownAs: Self.sequence(order, among: packets.count))
            .encode(into: &writer)
        writer.append(column: Self.jumps(in: order))
    }

    /// Reads a complete table, and makes sure that it is one.
    init(from reader: inout ByteReader) throws(StoredError) {
        let range = 1...Int(Int32.max)
        let numerator = try reader.integer(in: range)
        let denominator = try reader.integer(in: range)
        let step = try PacketColumns.checked(try reader.signed())
        // A packet takes a byte at least, so a count that lies asks for no more than there is.
        let count = try reader.integer(in: 0...min(reader.remaining, Int(Int32.max)))
        let shown = try reader.integer(in: 0...count)
        let columns = try PacketColumns(count, from: &reader)
        let order = try Self.order(of: try reader.column(shown), among: count)
        guard let timebase = Timebase(Int64(numerator), Int64(denominator)) else {
            throw .impossible
        }
        self.init(
            packets: try columns.packets(shownAs: Self.sequence(order, among: count)),
            order: order,
            timebase: timebase,
            step: step,
            isComplete: true
        )
        guard isSound else { throw .impossible }
    }

    /// Whether times grow, and so little that no difference of two overflows.
    private var isSound: Bool {
        let limit = 2 * PacketColumns.furthestTick
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
        of jumps: [UInt64],
        among count: Int
    ) throws(StoredError) -> [Int32] {
        var next: Int64 = 0
        var isTaken = [Bool](repeating: false, count: count)
        var order: [Int32] = []
        order.reserveCapacity(jumps.count)
        for jump in jumps {
            let ordinal = next &+ Int64(zigzag: jump)
            guard ordinal >= 0, ordinal < count, !isTaken[Int(ordinal)] else { throw .impossible }
            isTaken[Int(ordinal)] = true
            order.append(Int32(ordinal))
            next = ordinal + 1
        }
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
