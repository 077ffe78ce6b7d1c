/// Finds where packets were lost without a word, by the decoding clock.
///
/// Transport and program streams have no list of their packets: one whose start was overwritten
/// is missing, and what refers to it decodes to a wrong picture, cleanly. But their clock ticks
/// with every packet.
public enum LostPackets {
    /// The packets with those marked as damaged that come behind a hole in the decoding times.
    ///
    /// Where there are many holes the rate varies, and they say nothing. A keyframe starts anew.
    public static func marked(in packets: [PacketRecord]) -> [PacketRecord] {
        let holes = self.holes(in: packets)
        guard holes.count * 25 <= packets.count else { return packets }
        var packets = packets
        for ordinal in holes where !packets[ordinal].isKey {
            packets[ordinal] = packets[ordinal].markedAsDamaged
        }
        return packets
    }

    private static func holes(in packets: [PacketRecord]) -> [Int] {
        guard let usual = usualStep(in: packets), usual > 0 else { return [] }
        return packets.indices.dropFirst().filter { ordinal in
            step(before: ordinal, in: packets).map { $0 / 3 > usual / 2 } ?? false
        }
    }

    /// The median of all steps, in the room that a scan has left.
    private static func usualStep(in packets: [PacketRecord]) -> Int64? {
        var steps: [Int32] = []
        steps.reserveCapacity(packets.count)
        for ordinal in packets.indices.dropFirst() {
            if let step = step(before: ordinal, in: packets) { steps.append(Int32(clamping: step)) }
        }
        steps.sort()
        return steps.isEmpty ? nil : Int64(steps[steps.count / 2])
    }

    private static func step(before ordinal: Int, in packets: [PacketRecord]) -> Int64? {
        guard let dts = packets[ordinal].dts, let before = packets[ordinal - 1].dts else {
            return nil
        }
        return dts.ticks &- before.ticks
    }
}
