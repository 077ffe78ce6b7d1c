import CFFmpeg
import Timeline

/// Reads the packets of a sound from any one on, of which a map is known.
///
/// A seek is trusted only where a packet is read that the map has.
struct SoundPosition: ~Copyable {
    private let file: OpenFile
    private let job: SoundJob
    private let map: SoundMap
    private var demuxer: Demuxer
    /// The packet that was read last.
    let packet: Packet
    /// The number of the packet that is read next.
    private(set) var next = 0
    /// Whether ``packet`` is the one before ``next``, and has not been taken yet.
    private var holdsPacket = false

    /// How many anchors are gone back after a seek that led too far.
    private static let backOffs = [0, 1, 3, 8, 20]
    /// Packets that are read without finding one that is known.
    private static let mostStrangers = 4096

    /// Opens the sound that the map is of.
    init(_ file: OpenFile, _ job: SoundJob, _ map: SoundMap) throws(MediaError) {
        let demuxer = try Demuxer.sound(of: job, in: file)
        (self.file, self.job, self.map) = (file, job, map)
        self.demuxer = demuxer
        packet = Packet()
    }

    /// Makes a decoder of the sound, which leaves nothing out.
    func decoder() throws(MediaError) -> SoundDecoder {
        try SoundDecoder(for: demuxer.stream(job.stream), isTrimming: false, file: file.name)
    }

    /// Reads the next packet; `false` at the end.
    mutating func read() -> Bool {
        if holdsPacket {
            holdsPacket = false
            return true
        }
        guard demuxer.read(stream: job.stream, into: packet) else { return false }
        next += 1
        return true
    }

    /// Goes to a packet, so that it is read next; returns whether it is there.
    mutating func go(to target: Int) throws(MediaError) -> Bool {
        let isNear = target >= first && target - next <= 2 * SoundMap.anchorDistance
        if !isNear { try seek(before: target) }
        while first < target { guard read() else { return false } }
        return first == target
    }

    /// The number of the packet that ``read()`` gives.
    private var first: Int { holdsPacket ? next - 1 : next }

    private mutating func seek(before target: Int) throws(MediaError) {
        if let last = map.anchor(before: target) {
            for back in Self.backOffs where last - back > 0 {
                if land(on: map.anchors[last - back], before: target) { return }
            }
        }
        demuxer = try Demuxer.sound(of: job, in: file)
        (next, holdsPacket) = (0, false)
    }

    /// Seeks to an anchor, and reads until it comes.
    private mutating func land(on anchor: SoundMap.Anchor, before target: Int) -> Bool {
        guard seek(to: anchor.record) else { return false }
        for _ in 0..<Self.mostStrangers {
            guard demuxer.read(stream: job.stream, into: packet) else { return false }
            let record = packet.record
            if record.isSame(as: anchor.record) {
                (next, holdsPacket) = (anchor.packet + 1, true)
                return true
            }
            if let time = record.pts, let wanted = anchor.record.pts, time > wanted { return false }
        }
        return false
    }

    private func seek(to record: PacketRecord) -> Bool {
        let byte = record.position >= 0 ? record.position : nil
        return demuxer.seek(
            to: SoundSeekTarget(time: record.pts ?? record.dts, byte: byte),
            of: job
        )
    }
}

extension PacketRecord {
    /// Whether a packet that was read after a seek is this one, as far as both can tell.
    fileprivate func isSame(as other: PacketRecord) -> Bool {
        guard size == other.size else { return false }
        if let pts, let time = other.pts {
            return pts == time && (position < 0 || other.position < 0 || position == other.position)
        }
        return position >= 0 && position == other.position
    }
}
