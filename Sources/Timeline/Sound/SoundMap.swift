import Basics

/// Which packet of a stream of sound holds which samples, as decoding all of it has shown.
///
/// What a packet's headers say of its length may be wrong at an encoder's delay, an edit list or a
/// time that is rounded to milliseconds. So each packet's samples are counted as they come out of
/// the decoder. Samples are numbered on the clock of the frames: see ``SoundClock``. Where a time
/// jumps ahead, no packet holds the samples between.
public struct SoundMap: Hashable, Sendable {
    /// Packets in a row that hold equally many samples, without a gap.
    public struct Run: Hashable, Sendable {
        /// The first packet, counted from 0 in the order of the file.
        public let packet: Int
        /// The first sample.
        public let sample: Int64
        /// How many packets there are.
        public var count: Int
        /// Samples in each of them, at least one.
        public let length: Int
        /// Whether what the decoder puts out beyond that is at the start of a packet: an encoder's
        /// delay.
        public let isCutAtStart: Bool

        /// The sample after the last.
        var end: Int64 { sample + Int64(count) * Int64(length) }
    }

    /// A packet that a seek can be checked with.
    public struct Anchor: Hashable, Sendable {
        /// The packet's number.
        public let packet: Int
        /// What the demuxer says of it.
        public let record: PacketRecord

        /// Describes a packet.
        public init(packet: Int, record: PacketRecord) {
            (self.packet, self.record) = (packet, record)
        }
    }

    /// How the samples are decoded.
    public let format: SoundFormat
    /// What holds samples, in the order of both.
    public private(set) var runs: [Run] = []
    /// Packets that seeks are checked with, ascending: one in ``anchorDistance``.
    public private(set) var anchors: [Anchor] = []
    /// How many packets could not be decoded, or hold sound of another rate.
    public private(set) var damaged = 0
    /// How many packets there are.
    public private(set) var packets = 0

    /// Packets from one anchor to the next.
    public static let anchorDistance = 32
    /// The most packets, runs and samples: those of ten days of the shortest packets.
    static let mostPackets = 1 << 30
    private static let mostRuns = 1 << 23
    private static let furthest: Int64 = 1 << 48

    /// Starts a map of no packet.
    public init(_ format: SoundFormat) { self.format = format }

    /// The sample after the last.
    public var end: Int64 { runs.last?.end ?? 0 }

    /// Whether no packet can be added, as there are too many.
    public var isFull: Bool { packets >= Self.mostPackets || runs.count >= Self.mostRuns }

    /// Adds the next packet, which holds `length` samples from `sample` on; no sample twice.
    public mutating func add(
        _ record: @autoclosure () -> PacketRecord,
        from sample: Int64,
        length: Int,
        isCutAtStart: Bool = false
    ) {
        defer { packets += 1 }
        if packets.isMultiple(of: Self.anchorDistance) {
            anchors.append(Anchor(packet: packets, record: record()))
        }
        guard length > 0, sample.magnitude < Self.furthest.magnitude else { return }
        if let last = runs.last, last.packet + last.count == packets, last.end == sample,
            last.length == length, !last.isCutAtStart, !isCutAtStart
        {
            runs[runs.count - 1].count += 1
        } else {
            runs.append(
                Run(
                    packet: packets,
                    sample: sample,
                    count: 1,
                    length: length,
                    isCutAtStart: isCutAtStart
                )
            )
        }
    }

    /// Notes a packet that could not be decoded.
    public mutating func noteDamage() { damaged += 1 }
}

extension SoundMap {
    /// One packet, and its samples.
    public struct Place: Hashable, Sendable {
        /// The packet's number.
        public let packet: Int
        /// Its samples.
        public let samples: Range<Int64>
        /// Whether its decoded samples are cut at their start, where there are more.
        public let isCutAtStart: Bool
    }

    /// The first packet that holds this sample or a later one; `nil` after the last.
    public func place(of sample: Int64) -> Place? {
        let index = runs.partitioningIndex { $0.end > sample }
        guard index < runs.count else { return nil }
        let run = runs[index]
        let number = max(0, sample - run.sample) / Int64(run.length)
        let start = run.sample + number * Int64(run.length)
        return Place(
            packet: run.packet + Int(number),
            samples: start..<start + Int64(run.length),
            isCutAtStart: run.isCutAtStart
        )
    }

