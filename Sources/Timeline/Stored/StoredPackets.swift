/// Packets as ``PacketColumns`` wrote them, and as they are put together again.
struct StoredPackets {
    private let count: Int
    private let marks: Column
    private let sizes: Column
    private let durations: Column
    private let gaps: Column
    private let dts: Column
    private let pts: Column

    private typealias Mark = PacketColumns.Mark

    /// Finds the columns of `count` packets.
    init(_ count: Int, from reader: inout ByteReader) throws(StoredError) {
        marks = try Column(from: &reader)
        sizes = try Column(from: &reader)
        durations = try Column(from: &reader)
        gaps = try Column(from: &reader)
        dts = try Column(from: &reader)
        pts = try Column(from: &reader)
        self.count = count
        // A size takes a byte at least, so a count that lies gets no room.
        guard sizes.remaining >= count else { throw .impossible }
    }

    /// Puts the packets together; `sequence` is their ordinals in display order.
    func packets(shownAs sequence: [Int32]) throws(StoredError) -> [PacketRecord] {
        let pts = try displayTimes(of: sequence)
        var (marks, sizes, durations) = (marks, sizes, durations)
        var (places, dates) = (Places(gaps), Dates(dts))
        var (mark, duration) = (Int64(0), Int64(0))
        var packets: [PacketRecord] = []
        packets.reserveCapacity(count)
        for time in pts {
            mark &+= Int64(zigzag: try marks.next())
            duration &+= Int64(zigzag: try durations.next())
            let size = try Self.size(try sizes.next())
            let has = { (lack: UInt64) in UInt64(mark) & lack == 0 }
            let packet = PacketRecord(
                pts: time == .min ? nil : Timestamp(time),
                dts: has(Mark.noDTS) ? Timestamp(try dates.next()) : nil,
                position: has(Mark.noPosition) ? try places.next(size: size) : -1,
                size: size,
                duration: duration,
                flags: PacketRecord.Flags(rawValue: UInt8(mark >> Int64(Mark.flagsShift)))
            )
            packets.append(packet)
        }
        for column in [marks, sizes, durations, places.gaps, dates.surprises] {
            try column.finish()
        }
        return packets
    }

    /// Returns `ticks` unless they are a lie.
    static func checked(_ ticks: Int64) throws(StoredError) -> Int64 {
        guard ticks.magnitude <= Timestamp.furthest.magnitude else { throw .impossible }
        return ticks
    }

    private static func size(_ number: UInt64) throws(StoredError) -> Int {
        guard number > 0, number <= 1 << 29 else { throw .impossible }
        return Int(number) - 1
    }

    /// Ordinal to display time, `.min` where there is none; makes sure of all marks.
    private func displayTimes(of sequence: [Int32]) throws(StoredError) -> [Int64] {
        var times = try placeholders()
        var dates = Dates(pts)
        for ordinal in sequence where times[Int(ordinal)] != .min {
            times[Int(ordinal)] = try dates.next()
        }
        try dates.surprises.finish()
        return times
    }

    /// 0 for packets that have a display time, `.min` for the others.
    private func placeholders() throws(StoredError) -> [Int64] {
        var marks = marks
        var mark: Int64 = 0
        var times = [Int64](repeating: 0, count: count)
        for ordinal in times.indices {
            mark &+= Int64(zigzag: try marks.next())
            guard (0..<8 << Int64(Mark.flagsShift)).contains(mark) else { throw .impossible }
            if UInt64(mark) & Mark.noPTS != 0 { times[ordinal] = .min }
        }
        return times
    }

    /// Times, one after the other.
    private struct Dates {
        var surprises: Column
        private var trend = Trend()

        init(_ surprises: Column) { self.surprises = surprises }

        mutating func next() throws(StoredError) -> Int64 {
            try checked(trend.number(after: try surprises.next()))
        }
    }

    /// Where packets start.
    private struct Places {
        var gaps: Column
        private var end: Int64 = 0

        init(_ gaps: Column) { self.gaps = gaps }

        mutating func next(size: Int) throws(StoredError) -> Int64 {
            let position = end &+ Int64(zigzag: try gaps.next())
            guard position >= 0, position <= Int64.max - 1 << 30 else { throw .impossible }
            end = position + Int64(size)
            return position
        }
    }
}
