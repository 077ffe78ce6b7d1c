import Timeline

/// Reaches the frames of a stream: by decoding on from the decoder's position, else by a seek, from
/// earlier keyframes until the frame comes out.
///
/// ``SeekPlan`` chooses the keyframes.
struct MediaReader: ~Copyable {
    private let file: String
    private let source: OpenFile
    private let info: MediaInfo
    private let table: FrameTable
    private var packets: PacketSource
    private var gopDecoder: GOPDecoder
    private var backOffs = 0
    private let streams: KnownStreams

    /// Opens the stream that was indexed.
    init(_ file: OpenFile, index: MediaIndex, threads: Int) throws(MediaError) {
        let demuxer = try Demuxer(file)
        let known = KnownStreams(of: demuxer.context, reading: index.info.stream)
        try self.init(file, demuxer, index.info, index.table, known, threads: threads)
    }

    /// Opens the stream that another reader of the same file reads, with less work.
    init(_ file: OpenFile, beside other: borrowing MediaReader, threads: Int) throws(MediaError) {
        let (info, table, known) = (other.info, other.table, other.streams)
        let demuxer = try Demuxer(file, knowing: known)
        try self.init(file, demuxer, info, table, known, threads: threads)
    }

    private init(
        _ file: OpenFile,
        _ demuxer: consuming Demuxer,
        _ info: MediaInfo,
        _ table: FrameTable,
        _ streams: KnownStreams,
        threads: Int
    ) throws(MediaError) {
        // The index may come from a disk that others can write to, and the file may have changed.
        let stream = try demuxer.chooseStream(info.stream)
        guard demuxer.info(of: stream).kind == info.kind else {
            throw .noSuchStream(file: file.name, stream: stream)
        }
        let decoder = try Decoder(for: demuxer.stream(stream), threads: threads, file: file.name)
        (self.file, source) = (file.name, file)
        (self.info, self.table, self.streams) = (info, table, streams)
        gopDecoder = GOPDecoder(decoder, of: table)
        packets = PacketSource(demuxer, of: file, stream: stream)
    }

    /// The work done so far; a function, as the compiler cannot read a property of an optional
    /// noncopyable value.
    func counted() -> ReadCounts {
        var counts = ReadCounts()
        (counts.packetsRead, counts.seeks) = (packets.read, packets.seeks)
        counts.backOffs = backOffs
        (counts.framesDecoded, counts.framesAwaited) = (gopDecoder.decoded, gopDecoder.awaited)
        return counts
    }

    /// Decodes a frame that exists; see ``FrameReader/read(_:_:visit:)``.
    mutating func read(
        _ frame: Int,
        _ selection: FrameReader.FrameSelection,
        visit: (Int, borrowing Picture) -> Bool
    ) throws(MediaError) -> Bool {
        let target = DecodeTarget(frame, selection, in: table)
        if gopDecoder.isBestStart(for: target) {
            expectPackets(from: gopDecoder.next ?? target.ordinal, to: target)
            let outcome = gopDecoder.decode(to: target, from: &packets, visit: visit)
            if outcome != .failed { return outcome == .shown }
        }
        return try seekAndDecode(to: target, visit: visit)
    }

    /// How many packets have to be decoded until the frame; `nil` when it takes a seek.
    func distance(to frame: Int, _ selection: FrameReader.FrameSelection) -> Int? {
        gopDecoder.distance(to: DecodeTarget(frame, selection, in: table))
    }

    /// Tells a file that lies elsewhere which packets are read next.
    ///
    /// Who wants a frame by itself often wants others of its GOP then. A pointer moves on.
    private func expectPackets(from first: Int, to target: DecodeTarget) {
        guard source.isRemote else { return }
        let isSure = target.selection == .alone
        var end = target.ordinal + 1
        if isSure {
            let next = table.gop(of: target.frame).upperBound
            end = max(end, next < table.count ? table.ordinal(of: next) : table.scanned)
        } else if !target.endsAtTarget {
            end += Self.behind
        }
        source.expect(PacketPlaces(of: min(first, end)..<end, in: table), isSure: isSure)
    }

    /// Packets behind a target's that decoders take before they give it out, of most streams.
    private static let behind = 4

    private mutating func seekAndDecode(
        to target: DecodeTarget,
        visit: (Int, borrowing Picture) -> Bool
    ) throws(MediaError) -> Bool {
        var plan = SeekPlan(to: target.ordinal, in: table, method: packets.method)
        let key = plan.attempt?.key
        while let attempt = plan.attempt, target.selection != .keyframe || attempt.key == key {
            gopDecoder.forget()
            expectPackets(from: attempt.key, to: target)
            if try packets.land(attempt, in: table) {
                gopDecoder.start(at: attempt.key)
                let target = attempt.address == .beginning ? target.withoutDraining : target
                let outcome = gopDecoder.decode(to: target, from: &packets, visit: visit)
                guard outcome == .failed else { return outcome == .shown }
                plan.fail(.noPicture, in: table)
            } else {
                plan.fail(.missedKeyframe, in: table)
            }
            backOffs += 1
        }
        throw .undecodable(file: file, frame: target.frame)
    }
}

/// Reads the packets of a stream, from any keyframe on.
struct PacketSource: ~Copyable {
    /// Packets that were read.
    private(set) var read = 0
    /// Seeks of the demuxer.
    private(set) var seeks = 0
    /// The packet that was read last.
    let packet = Packet()
    /// Whether to seek in the container by time or by byte.
    let method: SeekPlan.Method

    private let file: OpenFile
    private let stream: Int
    private var demuxer: Demuxer
    private var unlisted: UnlistedKeyframes?

    /// Takes over a demuxer of `file`.
    init(_ demuxer: consuming Demuxer, of file: OpenFile, stream: Int) {
        demuxer.select(stream: stream)
        method = demuxer.seekMethod
        unlisted = UnlistedKeyframes(of: stream, in: file, demuxer)
        (self.file, self.stream) = (file, stream)
        self.demuxer = demuxer
    }

    /// Reads the next packet; `false` at the end or where reading fails.
    mutating func next() -> Bool {
        read += 1
        return demuxer.read(stream: stream, into: packet)
    }

    /// Seeks, and reads up to the keyframe; returns whether it is the packet that was read last.
    mutating func land(
        _ attempt: SeekPlan.Attempt,
        in table: FrameTable
    ) throws(MediaError) -> Bool {
        seeks += 1
        guard var ordinal = try firstOrdinal(after: attempt, in: table) else { return false }
        while ordinal < attempt.key {
            guard attempt.key < table.scanned, next() else { return false }
            ordinal += 1
        }
        return ordinal == attempt.key
    }

    /// Seeks to the address and reads until a packet matches the index; returns its ordinal.
    private mutating func firstOrdinal(
        after attempt: SeekPlan.Attempt,
        in table: FrameTable
    ) throws(MediaError) -> Int? {
        guard attempt.address != .beginning else {
            demuxer = try Demuxer(file)
            demuxer.select(stream: stream)
            unlisted = UnlistedKeyframes(of: stream, in: file, demuxer)
            return next() ? 0 : nil
        }
        unlisted?.tell(demuxer, of: table.packets[attempt.key])
        guard demuxer.seek(to: attempt.address, stream: stream) else { return nil }
        // After a byte seek, the first packets may be fragments that are not in the index.
        for _ in 0..<32 {
            guard next() else { return nil }
            if let ordinal = table.ordinal(of: packet.record, soughtKey: attempt.key) {
                return ordinal
            }
        }
        return nil
    }
}
