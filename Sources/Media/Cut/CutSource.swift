import CFFmpeg
import Timeline

/// The packets of all streams of a file, from a little before a cut on.
///
/// Packets of the film are known by their ordinals, all others by their times.
struct CutSource: ~Copyable {
    /// Which packet was read.
    enum Found: Equatable {
        /// One of the film.
        case film(ordinal: Int)
        /// One of another stream.
        case other(stream: Int)
        /// None: the file has ended.
        case end
    }

    let demuxer: Demuxer
    /// The packet that was read last.
    let packet = Packet()
    private let table: FrameTable
    private let film: Int
    /// The ordinal of the film's next packet.
    private var next = 0
    /// Whether that packet has been read already.
    private var holdsPacket = false

    /// Seconds that streams lie apart in one file, at the most.
    private static let lead = 2.0

    /// Opens `file` at a place from where nothing of what belongs to packet `ordinal` is missed.
    static func opened(
        _ file: OpenFile,
        _ index: MediaIndex,
        before ordinal: Int
    ) throws(MediaError) -> CutSource {
        var source = CutSource(try Demuxer(file), index)
        guard let key = index.table.key(lead, before: ordinal) else { return source }
        if source.approach(key, before: ordinal) { return source }
        return CutSource(try Demuxer(file), index)
    }

    /// Takes over a demuxer that stands at its file's beginning.
    private init(_ demuxer: consuming Demuxer, _ index: MediaIndex) {
        (table, film) = (index.table, index.info.stream)
        self.demuxer = demuxer
    }

    /// Reads the next packet of any stream.
    mutating func read() -> Found {
        if !holdsPacket {
            av_packet_unref(packet.pointer)
            guard av_read_frame(demuxer.context, packet.pointer) >= 0 else { return .end }
        }
        holdsPacket = false
        guard stream == film else { return .other(stream: stream) }
        defer { next += 1 }
        // A recording may have gone on since it was indexed.
        return next < table.packets.count ? .film(ordinal: next) : .end
    }

    private var stream: Int { Int(packet.pointer.pointee.stream_index) }

    /// Goes to a key, or to one before it.
    private mutating func approach(_ key: Int, before ordinal: Int) -> Bool {
        var plan = SeekPlan(to: key, in: table, method: demuxer.seekMethod)
        while let attempt = plan.attempt, attempt.address != .beginning {
            if land(attempt, before: ordinal) { return true }
            plan.fail(.missedKey, in: table)
        }
        return false
    }

    /// Goes to an address, and reads until a packet of the film is recognised.
    private mutating func land(_ attempt: SeekPlan.Attempt, before ordinal: Int) -> Bool {
        guard demuxer.seek(to: attempt.address, stream: film) else { return false }
        // A byte seek may begin with the tail of a packet that the index does not know.
        for _ in 0..<32 {
            guard demuxer.read(stream: film, into: packet) else { return false }
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
    /// The last key that is decoded so many seconds before packet `ordinal`.
    fileprivate func key(_ seconds: Double, before ordinal: Int) -> Int? {
        guard let time = packets[ordinal].dts ?? packets[ordinal].pts,
            let lead = timebase.tick(at: seconds)
        else { return nil }
        var key = self.key(before: ordinal)
        while let found = key {
            let decoded = packets[found].dts ?? packets[found].pts
            guard let decoded, decoded.ticks > time.ticks - lead else { return found }
            key = self.key(before: found)
        }
        return nil
    }
}
