/// Where packets lie in a file: as few ranges of bytes as tell it, in the order in which they are read.
///
/// The numbers come from the file. What cannot be is left out, and there is a bound to all of it.
public struct PacketPlaces: Equatable, Sendable {
    /// The ranges, none of which is empty.
    public private(set) var ranges: [Range<Int64>] = []
    private var bytes: Int64 = 0
    /// Bytes between two packets that are read as well: a request of its own takes as long.
    static let gap: Int64 = 128 << 10
    /// The most ranges, and bytes of all of them.
    public static let (mostRanges, mostBytes) = (16, Int64(32 << 20))

    /// Finds the packets of a table that have these ordinals, as far as the bounds allow.
    public init(of ordinals: Range<Int>, in table: FrameTable) {
        self.init(table.packets[ordinals.clamped(to: table.packets.indices)])
    }

    init(_ packets: some Sequence<PacketRecord>) {
        for packet in packets where packet.position >= 0 && packet.size > 0 {
            let (end, overflow) = packet.position.addingReportingOverflow(Int64(packet.size))
            guard !overflow else { continue }
            guard add(packet.position..<end) else { return }
        }
    }

    /// Adds a packet; `false` where that is more than is asked for at once.
    private mutating func add(_ place: Range<Int64>) -> Bool {
        guard let last = ranges.last, isNear(place, to: last) else {
            guard ranges.count < Self.mostRanges else { return false }
            ranges.append(place)
            return count(place.upperBound - place.lowerBound)
        }
        let end = max(last.upperBound, place.upperBound)
        ranges[ranges.count - 1] = last.lowerBound..<end
        return count(end - last.upperBound)
    }

    private func isNear(_ place: Range<Int64>, to last: Range<Int64>) -> Bool {
        place.lowerBound >= last.lowerBound && place.lowerBound - last.upperBound <= Self.gap
    }

    /// Counts bytes, each packet of which has fewer than 2^28.
    private mutating func count(_ more: Int64) -> Bool {
        bytes += more
        return bytes < Self.mostBytes
    }
}
