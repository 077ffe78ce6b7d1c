import TestSupport
import Testing
import Timeline

@Suite("The packets of a stream")
struct PacketListTests {
    /// A stream of packets that has something in it that a block's rows may not hold.
    struct Stream: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let packet: @Sendable (Int) -> PacketRecord
        init(_ name: String, _ packet: @escaping @Sendable (Int) -> PacketRecord) {
            (testDescription, self.packet) = (name, packet)
        }
    }

    private static func packet(
        _ number: Int,
        pts: Int64? = nil,
        position: Int64? = nil,
        duration: Int64 = 40
    ) -> PacketRecord {
        PacketRecord(
            pts: Timestamp(pts ?? Int64(number) * 40),
            dts: Timestamp(Int64(number) * 40 - 80),
            position: position ?? Int64(number) * 5000,
            size: number * 31 % 9000,
            duration: duration,
            flags: number.isMultiple(of: 50) ? .key : []
        )
    }

    private static let furthest: Int64 = 1 << 60

    static let streams = [
        Stream("frames that follow each other evenly") { packet($0) },
        Stream("a clock that jumps by fifty years") {
            packet($0, pts: Int64($0) * 40 + ($0 > 300 ? 1_577_836_800_000 : 0))
        },
        Stream("the first and the last time there is, in turn") {
            packet($0, pts: $0.isMultiple(of: 2) ? furthest : -furthest)
        },
        Stream("a time as far off as stands for none") {
            packet($0, pts: $0 == 5 ? Int64(Int32.min) : Int64($0))
        },
        Stream("a position as far off as stands for none") {
            packet($0, position: $0 == 5 ? Int64(UInt32.max) : Int64($0))
        },
        Stream("positions beyond four gigabytes from each other") {
            packet($0, position: $0 > 700 ? Int64($0) << 33 : Int64($0))
        },
        Stream("positions that no container has") { packet($0, position: -Int64($0)) },
        Stream("the furthest position there is, and none") {
            packet($0, position: $0.isMultiple(of: 2) ? .max : .min)
        },
        Stream("positions that go back") { packet($0, position: 1 << 40 - Int64($0)) },
        Stream("durations that vary in a part") {
            packet($0, duration: $0 < 600 ? 40 : Int64($0 % 3))
        },
        Stream("neither times nor positions") { number in
            let flags: PacketRecord.Flags = [.discard, .damaged]
            return PacketRecord(pts: nil, dts: nil, position: -1, size: number, flags: flags)
        },
        Stream("times of some only") { number in
            PacketRecord(
                pts: number.isMultiple(of: 3) ? Timestamp(Int64(number)) : nil,
                dts: number.isMultiple(of: 5) ? Timestamp(Int64(number)) : nil,
                position: number.isMultiple(of: 7) ? -1 : Int64(number),
                size: 1 << 30,
                duration: 1 << 40
            )
        },
    ]

    private static let counts = [0, 1, 255, 256, 257, 511, 512, 1000]

    @Test(arguments: streams, counts)
    func `are given back as they were`(stream: Stream, count: Int) {
        let packets = (0..<count).map(stream.packet)
        let list = PacketList(packets)
        #expect(Array(list) == packets)
        #expect(packets.indices.allSatisfy { list[$0] == packets[$0] })
        #expect(list.count == count)
    }

    @Test(arguments: streams)
    func `taken from the end, changed and added are what an array has`(stream: Stream) {
        var chance = Fuzz.generator(300)
        var packets = (0..<600).map(stream.packet)
        var list = PacketList(packets)
        for number in 600..<2000 {
            switch Int.random(in: 0..<4, using: &chance) {
            case 0:
                #expect(list.popLast() == packets.popLast())
            case 1:
                let ordinal = Int.random(in: 0..<packets.count, using: &chance)
                packets[ordinal] = packets[ordinal].markedAsDamaged
                list[ordinal] = list[ordinal].markedAsDamaged
            default:
                packets.append(stream.packet(number))
                list.append(stream.packet(number))
            }
        }
        #expect(Array(list) == packets)
        #expect(list == PacketList(packets))
    }

    @Test(arguments: [0, 255, 256, 599])
    func `differ from others, wherever that is`(ordinal: Int) {
        let list = PacketList((0..<600).map { Self.packet($0) })
        var other = list
        other[ordinal] = other[ordinal].markedAsDamaged
        #expect(list != other)
        other[ordinal] = other[ordinal].markedAsWhole
        #expect(list == other)
    }

    @Test(arguments: [0, 1, 87, 88, 300, 600, 1000])
    func `are those before the last ones`(dropped: Int) {
        let packets = (0..<600).map { Self.packet($0) }
        let list = PacketList(packets).dropping(last: dropped)
        #expect(list == PacketList(packets.dropLast(dropped)))
        #expect(list.appending(packets.suffix(2)).last == packets.last)
    }

    @Test func `can all be taken from the end`() {
        var list = PacketList((0..<300).map { Self.packet($0) })
        var count = 0
        while list.popLast() != nil { count += 1 }
        #expect((count, list.isEmpty) == (300, true))
    }
}
