import TestSupport
import Testing

@testable import Timeline

@Suite("A stored index", .timeLimit(.minutes(2)))
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
        StoredIndex.encode(key: key, about: [1, 2, 3], table: .openGroups)
    }
}

@Suite("Stored numbers")
struct StoredNumberTests {
    static let numbers: [Int64] = [0, 1, -1, 63, 64, -64, -65, 8191, 1 << 40, .max, .min]

    @Test func `come back, whatever their size`() throws {
        var writer = ByteWriter()
        for number in Self.numbers { writer.append(signed: number) }
        writer.append(column: Self.numbers.map(\.zigzag) + [0, 0, 0])
        var reader = ByteReader(writer.bytes)
        for number in Self.numbers { #expect(try reader.signed() == number) }
        var column = try Column(from: &reader)
        for number in Self.numbers + [0, 0, 0] {
            #expect(try Int64(zigzag: column.next()) == number)
        }
        try column.finish()
        try reader.finish()
    }

    @Test func `take no more bytes than others' varints do`() {
        // From the tables of LEB128 and of Protocol Buffers' zigzag.
        for (number, bytes) in [
            (0, [0]), (-1, [1]), (1, [2]), (-64, [0x7f]), (64, [0x80, 1]), (150, [0xac, 2]),
        ] as [(Int64, [UInt8])] {
            var writer = ByteWriter()
            writer.append(signed: number)
            #expect(writer.bytes == bytes, "\(number)")
        }
    }

    @Test(
        arguments: [
            [0x80], [0xff, 0xff], Array(repeating: 0x80, count: 10) + [0],
            Array(repeating: 0xff, count: 9) + [2], [],
        ] as [[UInt8]]
    )
    func `that end too soon or never are refused`(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        #expect(throws: StoredError.self) { try reader.number() }
    }

    @Test func `in a column are as many as were written`() throws {
        var writer = ByteWriter()
        writer.append(column: [0, 0, 7, 0])
        var reader = ByteReader(writer.bytes)
        var column = try Column(from: &reader)
        for number in [0, 0, 7] as [UInt64] {
            #expect(throws: StoredError.self) { try column.finish() }
            #expect(try column.next() == number)
        }
        #expect(try column.next() == 0)
        try column.finish()
        #expect(throws: StoredError.damaged) { try column.next() }
    }
}