    /// The samples of a packet; `nil` where it holds none.
    public func place(ofPacket packet: Int) -> Place? {
        let index = runs.partitioningIndex { $0.packet + $0.count > packet }
        guard index < runs.count, runs[index].packet <= packet else { return nil }
        let run = runs[index]
        let start = run.sample + Int64(packet - run.packet) * Int64(run.length)
        return Place(
            packet: packet,
            samples: start..<start + Int64(run.length),
            isCutAtStart: run.isCutAtStart
        )
    }

    /// The last anchor at a packet or before it, and how many come before that one.
    public func anchor(before packet: Int) -> Int? {
        let after = anchors.partitioningIndex { $0.packet > packet }
        return after > 0 ? after - 1 : nil
    }
}

extension SoundMap {
    /// Writes the map, for messages and stored files.
    public func encode(into writer: inout ByteWriter) {
        format.encode(into: &writer)
        for number in [packets, damaged, runs.count] { writer.append(UInt64(number)) }
        var (packet, sample) = (0, Int64(0))
        for run in runs {
            writer.append(UInt64(run.packet - packet))
            writer.append(signed: run.sample - sample)
            writer.append(UInt64(run.count))
            writer.append(UInt64(run.length) << 1 | (run.isCutAtStart ? 1 : 0))
            (packet, sample) = (run.packet + run.count, run.end)
        }
        var last = PacketRecord(pts: nil, dts: nil, position: 0, size: 0)
        for anchor in anchors {
            anchor.record.encode(after: last, into: &writer)
            last = anchor.record
        }
    }

    /// Reads and validates a map.
    public init(from reader: inout ByteReader) throws(StoredError) {
        self.init(try SoundFormat(from: &reader))
        packets = try reader.integer(in: 0...Self.mostPackets)
        damaged = try reader.integer(in: 0...packets)
        let count = try reader.integer(in: 0...min(Self.mostRuns, packets))
        var (packet, sample) = (0, Int64(0))
        for _ in 0..<count {
            let run = try Run(from: &reader, after: packet, sample, isFirst: runs.isEmpty)
            (packet, sample) = (run.packet + run.count, run.end)
            guard packet <= packets, sample.magnitude < Self.furthest.magnitude else {
                throw .impossible
            }
            runs.append(run)
        }
        var last = PacketRecord(pts: nil, dts: nil, position: 0, size: 0)
        for packet in stride(from: 0, to: packets, by: Self.anchorDistance) {
            last = try PacketRecord(from: &reader, after: last)
            anchors.append(Anchor(packet: packet, record: last))
        }
    }
}

extension SoundMap.Run {
    fileprivate init(
        from reader: inout ByteReader,
        after packet: Int,
        _ sample: Int64,
        isFirst: Bool
    ) throws(StoredError) {
        let most = SoundMap.mostPackets
        let skipped = try reader.integer(in: 0...most)
        let gap = try reader.signed()
        let count = try reader.integer(in: 1...most)
        let lengthAndFlag = try reader.integer(in: 2...(1 << 32))
        // Only the first may begin before the first frame.
        guard gap >= 0 || isFirst, gap.magnitude < 1 << 48 else { throw .impossible }
        self.init(
            packet: packet + skipped,
            sample: sample + gap,
            count: count,
            length: lengthAndFlag >> 1,
            isCutAtStart: lengthAndFlag & 1 == 1
        )
    }
}

extension PacketRecord {
    /// Writes what a seek is checked with, as differences from the record before.
    fileprivate func encode(after last: PacketRecord, into writer: inout ByteWriter) {
        for (time, before) in [(pts, last.pts), (dts, last.dts)] {
            writer.append(time == nil ? 0 : 1)
            if let time { writer.append(signed: time.ticks - (before?.ticks ?? 0)) }
        }
        writer.append(signed: position &- last.position)
        writer.append(UInt64(size))
    }

    fileprivate init(from reader: inout ByteReader, after last: PacketRecord) throws(StoredError) {
        let pts = try Self.time(from: &reader, after: last.pts)
        let dts = try Self.time(from: &reader, after: last.dts)
        let position = last.position &+ (try reader.signed())
        let size = try reader.integer(in: 0...0xfff_ffff)
        self.init(pts: pts, dts: dts, position: position, size: size)
    }

    private static func time(
        from reader: inout ByteReader,
        after last: Timestamp?
    ) throws(StoredError) -> Timestamp? {
        guard try reader.number() == 1 else { return nil }
        return Timestamp((last?.ticks ?? 0) &+ (try reader.signed()))
    }
}
