/// Packets as columns of surprises: one for each kind of number, 0 where it was to be expected.
///
/// Frames come evenly and packets one behind the other, so a packet takes a few bytes, most of
/// them for its size. Display times are kept in display order, in which they surprise least.
struct PacketColumns {
    /// What a packet lacks, and above it what the demuxer says of it; what changes of that.
    private var marks: [UInt64] = []
    /// One more than the bytes of each, so that no packet takes less than a byte.
    private var sizes: [UInt64] = []
    private var durations: [UInt64] = []
    /// How far each starts behind the end of the one before, where that is known.
    private var gaps: [UInt64] = []
    private var dts: [UInt64] = []
    private var pts: [UInt64] = []

    /// Times beyond this are lies, and their differences might not fit.
    static let furthestTick: Int64 = 1 << 60

    private static let noPTS: UInt64 = 1
    private static let noDTS: UInt64 = 2
    private static let noPosition: UInt64 = 4
    private static let flagsShift: UInt64 = 3

    /// Returns `ticks` unless they are a lie.
    static func checked(_ ticks: Int64) throws(StoredError) -> Int64 {
        guard ticks.magnitude <= furthestTick.magnitude else { throw .impossible }
        return ticks
    }
}

// MARK: - Writing

extension PacketColumns {
    /// Takes packets apart; `sequence` is their ordinals in display order.
    init(_ packets: [PacketRecord], shownAs sequence: [Int32]) {
        var last: UInt64 = 0
        marks = packets.map { packet in
            defer { last = Self.mark(packet) }
            return Self.mark(packet) ^ last
        }
        sizes = packets.map { UInt64($0.size) + 1 }
        durations = Self.changes(packets.lazy.map { Int64($0.duration) })
        gaps = Self.gaps(between: packets)
        dts = Self.surprises(packets.lazy.compactMap(\.dts))
        pts = Self.surprises(sequence.lazy.compactMap { packets[Int($0)].pts })
    }

    func encode(into writer: inout ByteWriter) {
        for column in [marks, sizes, durations, gaps, dts, pts] { writer.append(column: column) }
    }

    private static func mark(_ packet: PacketRecord) -> UInt64 {
        UInt64(packet.flags.rawValue) << flagsShift
            | (packet.pts == nil ? noPTS : 0)
            | (packet.dts == nil ? noDTS : 0)
            | (packet.position < 0 ? noPosition : 0)
    }

    private static func changes(_ numbers: some Sequence<Int64>) -> [UInt64] {
        var last: Int64 = 0
        return numbers.map { number in
            defer { last = number }
            return (number - last).zigzag
        }
    }

    private static func gaps(between packets: [PacketRecord]) -> [UInt64] {
        var end: Int64 = 0
        return packets.compactMap { packet in
            guard packet.position >= 0 else { return nil }
            defer { end = packet.position &+ Int64(packet.size) }
            return (packet.position &- end).zigzag
        }
    }

    private static func surprises(_ stamps: some Sequence<Timestamp>) -> [UInt64] {
        var trend = Trend()
        return stamps.map { trend.surprise(of: $0.ticks) }
    }
}

// MARK: - Reading

extension PacketColumns {
    /// Reads the columns of `count` packets.
    init(_ count: Int, from reader: inout ByteReader) throws(StoredError) {
        marks = try reader.column(count)
        for index in marks.indices.dropFirst() { marks[index] ^= marks[index - 1] }
        sizes = try reader.column(count)
        durations = try reader.column(count)
        gaps = try reader.column(marks.count { $0 & Self.noPosition == 0 })
        dts = try reader.column(marks.count { $0 & Self.noDTS == 0 })
        pts = try reader.column(marks.count { $0 & Self.noPTS == 0 })
    }

    /// Puts the packets together again; `sequence` is their ordinals in display order.
    func packets(shownAs sequence: [Int32]) throws(StoredError) -> [PacketRecord] {
        let pts = try times(pts, lacking: Self.noPTS, of: sequence)
        let dts = try times(dts, lacking: Self.noDTS, of: marks.indices.lazy.map(Int32.init))
        var places = Places(gaps: gaps)
        var duration: Int64 = 0
        var packets: [PacketRecord] = []
        packets.reserveCapacity(marks.count)
        for (ordinal, mark) in marks.enumerated() {
            guard sizes[ordinal] > 0, sizes[ordinal] <= 1 << 30, mark < 4 << Self.flagsShift else {
                throw .impossible
            }
            let size = Int(sizes[ordinal]) - 1
            duration &+= Int64(zigzag: durations[ordinal])
            let packet = PacketRecord(
                pts: pts[ordinal] == .min ? nil : Timestamp(pts[ordinal]),
                dts: dts[ordinal] == .min ? nil : Timestamp(dts[ordinal]),
                position: mark & Self.noPosition == 0 ? try places.next(size: size) : -1,
                size: size,
                duration: duration,
                flags: PacketRecord.Flags(rawValue: UInt8(mark >> Self.flagsShift))
            )
            packets.append(packet)
        }
        return packets
    }

    /// Ordinal to time, `.min` where there is none.
    private func times(
        _ surprises: [UInt64],
        lacking mark: UInt64,
        of sequence: some Sequence<Int32>
    ) throws(StoredError) -> [Int64] {
        var times = [Int64](repeating: .min, count: marks.count)
        var trend = Trend()
        var next = 0
        for ordinal in sequence where marks[Int(ordinal)] & mark == 0 {
            times[Int(ordinal)] = try Self.checked(trend.number(after: surprises[next]))
            next += 1
        }
        return times
    }

    /// Where packets start.
    private struct Places {
        let gaps: [UInt64]
        private var index = 0
        private var end: Int64 = 0

        init(gaps: [UInt64]) { self.gaps = gaps }

        mutating func next(size: Int) throws(StoredError) -> Int64 {
            let position = end &+ Int64(zigzag: gaps[index])
            guard position >= 0, position <= Int64.max - 1 << 30 else { throw .impossible }
            index += 1
            end = position + Int64(size)
            return position
        }
    }
}
