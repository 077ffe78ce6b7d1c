import TestSupport
import Testing

@testable import Timeline

@Suite("A stored index from a stranger", .fuzzed, .timeLimit(.minutes(30)))
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
    @Test func `with damage below a sum that fits is refused or a sound table, 20,000 times`()
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
            #expect(Self.isSound(read, within: bytes.count))
        }
        #expect(accepted > 1000 * Fuzz.factor, "the damage is too much to test anything")
        #expect(accepted < 19_000 * Fuzz.factor, "the damage is too little to test anything")
    }

    @Test func `made of noise is refused or a sound table, 20,000 times`() {
        var generator = Fuzz.generator(3)
        let start = Array(
            StoredIndex.encode(key: [], about: [], table: .openGroups).prefix(24)
        )
        for _ in 0..<20_000 * Fuzz.factor {
            let noise = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            var bytes = start + noise
            Self.seal(&bytes)
            if let read = try? StoredIndex(decoding: bytes).table() {
                #expect(Self.isSound(read, within: bytes.count))
            }
        }
    }

    /// Whether a table is what the rest relies on, and its arithmetic holds for every frame.
    private static func isSound(_ table: FrameTable, within bytes: Int) -> Bool {
        let times = (0..<table.count).map { table.pts(of: $0).ticks }
        return table.packets.count <= bytes && table.count <= table.packets.count
            && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
            && table.duration.isFinite && table.duration >= 0
            && (0..<table.count).allSatisfy { frame in
                let ordinal = table.ordinal(of: frame)
                return table.frame(ofOrdinal: ordinal) == frame
                    && table.packets.indices.contains(table.startKey(for: ordinal))
                    && table.frame(atPosition: table.position(of: frame)) != nil
                    && table.frame(atTime: table.time(of: frame)) != nil
                    && table.group(of: frame).contains(frame)
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
