import Basics

/// Finds where packets are missing and the demuxer reports no error, by gaps in decoding times.
///
/// Transport and program streams have no table of their packets: one whose start was overwritten
/// is missing, and what refers to it decodes to a wrong picture without an error. But each packet
/// advances the decoding time by one step.
public enum LostPackets {
    /// The packets, with those flagged as damaged that follow a gap in the decoding times.
    ///
    /// Many gaps mean a variable frame rate, and then nothing is flagged. A keyframe after a gap
    /// depends on nothing before it.
    public static func marked(in packets: PacketList) -> PacketList {
        let gaps = self.gaps(in: packets)
        guard gaps.count * 25 <= packets.count else { return packets }
        var packets = packets
        for ordinal in gaps where !packets[ordinal].isKeyframe {
            packets[ordinal] = packets[ordinal].markedAsDamaged
        }
        return packets
    }

    private static func gaps(in packets: PacketList) -> [Int] {
        guard let usual = usualStep(in: packets), usual > 0 else { return [] }
        return packets.indices.dropFirst().filter { ordinal in
            step(before: ordinal, in: packets).map { $0 / 3 > usual / 2 } ?? false
        }
    }

    /// The median of all steps; of 32 bits each, to need little memory.
    private static func usualStep(in packets: PacketList) -> Int64? {
        var steps: [Int32] = []
        steps.reserveCapacity(packets.count)
        for ordinal in packets.indices.dropFirst() {
            if let step = step(before: ordinal, in: packets) { steps.append(Int32(clamping: step)) }
        }
        steps.sort()
        return steps.isEmpty ? nil : Int64(steps[steps.count / 2])
    }

    private static func step(before ordinal: Int, in packets: PacketList) -> Int64? {
        guard let dts = packets[ordinal].dts, let before = packets[ordinal - 1].dts else {
            return nil
        }
        return dts.ticks &- before.ticks
    }
}

extension FrameTable {
    /// The last frame in display order that frame `frame` may refer to; itself when there is none.
    ///
    /// A picture refers only to what was decoded before it, and decoders reorder within 16.
    public func lastReference(of frame: Int) -> Int {
        let ahead = (frame + 1)..<min(frame + 17, max(count, frame + 1))
        return ahead.last { order[$0] < order[frame] } ?? frame
    }

    /// The packets that packet `ordinal` may depend on, itself included.
    ///
    /// Damage to one of them may be visible in its frame, even when no error is reported.
    public func dependencies(of ordinal: Int) -> ClosedRange<Int> {
        min(startKeyframe(for: ordinal), ordinal)...ordinal
    }

    /// Whether any packet that packet `ordinal` may depend on is flagged as damaged.
    public func dependsOnDamage(_ ordinal: Int) -> Bool {
        let range = dependencies(of: ordinal)
        let index = damage.partitioningIndex { $0 >= range.lowerBound }
        return index < damage.count && range.contains(Int(damage[index]))
    }
}
