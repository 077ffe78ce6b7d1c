import Testing

@testable import Timeline

@Suite("The places of packets") struct PacketPlacesTests {
    private func packets(_ places: [(Int64, Int)]) -> [PacketRecord] {
        places.map { PacketRecord(pts: nil, dts: nil, position: $0, size: $1) }
    }

    @Test func `are one range where little lies between them`() {
        let near = packets([(1000, 500), (1600, 400), (2000, 1), (100_000, 50)])
        #expect(PacketPlaces(near).ranges == [1000..<100_050])
    }

    @Test func `are others where much does, and where they go back`() {
        let gap = PacketPlaces.gap
        let far = packets([(1000, 500), (1500 + gap, 7), (1508 + 2 * gap, 9), (4, 2)])
        let start = 1508 + 2 * gap
        #expect(PacketPlaces(far).ranges == [1000..<1507 + gap, start..<start + 9, 4..<6])
    }

    @Test func `leave out what cannot be`() {
        let absurd = packets([(-1, 500), (.max - 3, 9), (.min, 4), (50, 0), (10, 5)])
        #expect(PacketPlaces(absurd).ranges == [10..<15])
        #expect(PacketPlaces(packets([(.max - 9, 9)])).ranges == [.max - 9..<Int64.max])
    }

    @Test func `are bounded in number and in bytes`() {
        let many = packets((0..<100).map { (Int64($0) << 20, 10) })
        #expect(PacketPlaces(many).ranges.count == PacketPlaces.mostRanges)
        let large = packets((0..<100).map { (Int64($0) << 20, 1 << 20) })
        #expect(PacketPlaces(large).ranges == [0..<PacketPlaces.mostBytes])
    }

    @Test func `are those of the ordinals that a table has`() {
        let table = FrameTable.regular(10)
        let all = PacketPlaces(of: -5..<500, in: table)
        #expect(all == PacketPlaces(table.packets))
        #expect(PacketPlaces(of: 700..<800, in: table).ranges.isEmpty)
    }
}
