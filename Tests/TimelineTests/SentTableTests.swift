import TestSupport
import Testing

@testable import Timeline

@Suite("A table on its way to another process")
struct SentTableTests {
    static let complete = FrameTable.regular(25, group: 10)
    static let ahead = FrameTable(
        packets: complete.packets,
        order: complete.order,
        timebase: complete.timebase,
        step: complete.step,
        scanned: 12,
        isComplete: false
    )

    @Test(arguments: [complete, complete.provisional(), complete.provisional(keeping: 23), ahead])
    func `arrives as it was`(_ table: FrameTable) throws {
        let arrived = try FrameTable.sent(table.sent)
        #expect(arrived == table)
        #expect(arrived.settled == table.settled)
        #expect(arrived.scanned == table.scanned)
        #expect(arrived.isComplete == table.isComplete)
    }

    @Test func `arrives whatever the file says of its times, 3,000 times`() throws {
        var generator = SplitMix64(seed: 8)
        for _ in 0..<3000 {
            let table = FrameTable.random(using: &generator)
            let times = (0..<table.count).map(table.time)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(try FrameTable.sent(table.sent) == table)
        }
    }
}

@Suite("A table from a stranger", .fuzzed, .timeLimit(.minutes(30)))
struct SentTableFuzzTests {
    @Test func `with damage is refused or a table whose frames are its own, 20,000 times`() {
        var generator = Fuzz.generator(6)
        var accepted = 0
        for _ in 0..<20_000 * Fuzz.factor {
            var bytes = SentTableTests.ahead.sent
            bytes.damage(from: 0, using: &generator)
            guard let table = try? FrameTable.sent(bytes) else { continue }
            accepted += 1
            #expect(table.settled <= table.count)
            #expect(table.scanned <= table.packets.count)
            for frame in 0..<table.count {
                #expect(table.packets.indices.contains(table.ordinal(of: frame)))
            }
        }
        #expect(accepted > 1000 * Fuzz.factor, "the damage is too much to test anything")
    }
}

extension FrameTable {
    fileprivate var sent: [UInt8] {
        var writer = ByteWriter()
        send(into: &writer)
        return writer.bytes
    }

    fileprivate static func sent(_ bytes: [UInt8]) throws(StoredError) -> FrameTable {
        var reader = ByteReader(bytes)
        let table = try FrameTable(sentTo: &reader)
        try reader.finish()
        return table
    }
}
