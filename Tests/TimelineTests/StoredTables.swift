import TestSupport
import Timeline

extension FrameTable {
    /// A table of anything that a demuxer might say, in good and in bad faith.
    static func random(using generator: inout SplitMix64) -> FrameTable {
        let count = Int.random(in: 0...60, using: &generator)
        let packets = (0..<count).map { PacketRecord.random($0, using: &generator) }
        let shown = (0..<Int32(count)).filter { _ in Bool.random(using: &generator) }
        return FrameTable(
            packets: packets,
            order: Bool.random(using: &generator) ? shown : shown.shuffled(using: &generator),
            timebase: Timebase(
                Int64.random(in: 1...1001, using: &generator),
                Int64.random(in: 1...90_000, using: &generator)
            )!,
            step: Int64.random(in: -1...5000, using: &generator)
                << Int64.random(in: 0...50, using: &generator),
            isComplete: true
        )
    }

    /// A table of a film with B-frames, as `x264` and a transport stream make it.
    static func film(_ count: Int, using generator: inout SplitMix64) -> FrameTable {
        var position: Int64 = 564
        let packets = (0..<count).map { index in
            let size = Int.random(in: 300...8000, using: &generator)
            defer { position += Int64((size + 300) / 188 * 188) }
            let shown = index % 4 == 0 ? index : index % 4 == 1 ? index + 2 : index - 1
            return PacketRecord(
                pts: Timestamp(Int64(shown) * 3600 + 126_000),
                dts: Timestamp(Int64(index) * 3600 + 118_800),
                position: position,
                size: size,
                duration: 3600,
                flags: index.isMultiple(of: 250) ? .key : []
            )
        }
        return FrameTable(
            packets: packets,
            order: DisplayOrder.byTimestamp(of: packets)!,
            timebase: Timebase(1, 90_000)!,
            step: 3600,
            isComplete: true
        )
    }
}

extension PacketRecord {
    fileprivate static func random(
        _ index: Int,
        using generator: inout SplitMix64
    ) -> PacketRecord {
        let stamp = { (generator: inout SplitMix64) -> Timestamp? in
            let spread = Int64(1) << Int64.random(in: 1...62, using: &generator)
            let ticks = Int64(index) * 512 + Int64.random(in: -spread...spread, using: &generator)
            // The least is libavformat's word for no time.
            let lie: Int64 = Bool.random(using: &generator) ? .min + 1 : .max
            return [nil, Timestamp(lie), Timestamp(ticks)][
                min(Int.random(in: 0..<16, using: &generator), 2)
            ]
        }
        return PacketRecord(
            pts: stamp(&generator),
            dts: stamp(&generator),
            position: Int64.random(in: -1...(1 << 50), using: &generator),
            size: Int.random(in: 0...0x1fff_ffff, using: &generator),
            duration: Int64.random(in: 0...Int64(Int32.max), using: &generator),
            flags: Flags(rawValue: UInt8.random(in: 0...7, using: &generator))
        )
    }
}
