import Basics
import TestSupport
import Timeline

extension FrameTable {
    /// A table of packets given as (pts, dts, key), one byte apart, in milliseconds.
    init(
        _ packets: [(pts: Int64?, dts: Int64?, isKeyframe: Bool)],
        order: [Int32]? = nil,
        step: Int64 = 40,
        timebase: Int64 = 1000,
        isComplete: Bool = true
    ) {
        let records = packets.enumerated().map { index, packet in
            PacketRecord(
                pts: packet.pts.map(Timestamp.init),
                dts: packet.dts.map(Timestamp.init),
                position: Int64(index),
                size: 100 + index,
                flags: packet.isKeyframe ? .key : []
            )
        }
        self.init(
            packets: records,
            order: order ?? DisplayOrder.byTimestamp(of: PacketList(records)) ?? [],
            timebase: Timebase(1, timebase)!,
            step: step,
            isComplete: isComplete
        )
    }

    /// An open GOP: I B B P | I′ b b P, where the b are shown before I′ and are decoded after it.
    static let openGOPs = FrameTable([
        (0, -40, true), (80, 0, false), (40, 40, false), (160, 80, true),
        (120, 120, false), (240, 160, false), (200, 200, false),
    ])

    /// `count` frames of `step` ticks, a key every `gop`.
    static func regular(_ count: Int, step: Int64 = 40, gop: Int = 10) -> FrameTable {
        FrameTable(
            (0..<count).map { (Int64($0) * step, Int64($0) * step, $0.isMultiple(of: gop)) },
            step: step
        )
    }
}

extension FrameTable {
    /// A table of anything that a demuxer might report, valid or not.
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
            order: DisplayOrder.byTimestamp(of: PacketList(packets))!,
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
            // libavformat's AV_NOPTS_VALUE is `Int64.min`.
            let lie: Int64 = Bool.random(using: &generator) ? .min + 1 : .max
            return [nil, Timestamp(lie), Timestamp(ticks)][
                min(Int.random(in: 0..<16, using: &generator), 2)
            ]
        }
        return PacketRecord(
            pts: stamp(&generator),
            dts: stamp(&generator),
            position: Int64.random(in: -1...(1 << 50), using: &generator),
            size: Int.random(in: 0...0xfff_ffff, using: &generator),
            duration: Int64.random(in: 0...Int64(Int32.max), using: &generator),
            flags: Flags(rawValue: UInt8.random(in: 0...15, using: &generator))
        )
    }
}

extension [UInt8] {
    /// Cuts, adds, removes or changes up to three bytes, none of them before `start`.
    mutating func damage(from start: Int, using generator: inout SplitMix64) {
        for _ in 0..<Int.random(in: 1...3, using: &generator) where count > start {
            let index = Int.random(in: start..<count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: removeSubrange(index...)
            case 1: insert(UInt8.random(in: 0...255, using: &generator), at: index)
            case 2: remove(at: index)
            case 3: self[index] = [0, 0x7f, 0x80, 0xff].randomElement(using: &generator)!
            default: self[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
        }
    }
}
