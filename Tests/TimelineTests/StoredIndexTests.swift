import Basics
import TestSupport
import Testing

@testable import Timeline

@Suite("A stored index", .timeLimit(.minutes(10)))
struct StoredIndexTests {
    static let key: [UInt8] = [7, 0, 255]

    @Test func `of any table gives the very table back`() throws {
        var generator = SplitMix64(seed: 1)
        var isSound = 0
        for _ in 0..<800 {
            let table = FrameTable.random(using: &generator)
            let bytes = StoredIndex.encode(key: Self.key, about: [], table: table)
            let stored = try StoredIndex(decoding: bytes)
            #expect(stored.key == Self.key)
            guard let read = try? stored.table() else { continue }
            isSound += 1
            #expect(read == table)
        }
        // The rest have times that leap so far that they were never meant to be believed.
        #expect(isSound > 600, "\(isSound)")
    }

    @Test(arguments: [0, 1, 2, 3, 1000])
    func `of a film takes at most six bytes a frame`(_ count: Int) throws {
        var generator = SplitMix64(seed: 2)
        let table = FrameTable.film(count, using: &generator)
        let bytes = StoredIndex.encode(key: [], about: [], table: table)
        #expect(try StoredIndex(decoding: bytes).table() == table)
        #expect(bytes.count <= 6 * count + 60, "\(bytes.count)")
    }

    @Test func `with a byte changed is refused, whichever it is`() throws {
        let bytes = Self.small
        for index in bytes.indices {
            for change in UInt8(1)...255 {
                var changed = bytes
                changed[index] ^= change
                #expect(throws: StoredError.self) { try StoredIndex(decoding: changed) }
            }
        }
    }

    @Test func `that is cut is refused, wherever it is cut`() throws {
        for count in 0..<Self.small.count {
            #expect(throws: StoredError.self) {
                try StoredIndex(decoding: Array(Self.small.prefix(count)))
            }
        }
        #expect(throws: StoredError.damaged) { try StoredIndex(decoding: Self.small + [0]) }
    }

    @Test func `says why it is refused`() {
        #expect(throws: StoredError.notAnIndex) { try StoredIndex(decoding: []) }
        #expect(throws: StoredError.notAnIndex) { try StoredIndex(decoding: Array("RIFF".utf8)) }
        #expect(throws: StoredError.damaged) { try StoredIndex(decoding: Array("VNIX".utf8)) }
        var other = Self.small
        other[4] = 200
        #expect(throws: StoredError.otherVersion(200)) { try StoredIndex(decoding: other) }
    }

    static var small: [UInt8] {
        StoredIndex.encode(key: key, about: [1, 2, 3], table: .openGOPs)
    }
}

@Suite("A table sent to another process")
struct SentTableTests {
    static let complete = FrameTable.regular(25, gop: 10)
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

@Suite("An untrusted sent table", .fuzzed, .timeLimit(.minutes(30)))
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

@Suite("An untrusted stored index", .fuzzed, .timeLimit(.minutes(30)))
struct StoredFuzzTests {
    @Test func `is never accepted with damage, 20,000 times`() throws {
        var generator = Fuzz.generator(1)
        let bytes = StoredIndex.encode(key: [1], about: [2], table: .film(40, using: &generator))
        for _ in 0..<20_000 * Fuzz.factor {
            var changed = bytes
            changed.damage(from: 0, using: &generator)
            guard changed != bytes else { continue }
            #expect(throws: StoredError.self) { try StoredIndex(decoding: changed) }
        }
    }

    /// Whoever can write the file can write a checksum that fits it.
    @Test func `with damage below a sum that fits is refused or a valid table, 20,000 times`()
        throws
    {
        var generator = Fuzz.generator(2)
        let films = (0...12).map { count in
            let table = FrameTable.film(count, using: &generator)
            return StoredIndex.encode(key: [], about: [], table: table)
        }
        var accepted = 0
        for _ in 0..<20_000 * Fuzz.factor {
            var bytes = films.randomElement(using: &generator)!
            bytes.damage(from: 24, using: &generator)
            Self.seal(&bytes)
            guard let read = try? StoredIndex(decoding: bytes).table() else { continue }
            accepted += 1
            #expect(Self.isValid(read, within: bytes.count))
        }
        #expect(accepted > 1000 * Fuzz.factor, "the damage is too much to test anything")
        #expect(accepted < 19_000 * Fuzz.factor, "the damage is too little to test anything")
    }

    @Test func `made of noise is refused or a valid table, 20,000 times`() {
        var generator = Fuzz.generator(3)
        let start = Array(
            StoredIndex.encode(key: [], about: [], table: .openGOPs).prefix(24)
        )
        for _ in 0..<20_000 * Fuzz.factor {
            let noise = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            var bytes = start + noise
            Self.seal(&bytes)
            if let read = try? StoredIndex(decoding: bytes).table() {
                #expect(Self.isValid(read, within: bytes.count))
            }
        }
    }

    /// Whether a table is what the rest relies on, and its arithmetic holds for every frame.
    private static func isValid(_ table: FrameTable, within bytes: Int) -> Bool {
        let times = (0..<table.count).map { table.pts(of: $0).ticks }
        return table.packets.count <= bytes && table.count <= table.packets.count
            && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
            && table.duration.isFinite && table.duration >= 0
            && (0..<table.count).allSatisfy { frame in
                let ordinal = table.ordinal(of: frame)
                return table.frame(ofOrdinal: ordinal) == frame
                    && table.packets.indices.contains(table.startKeyframe(for: ordinal))
                    && table.frame(atPosition: table.position(of: frame)) != nil
                    && table.frame(atTime: table.time(of: frame)) != nil
                    && table.gop(of: frame).contains(frame)
                    && (table.keyframe(nearestTo: frame) ?? 0) < table.count
            }
    }

    /// Makes length and checksum fit the rest.
    private static func seal(_ bytes: inout [UInt8]) {
        let body = bytes[24...]
        for (place, number) in [(8, UInt64(body.count)), (16, Checksum.of(body))] {
            for byte in 0..<8 {
                bytes[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte)))
            }
        }
    }
}
