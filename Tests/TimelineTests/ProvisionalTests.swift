import Testing

@testable import Timeline

@Suite("Tables of files that are still being written")
struct ProvisionalTests {
    /// Groups of I B B P with leading pictures, as a coder writes them.
    static let packets: [(pts: Int64?, dts: Int64?, isKey: Bool)] = [
        (0, -40, true), (80, 0, false), (40, 40, false), (160, 80, true), (120, 120, false),
        (240, 160, false), (200, 200, false), (320, 240, true), (280, 280, false),
        (400, 320, false), (360, 360, false),
    ]
    static let whole = FrameTable(packets)

    @Test(arguments: 1...packets.count)
    func `what is settled before the end is what it is in the whole`(_ count: Int) {
        let cut = FrameTable(Array(Self.packets.prefix(count))).provisional()
        #expect(!cut.isComplete)
        #expect(Self.whole.confirms(cut))
        for frame in 0..<cut.settled { #expect(cut.pts(of: frame).ticks == Int64(frame) * 40) }
    }

    @Test func `the group before the last keyframe is settled, the last one is not`() {
        #expect(Self.whole.provisional().settled == 6, "240 is when the last key is decoded")
        #expect(FrameTable.regular(25, group: 10).provisional().settled == 20)
        #expect(FrameTable.regular(9, group: 10).provisional().settled == 0)
    }

    @Test func `keyframes behind what is scanned settle nothing`() {
        let records = Self.whole.packets
        let sparse = Array(records[..<4]) + [records[7]]
        let table = FrameTable(
            packets: sparse,
            order: DisplayOrder.byTimestamp(of: sparse) ?? [],
            timebase: Self.whole.timebase,
            step: 40,
            scanned: 4,
            isComplete: false
        )
        #expect((table.count, table.settled, table.keyframeCount) == (5, 3, 3))
        #expect(SeekPlan(to: 4, in: table, method: .byTime).attempt?.key == 4)
        #expect(Self.whole.confirms(table))
    }

    @Test func `what was settled remains so`() {
        #expect(Self.whole.provisional(keeping: 8).settled == 8)
        #expect(Self.whole.provisional(keeping: 3).settled == 6)
    }

    @Test func `another content is not confirmed`() {
        let other = FrameTable.regular(11, step: 41)
        #expect(!other.confirms(Self.whole))
        #expect(!FrameTable(Array(Self.packets.prefix(7))).confirms(Self.whole))
    }
}
