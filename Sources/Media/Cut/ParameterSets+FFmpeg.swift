import CFFmpeg

extension AVCodecParameters {
    /// The headers of an H.264 stream; `nil` for others.
    var parameterSets: ParameterSets? {
        guard codec_id == AV_CODEC_ID_H264 else { return nil }
        return ParameterSets(
            Array(UnsafeBufferPointer(start: extradata, count: Int(extradata_size)))
        )
    }
}

extension ParameterSets {
    /// Puts the headers before a keyframe's packet that lacks them.
    ///
    /// Muxers add them to pictures that reset the decoder, and open groups begin with others.
    func lead(_ packet: borrowing Packet) {
        guard packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 else { return }
        let bytes = packet.bytes
        guard !hasHeaders(bytes) else { return }
        packet.fill(with: self.bytes + bytes, flags: packet.pointer.pointee.flags)
    }
}

extension Packet {
    /// What is in the packet.
    var bytes: [UInt8] {
        Array(UnsafeBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size)))
    }

    /// Puts `content` in the place of what is in the packet; empty where there is no memory for it.
    func fill(with content: [UInt8], flags: CInt) {
        av_packet_unref(pointer)
        guard av_new_packet(pointer, CInt(content.count)) >= 0 else { return }
        pointer.pointee.data.update(from: content, count: content.count)
        pointer.pointee.flags = flags
    }
}
