import CFFmpeg
import Timeline

/// A reusable packet buffer.
struct Packet: ~Copyable {
    let pointer: UnsafeMutablePointer<AVPacket>

    init() { pointer = av_packet_alloc()! }

    /// References another packet's data; empty when there is no memory for it.
    init(_ other: AVPacket) {
        self.init()
        withUnsafePointer(to: other) { other in _ = av_packet_ref(pointer, other) }
    }

    deinit {
        var pointer = Optional(self.pointer)
        av_packet_free(&pointer)
    }

    /// Calls `body` with the packet's data.
    func withData<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size)))
    }

    /// What the index stores about this packet.
    var record: PacketRecord {
        let packet = pointer.pointee
        var flags: PacketRecord.Flags = []
        if packet.flags & AV_PKT_FLAG_KEY != 0 { flags.insert(.key) }
        if packet.flags & AV_PKT_FLAG_DISCARD != 0 { flags.insert(.discard) }
        if packet.flags & AV_PKT_FLAG_CORRUPT != 0 { flags.insert(.damaged) }
        if let field { flags.formUnion(field == .doubtful ? .unpaired : [.discard, .unpaired]) }
        if isUncoded { flags.insert(.discard) }
        return PacketRecord(
            pts: Timestamp(known: packet.pts),
            dts: Timestamp(known: packet.dts),
            position: packet.pos,
            size: Int(packet.size),
            duration: packet.duration,
            flags: flags
        )
    }
}

extension Timestamp {
    /// A timestamp of libavformat's, or `nil` for `AV_NOPTS_VALUE`.
    init?(known ticks: Int64) {
        guard ticks != vn_nopts else { return nil }
        self.init(ticks)
    }
}
