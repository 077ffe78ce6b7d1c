import Testing

@testable import Timeline

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
