/// Packets as columns of residuals: one for each kind of number, 0 where it was predicted.
///
/// Frames follow each other evenly and packets without gaps, so a packet takes a few bytes, most of
/// them for its size. Display times are stored in display order, in which residuals are smallest.
enum PacketColumns {
    /// The bits that tell which values a packet lacks, and above them the demuxer's flags.
    enum Bits {
        static let noPTS: UInt64 = 1
        static let noDTS: UInt64 = 2
        static let noPosition: UInt64 = 4
        static let flagsShift: UInt64 = 3
    }

    /// Writes packets; `sequence` is their ordinals in display order.
    static func encode(
        _ packets: PacketList,
        shownAs sequence: [Int32],
        into writer: inout ByteWriter
    ) {
        writer.append(column: changes(of: packets.lazy.map { Int64(bits(of: $0)) }))
        // One more than the size, so that no packet takes less than a byte.
        writer.append(column: packets.lazy.map { UInt64($0.size) + 1 })
        writer.append(column: changes(of: packets.lazy.map { Int64($0.duration) }))
        writer.append(column: gaps(between: packets))
        writer.append(column: residuals(of: packets.lazy.compactMap(\.dts)))
        writer.append(column: residuals(of: sequence.lazy.compactMap { packets[Int($0)].pts }))
    }

    private static func bits(of packet: PacketRecord) -> UInt64 {
        UInt64(packet.flags.rawValue) << Bits.flagsShift
            | (packet.pts == nil ? Bits.noPTS : 0)
            | (packet.dts == nil ? Bits.noDTS : 0)
            | (packet.position < 0 ? Bits.noPosition : 0)
    }

    private static func changes(of numbers: some Sequence<Int64>) -> [UInt64] {
        var last: Int64 = 0
        return numbers.map { number in
            defer { last = number }
            return (number - last).zigzag
        }
    }

    /// The bytes between the end of each packet and the start of the next, where that is known.
    private static func gaps(between packets: PacketList) -> [UInt64] {
        var end: Int64 = 0
        return packets.compactMap { packet in
            guard packet.position >= 0 else { return nil }
            defer { end = packet.position &+ Int64(packet.size) }
            return (packet.position &- end).zigzag
        }
    }

    private static func residuals(of stamps: some Sequence<Timestamp>) -> [UInt64] {
        var predictor = LinearPredictor()
        return stamps.map { predictor.residual(of: $0.ticks) }
    }
}

/// Reads packets from what ``PacketColumns`` wrote.
struct StoredPackets {
    private let count: Int
    private let bits: Column
    private let sizes: Column
    private let durations: Column
    private let gaps: Column
    private let dts: Column
    private let pts: Column

    private typealias Bits = PacketColumns.Bits

    /// Finds the columns of `count` packets.
    init(_ count: Int, from reader: inout ByteReader) throws(StoredError) {
        bits = try Column(from: &reader)
        sizes = try Column(from: &reader)
        durations = try Column(from: &reader)
        gaps = try Column(from: &reader)
        dts = try Column(from: &reader)
        pts = try Column(from: &reader)
        self.count = count
        // A size takes a byte at least, so a false count allocates nothing.
        guard sizes.remaining >= count else { throw .impossible }
    }

    /// Creates the packets; `sequence` is their ordinals in display order.
    func packets(shownAs sequence: [Int32]) throws(StoredError) -> PacketList {
        let pts = try displayTimes(of: sequence)
        var (bits, sizes, durations) = (bits, sizes, durations)
        var (positions, decodingTimes) = (Positions(gaps), Times(dts))
        var (packetBits, duration) = (Int64(0), Int64(0))
        var packets = PacketList()
        for time in pts {
            packetBits &+= Int64(zigzag: try bits.next())
            duration &+= Int64(zigzag: try durations.next())
            let size = try Self.size(try sizes.next())
            let has = { (lack: UInt64) in UInt64(packetBits) & lack == 0 }
            let packet = PacketRecord(
                pts: time == .min ? nil : Timestamp(time),
                dts: has(Bits.noDTS) ? Timestamp(try decodingTimes.next()) : nil,
                position: has(Bits.noPosition) ? try positions.next(size: size) : -1,
                size: size,
                duration: duration,
                flags: PacketRecord.Flags(rawValue: UInt8(packetBits >> Int64(Bits.flagsShift)))
            )
            packets.append(packet)
        }
        for column in [bits, sizes, durations, positions.gaps, decodingTimes.residuals] {
            try column.finish()
        }
        return packets
    }

    /// Returns `ticks` unless they are beyond ``Timestamp/furthest``.
    static func checked(_ ticks: Int64) throws(StoredError) -> Int64 {
        guard ticks.magnitude <= Timestamp.furthest.magnitude else { throw .impossible }
        return ticks
    }

    private static func size(_ number: UInt64) throws(StoredError) -> Int {
        guard number > 0, number <= 1 << 28 else { throw .impossible }
        return Int(number) - 1
    }

    /// Ordinal to display time, `.min` where there is none; validates all bits.
    private func displayTimes(of sequence: [Int32]) throws(StoredError) -> [Int64] {
        var times = try placeholders()
        var displayTimes = Times(pts)
        for ordinal in sequence where times[Int(ordinal)] != .min {
            times[Int(ordinal)] = try displayTimes.next()
        }
        try displayTimes.residuals.finish()
        return times
    }

    /// 0 for packets that have a display time, `.min` for the others.
    private func placeholders() throws(StoredError) -> [Int64] {
        var bits = bits
        var packetBits: Int64 = 0
        var times = [Int64](repeating: 0, count: count)
        for ordinal in times.indices {
            packetBits &+= Int64(zigzag: try bits.next())
            guard (0..<16 << Int64(Bits.flagsShift)).contains(packetBits) else {
                throw .impossible
            }
            if UInt64(packetBits) & Bits.noPTS != 0 { times[ordinal] = .min }
        }
        return times
    }

    /// Times, one after the other.
    private struct Times {
        var residuals: Column
        private var predictor = LinearPredictor()

        init(_ residuals: Column) { self.residuals = residuals }

        mutating func next() throws(StoredError) -> Int64 {
            try checked(predictor.number(from: try residuals.next()))
        }
    }

    /// Where packets start.
    private struct Positions {
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

/// Predicts the next of numbers that grow evenly, so that most residuals are 0.
///
/// Wraps around instead of overflowing: the numbers may come from untrusted bytes.
struct LinearPredictor {
    private var last: Int64 = 0
    private var step: Int64 = 0

    /// The difference of `number` from the prediction.
    mutating func residual(of number: Int64) -> UInt64 {
        let residual = number &- (last &+ step)
        update(number)
        return residual.zigzag
    }

    /// The number whose difference from the prediction is `residual`.
    mutating func number(from residual: UInt64) -> Int64 {
        let number = last &+ step &+ Int64(zigzag: residual)
        update(number)
        return number
    }

    private mutating func update(_ number: Int64) {
        step = number &- last
        last = number
    }
}
