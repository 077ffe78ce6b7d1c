import CFFmpeg
import Timeline

/// Reads the packets of all streams of a file, from shortly before a cut on.
///
/// Packets of the indexed stream are identified by ordinal, all others by timestamps.
struct CutSource: ~Copyable {
    /// Which packet was read.
    enum Found: Equatable {
        /// One of the indexed stream.
        case main(ordinal: Int)
        /// One of another stream.
        case other(stream: Int)
        /// None: the end of the file.
        case end
    }

    let demuxer: Demuxer
    /// The packet that was read last.
    let packet = Packet()
    private let table: FrameTable
    private let mainStream: Int
    /// The ordinal of the next packet of the indexed stream.
    private var next = 0
    /// Whether that packet has been read already.
    private var holdsPacket = false

    /// The largest interleaving distance of streams in a file, in seconds.
    private static let lead = 2.0

    /// Opens `file` early enough that no packet of other streams beside `ordinal` is missed.
    static func opened(
        _ file: OpenFile,
        _ index: MediaIndex,
        before ordinal: Int
    ) throws(MediaError) -> CutSource {
        var source = CutSource(try Demuxer.opened(file, indexedAs: index.info), index)
        guard let key = index.table.key(lead, before: ordinal) else { return source }
        if source.approach(key, before: ordinal) { return source }
        return CutSource(try Demuxer.opened(file, indexedAs: index.info), index)
    }

    /// Takes over a demuxer that has not read packets yet.
    private init(_ demuxer: consuming Demuxer, _ index: MediaIndex) {
        (table, mainStream) = (index.table, index.info.stream)
        demuxer.follow(stream: mainStream)
        self.demuxer = demuxer
    }

    /// Reads the next packet of any stream.
    mutating func read() -> Found {
        guard holdsPacket || demuxer.read(into: packet) else { return .end }
        holdsPacket = false
        guard stream == mainStream else { return .other(stream: stream) }
        defer { next += 1 }
        // A recording may have grown since it was indexed.
        return next < table.packets.count ? .main(ordinal: next) : .end
    }

    private var stream: Int { Int(packet.pointer.pointee.stream_index) }

    /// Seeks to a keyframe, or to an earlier one.
    private mutating func approach(_ key: Int, before ordinal: Int) -> Bool {
        var plan = SeekPlan(to: key, in: table, method: demuxer.seekMethod)
        while let attempt = plan.attempt, attempt.address != .beginning {
            if land(attempt, before: ordinal) { return true }
            plan.fail(.missedKeyframe, in: table)
        }
        return false
    }

    /// Seeks to an address, and reads until a packet matches the index.
    private mutating func land(_ attempt: SeekPlan.Attempt, before ordinal: Int) -> Bool {
        guard demuxer.seek(to: attempt.address, stream: mainStream) else { return false }
        // After a byte seek, the first packets may be fragments that are not in the index.
        for _ in 0..<32 {
            guard demuxer.read(stream: mainStream, into: packet) else { return false }
            guard let found = table.ordinal(of: packet.record, soughtKey: attempt.key) else {
                continue
            }
            (next, holdsPacket) = (found, true)
            return found <= ordinal
        }
        return false
    }
}

extension FrameTable {
    /// The last keyframe that is decoded at least `seconds` before packet `ordinal`.
    fileprivate func key(_ seconds: Double, before ordinal: Int) -> Int? {
        guard let time = packets[ordinal].dts ?? packets[ordinal].pts,
            let lead = timebase.tick(at: seconds)
        else { return nil }
        var key = keyframeOrdinal(before: ordinal)
        while let found = key {
            let decoded = packets[found].dts ?? packets[found].pts
            guard let decoded, decoded.ticks > time.ticks - lead else { return found }
            key = keyframeOrdinal(before: found)
        }
        return nil
    }
}
