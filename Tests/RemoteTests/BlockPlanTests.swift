import Basics
import Testing

@testable import Remote

@Suite("Reads of blocks") struct BlockPlanTests {
    @Test func `cover a file without a gap, and each within one block`() {
        var random = SplitMix64(seed: 21)
        for _ in 0..<500 {
            let size = Int64.random(in: 1...5 << 20, using: &random)
            var offset = Int64.random(in: 0..<size, using: &random)
            let start = offset
            var read: Int64 = 0
            while let plan = BlockPlan(at: offset, count: 700_000, of: size) {
                let place = plan.number * Int64(BlockPlan.size) + Int64(plan.start)
                #expect(place == offset && plan.start + plan.count <= plan.length)
                #expect(plan.count > 0 && plan.count <= 700_000)
                (offset, read) = (offset + Int64(plan.count), read + Int64(plan.count))
            }
            #expect(start + read == size)
        }
    }

    @Test func `are none before a file and behind it`() {
        for offset in [-1, 10, 11, Int64.max] {
            #expect(BlockPlan(at: offset, count: 1, of: 10) == nil)
        }
        #expect(BlockPlan(at: 0, count: 0, of: 10) == nil)
    }

    @Test func `go ahead as they follow one another, and stop at a jump`() {
        var ahead = ReadAhead()
        let reads: [(Int64, Range<Int64>)] = [
            (5, 6..<6), (5, 6..<6), (6, 7..<8), (6, 7..<8), (7, 8..<10), (8, 9..<13), (9, 10..<14),
            (97, 98..<98), (98, 99..<100), (99, 100..<100), (3, 4..<4),
        ]
        for (block, expected) in reads {
            let blocks = ahead.blocks(after: block, of: 100)
            #expect(blocks == expected)
        }
    }
}
