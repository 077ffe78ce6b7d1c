import TestSupport
import Testing

@testable import Timeline

@Suite("The frame table")
struct FrameTableTests {
    @Test func `shows frames by their presentation time, not in decode order`() {
        let table = FrameTable.openGOPs
        #expect((0..<table.count).map(table.ordinal) == [0, 2, 1, 4, 3, 6, 5])
        #expect(
            (0..<table.count).map { table.pts(of: $0).ticks } == [0, 40, 80, 120, 160, 200, 240]
        )
        #expect((0..<table.count).filter(table.isKeyframe) == [0, 4])
    }

    @Test func `a leading picture is decoded from the key before its own`() {
        let table = FrameTable.openGOPs
        #expect(table.startKeyframe(for: 4) == 0, "the b of the second GOP is shown before its I")
        #expect(table.startKeyframe(for: 3) == 3)
        #expect(table.startKeyframe(for: 5) == 3)
        #expect(table.target(3).keyframe == Target.Keyframe(frame: 0, pts: Timestamp(0)))
    }

    /// As in AVI, where the decoder's output tells the order.
    @Test func `a leading picture is known by its place where times are missing`() {
        let packets = FrameTable.openGOPs.packets.map {
            ($0.isKeyframe ? nil : $0.dts?.ticks, $0.isKeyframe)
        }
        let table = FrameTable(
            packets.map { (pts: $0.0, dts: nil, isKeyframe: $0.1) },
            order: [0, 2, 1, 4, 3, 6, 5]
        )
        #expect((0..<7).map(table.startKeyframe) == [0, 0, 0, 3, 0, 3, 3])
    }

    @Test func `packets before the first key are not shown`() {
        let packets: [(Int64?, Int64?, Bool)] = [(0, 0, false), (40, 40, true), (80, 80, false)]
        #expect((FrameTable(packets).count, FrameTable(packets).first.ticks) == (2, 40))
    }

    @Test func `leading pictures of the first key are not shown`() {
        let packets: [(Int64?, Int64?, Bool)] = [(80, 0, true), (40, 40, false), (120, 80, false)]
        #expect(FrameTable(packets).first.ticks == 80)
    }

    @Test func `discarded packets decode and are not shown`() {
        let records = (0..<4).map { index in
            PacketRecord(
                pts: Timestamp(Int64(index) * 40 - 40),
                dts: Timestamp(Int64(index) * 40 - 40),
                position: Int64(index),
                size: 1,
                flags: index == 0 ? [.key, .discard] : []
            )
        }
        let order = DisplayOrder.byTimestamp(of: PacketList(records))
        #expect(order == [1, 2, 3])
    }

    @Test(arguments: [2, 16, 63, 64, 65, 66, 300])
    func `frames are in the order of their times, however far that is`(_ block: Int) {
        // Each block is shown backward.
        let shown = (0..<600).map { $0 / block * block + block - 1 - $0 % block }
        let records = shown.enumerated().map { ordinal, place in
            PacketRecord(
                pts: Timestamp(Int64(ordinal == 0 ? -1 : place)),
                dts: Timestamp(Int64(ordinal)),
                position: Int64(ordinal),
                size: 1,
                flags: ordinal == 0 ? .key : []
            )
        }
        let order = DisplayOrder.byTimestamp(of: PacketList(records))
        let times = order?.compactMap { records[Int($0)].pts?.ticks } ?? []
        #expect(times.count == 600)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    struct Clock: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pts: [Int64?]
        let times: [Int64]
    }

    @Test(arguments: [
        Clock(testDescription: "sound", pts: [0, 40, 80], times: [0, 40, 80]),
        Clock(testDescription: "a gap stays", pts: [0, 40, 5000], times: [0, 40, 5000]),
        Clock(testDescription: "none at all", pts: [nil, nil, nil], times: [0, 40, 80]),
        Clock(testDescription: "one missing", pts: [0, nil, 100], times: [0, 50, 100]),
        Clock(testDescription: "first missing", pts: [nil, 40, 80], times: [0, 40, 80]),
        Clock(testDescription: "doubled", pts: [0, 0, 80, 80], times: [0, 40, 80, 120]),
        Clock(testDescription: "reset", pts: [0, 40, 0, 40], times: [0, 40, 80, 120]),
        Clock(testDescription: "too close", pts: [0, nil, nil, 1], times: [0, 1, 2, 3]),
    ])
    func `times strictly increase whatever the clock did`(_ clock: Clock) {
        let table = FrameTable(
            clock.pts.map { ($0, nil, true) },
            order: Array(0..<Int32(clock.pts.count))
        )
        #expect((0..<table.count).map { table.pts(of: $0).ticks } == clock.times)
    }

    @Test(arguments: [[0, 40, 40], [0, nil, 80], [80, 40, 0]] as [[Int64?]])
    func `missing, doubled and backward clocks cannot tell the order`(_ stamps: [Int64?]) {
        let records = stamps.map {
            PacketRecord(
                pts: $0.map(Timestamp.init),
                dts: $0.map(Timestamp.init),
                position: 0,
                size: 1,
                flags: .key
            )
        }
        #expect(DisplayOrder.byTimestamp(of: PacketList(records)) == nil)
    }

    @Test func `what is shown by the newest decoding time is settled`() {
        let packets: [(Int64?, Int64?, Bool)] = [
            (0, -40, true), (80, 0, false), (40, 40, false), (160, 80, false),
        ]
        #expect(FrameTable(packets, isComplete: false).settled == 3)
        #expect(FrameTable(packets, isComplete: true).settled == 4)
    }

    @Test func `nearest keyframe prefers the earlier of two equally far`() {
        let table = FrameTable.regular(40)
        #expect([4, 5, 6, 39].map { table.keyframe(nearestTo: $0) } == [0, 0, 10, 30])
        #expect(table.keyframe(atOrAfter: 31) == nil)
        #expect(table.keyframe(atOrBefore: 9) == 0)
    }

    /// Keyframes at 0, 3 and 4 of seven frames.
    @Test(arguments: [
        (0, 0..<3), (2, 0..<3), (3, 3..<4), (4, 4..<7), (5, 4..<7), (6, 4..<7),
    ])
    func `a GOP reaches from a keyframe up to the next`(_ frame: Int, _ gop: Range<Int>) {
        let packets = (0..<7).map { (Int64?($0 * 40), Int64?($0 * 40), [0, 3, 4].contains($0)) }
        #expect(FrameTable(packets).gop(of: frame) == gop)
    }

    @Test func `frames shown before the first keyframe are a GOP, too`() {
        let packets: [(Int64?, Int64?, Bool)] = [(40, 0, true), (80, 40, true), (0, 80, false)]
        let table = FrameTable(packets, order: [2, 0, 1])
        #expect((0..<3).map(table.gop) == [0..<1, 1..<2, 2..<3])
    }
}

@Suite("Tables of files that are still being written")
struct ProvisionalTests {
    /// GOPs of I B B P with leading pictures, as an encoder writes them.
    static let packets: [(pts: Int64?, dts: Int64?, isKeyframe: Bool)] = [
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

    @Test func `the GOP before the last keyframe is settled, the last one is not`() {
        #expect(Self.whole.provisional().settled == 6, "240 is when the last key is decoded")
        #expect(FrameTable.regular(25, gop: 10).provisional().settled == 20)
        #expect(FrameTable.regular(9, gop: 10).provisional().settled == 0)
    }

    @Test func `keyframes after what is scanned settle nothing`() {
        let records = Self.whole.packets
        let sparse = Array(records[..<4]) + [records[7]]
        let table = FrameTable(
            packets: sparse,
            order: DisplayOrder.byTimestamp(of: PacketList(sparse)) ?? [],
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
