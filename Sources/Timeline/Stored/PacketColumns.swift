/// Packets as columns of surprises: one for each kind of number, 0 where it was to be expected.
///
/// Frames come evenly and packets one behind the other, so a packet takes a few bytes, most of
/// them for its size. Display times are kept in display order, in which they surprise least.
enum PacketColumns {
    /// What a packet lacks, and above it what the demuxer says of it.
    enum Mark {
        static let noPTS: UInt64 = 1
        static let noDTS: UInt64 = 2
        static let noPosition: UInt64 = 4
        static let flagsShift: UInt64 = 3
    }

    /// Writes packets; `sequence` is their ordinals in display order.
    static func encode(
        _ packets: [PacketRecord],
        shownAs sequence: [Int32],
        into writer: inout ByteWriter
    ) {
        writer.append(column: changes(of: packets.lazy.map { Int64(mark($0)) }))
        // One more than the size, so that no packet takes less than a byte.
        writer.append(column: packets.lazy.map { UInt64($0.size) + 1 })
        writer.append(column: changes(of: packets.lazy.map { Int64($0.duration) }))
        writer.append(column: gaps(between: packets))
        writer.append(column: surprises(of: packets.lazy.compactMap(\.dts)))
        writer.append(column: surprises(of: sequence.lazy.compactMap { packets[Int($0)].pts }))
    }

    private static func mark(_ packet: PacketRecord) -> UInt64 {
        UInt64(packet.flags.rawValue) << Mark.flagsShift
            | (packet.pts == nil ? Mark.noPTS : 0)
            | (packet.dts == nil ? Mark.noDTS : 0)
            | (packet.position < 0 ? Mark.noPosition : 0)
    }

    private static func changes(of numbers: some Sequence<Int64>) -> [UInt64] {
        var last: Int64 = 0
        return numbers.map { number in
            defer { last = number }
            return (number - last).zigzag
        }
    }

    /// How far each packet starts behind the end of the one before, where that is known.
    private static func gaps(between packets: [PacketRecord]) -> [UInt64] {
        var end: Int64 = 0
        return packets.compactMap { packet in
            guard packet.position >= 0 else { return nil }
            defer { end = packet.position &+ Int64(packet.size) }
            return (packet.position &- end).zigzag
        }
    }

    private static func surprises(of stamps: some Sequence<Timestamp>) -> [UInt64] {
        var trend = Trend()
        return stamps.map { trend.surprise(of: $0.ticks) }
    }
}
