import Testing
import Timeline

@Suite("What damage affects")
struct LostPacketsTests {
    /// GOPs of 50 in `count` packets at 40 ms, without those that were `lost`.
    private func packets(_ count: Int, lost: Set<Int>, every step: Int64 = 40) -> PacketList {
        let packets = (0..<count).filter { !lost.contains($0) }.map { number in
            let time = Timestamp(Int64(number) * step)
            let flags: PacketRecord.Flags = number % 50 == 0 ? .key : []
            return PacketRecord(pts: time, dts: time, position: 0, size: 1, flags: flags)
        }
        return PacketList(packets)
    }

    private func damaged(_ packets: PacketList) -> [Int] {
        packets.indices.filter { packets[$0].isDamaged }
    }

    @Test(
        arguments: [([20], [20]), ([20, 21, 70], [20, 68]), ([50], [50]), ([], [])]
            as [([Int], [Int])]
    )
    func `a gap in the decoding times flags the packet after it`(lost: [Int], flagged: [Int]) {
        let packets = packets(100, lost: Set(lost))
        #expect(
            damaged(LostPackets.marked(in: packets)) == flagged.filter { !packets[$0].isKeyframe }
        )
    }

    @Test func `a keyframe after a gap is not flagged`() {
        #expect(damaged(LostPackets.marked(in: packets(100, lost: [48, 49]))) == [])
    }

    @Test func `many gaps are a variable frame rate, not damage`() {
        let packets = packets(100, lost: Set(stride(from: 3, to: 100, by: 7)))
        #expect(damaged(LostPackets.marked(in: packets)) == [])
    }

    @Test func `damage affects the frames after it, up to the next keyframe`() {
        let table = FrameTable(
            packets: LostPackets.marked(in: packets(100, lost: [20])),
            order: (0..<99).map(Int32.init),
            timebase: Timebase(1, 1000)!,
            step: 40,
            isComplete: true
        )
        #expect((0..<99).filter(table.dependsOnDamage) == Array(20..<49))
    }

    @Test func `a frame may refer to those decoded before it and shown after it`() {
        // Their packets are shown in the order 0 2 1 4 3 6 5.
        let table = FrameTable.openGOPs
        #expect((0..<table.count).map(table.lastReference) == [0, 2, 2, 4, 4, 6, 6])
    }
}
