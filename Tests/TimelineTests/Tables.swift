import Timeline

extension FrameTable {
    /// A table of packets given as (pts, dts, key), one byte apart, in milliseconds.
    init(
        _ packets: [(pts: Int64?, dts: Int64?, isKey: Bool)],
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
                flags: packet.isKey ? .key : []
            )
        }
        self.init(
            packets: records,
            order: order ?? DisplayOrder.byTimestamp(of: records) ?? [],
            timebase: Timebase(1, timebase)!,
            step: step,
            isComplete: isComplete
        )
    }

    /// An open group: I B B P | I′ b b P, where the b are shown before I′ and come after it.
    static let openGroups = FrameTable([
        (0, -40, true), (80, 0, false), (40, 40, false), (160, 80, true),
        (120, 120, false), (240, 160, false), (200, 200, false),
    ])

    /// `count` frames of `step` ticks, a key every `group`.
    static func regular(_ count: Int, step: Int64 = 40, group: Int = 10) -> FrameTable {
        FrameTable(
            (0..<count).map { (Int64($0) * step, Int64($0) * step, $0.isMultiple(of: group)) },
            step: step
        )
    }
}
