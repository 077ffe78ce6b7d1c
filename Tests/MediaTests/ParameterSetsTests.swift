import Testing

@testable import Media

@Suite("Parameter sets of H.264 beside those of another encoder")
struct ParameterSetsTests {
    /// Sets that x264 has written, for pictures of 160 × 90 that are counted in six bits.
    static let sequence: [UInt8] = [
        0x67, 0x64, 0x00, 0x0b, 0xac, 0xd9, 0x42, 0x8d, 0xf9, 0x30, 0x12, 0x94, 0x00, 0x00, 0x03,
        0x00, 0x04, 0x00, 0x00, 0x03, 0x00, 0xc8, 0x3c, 0x50, 0xa6, 0x58,
    ]
    static let picture: [UInt8] = [0x68, 0xef, 0x8f, 0xcb]
    static let stream = [0, 0, 0, 1] + sequence + [0, 0, 1] + picture
    static let record: [UInt8] =
        [1, 0x64, 0, 0x0b, 0xff, 0xe1, 0, 26] + sequence + [1, 0, 4] + picture + [
            0xfd, 0xf8, 0xf8, 0,
        ]

    @Test func `both forms hold the same sets`() throws {
        let counted = try #require(ParameterSets(Self.record))
        let marked = try #require(ParameterSets(Self.stream))
        #expect(counted.sequences == marked.sequences && counted.pictures == marked.pictures)
        #expect(counted.countsLengths && !marked.countsLengths)
        #expect(counted.freeNumber == 1)
    }

    @Test func `joined headers hold all sets, in the form of the first`() throws {
        let counted = try #require(ParameterSets(Self.record))
        let other = try #require(ParameterSets(Self.stream))
        let joined = counted.joined(with: other)
        let expected: [UInt8] =
            [1, 0x64, 0, 0x0b, 0xff, 0xe2, 0, 26] + Self.sequence + [0, 26] + Self.sequence
            + [2, 0, 4] + Self.picture + [0, 4] + Self.picture + [0xfd, 0xf8, 0xf8, 0]
        #expect(joined == expected)
    }

    @Test(arguments: [(30, 1, true), (31, 1, false), (1, 254, true), (1, 255, false)])
    func `there is no free id where a record cannot hold more sets`(
        _ sequences: Int,
        _ pictures: Int,
        _ hasFreeID: Bool
    ) throws {
        let stream =
            Array(repeating: [0, 0, 1] + Self.sequence, count: sequences)
            + Array(repeating: [0, 0, 1] + Self.picture, count: pictures)
        let sets = try #require(ParameterSets(Array(stream.joined())))
        #expect((sets.freeNumber != nil) == hasFreeID)
    }

    @Test func `units change their form and nothing else`() throws {
        let counted = try #require(ParameterSets(Self.record))
        let packet: [UInt8] = [0, 0, 0, 1, 0x65, 1, 2, 0, 0, 1, 0x41, 9]
        #expect(
            counted.packet(packet, headedBy: nil) == [0, 0, 0, 3, 0x65, 1, 2, 0, 0, 0, 2, 0x41, 9]
        )
    }

    @Test(arguments: 0..<record.count)
    func `a record that is cut off holds nothing`(length: Int) {
        let sets = ParameterSets(Array(Self.record[..<length]))
        #expect(sets == nil || length >= Self.record.count - 4)
    }

    @Test func `numbers are read from bits, without what keeps start codes out`() {
        var bits = BitReader([0b1010_0110, 0, 0, 3, 0b0100_0000])
        #expect([bits.exponential(), bits.exponential(), bits.exponential()] == [0, 1, 2])
        #expect(bits.read(19) == 1)
    }

    @Test(arguments: 0..<64)
    func `a run ends so that the next picture is counted behind all of it`(bits: Int) throws {
        let order = try #require(POCWraparound(sequence: Self.sequence))
        #expect(order.modulus == 64)
        let run = order.lastGOPLength(before: bits, count: 40, encoded: order)
        let last = try #require(run.map { 2 * ($0 - 1) })
        // ITU-T H.264, 8.2.1.1: the nearest count with these bits to that of the picture before.
        let nearest = (-2...4).map { bits + 64 * $0 }.min { abs($0 - last) < abs($1 - last) }
        let isTie = (last + 32 - bits).isMultiple(of: 64)
        #expect(isTie || nearest! > last)
    }

    @Test func `no run is long enough where none is to be encoded before a far count`() throws {
        let order = try #require(POCWraparound(sequence: Self.sequence))
        #expect(order.lastGOPLength(before: 40, count: 2, encoded: order) == nil)
        #expect(order.lastGOPLength(before: 10, count: 2, encoded: order) == 1)
    }
}
