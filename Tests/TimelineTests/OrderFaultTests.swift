import Testing

@testable import Timeline

@Suite("Why timestamps give no order")
struct OrderFaultTests {
    /// Presentation and decoding times of packets, the first of which is a keyframe.
    static let cases: [(times: [(Int64?, Int64?)], fault: DisplayOrder.Fault)] = [
        ([(0, 0), (nil, 1), (2, 2)], .missing),
        ([(nil, 5), (nil, 2)], .missing),
        ([(5, 5), (6, 6), (0, 0), (1, 1)], .stepBack),
        ([(0, 0), (0, 0), (2, 2)], .repeated),
    ]

    @Test(arguments: cases)
    func `is told by their times`(times: [(Int64?, Int64?)], fault: DisplayOrder.Fault) {
        let packets = Self.packets(times)
        #expect(DisplayOrder.byTimestamp(of: packets) == nil)
        #expect(DisplayOrder.fault(of: packets) == fault)
    }

    @Test(arguments: [PacketRecord.Flags.unpaired, [.unpaired, .discard]])
    func `is a lone field that may be shown`(_ flags: PacketRecord.Flags) {
        let lone = PacketRecord(
            pts: Timestamp(9),
            dts: Timestamp(9),
            position: 9,
            size: 1,
            flags: flags
        )
        let packets = Self.packets([(0, 0), (1, 1)]).appending([lone])
        let isHidden = flags.contains(.discard)
        #expect((DisplayOrder.byTimestamp(of: packets) == nil) == !isHidden)
        #expect(isHidden || DisplayOrder.fault(of: packets) == .loneFields)
    }

    /// Frames with a time of their own, and how many are exact while more packets come.
    @Test(
        arguments: [
            ([0, nil, 2, nil, nil], 5, 3), ([0, nil, 2, nil, nil], 2, 1),
            ([nil, nil, nil], 3, 0), ([0, 1, 2], 2, 2), ([4, 5, 0, 1], 4, 4),
        ] as [([Int64?], Int, Int)]
    )
    func `frames are exact up to the last with a time, where nothing can come before`(
        times: [Int64?],
        fixed: Int,
        settled: Int
    ) {
        let table = FrameTable(
            packets: Self.packets(times.map { ($0, nil) }),
            order: times.indices.map(Int32.init),
            timebase: Timebase(1, 25)!,
            step: 1,
            fixed: fixed,
            isComplete: false
        )
        #expect(table.settled == settled)
    }

    private static func packets(_ times: [(Int64?, Int64?)]) -> PacketList {
        let packets = times.enumerated().map { ordinal, times in
            PacketRecord(
                pts: times.0.map { Timestamp($0) },
                dts: times.1.map { Timestamp($0) },
                position: Int64(ordinal),
                size: 1,
                flags: ordinal == 0 ? .key : []
            )
        }
        return PacketList(packets)
    }
}
