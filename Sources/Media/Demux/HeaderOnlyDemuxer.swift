import CFFmpeg
import Timeline

/// What the header of a movie tells of its packets, without reading any of them: for files whose
/// bytes come from afar.
///
/// Times, places and sync samples are in the header of an MP4 or MOV (ISO/IEC 14496-12, 8.6).
/// libavformat's parser would find further keyframes in the packets, at recovery points; without
/// them, some frames are decoded from farther away.
extension Demuxer {
    /// The same file, opened for what its header tells of a stream; `nil` where that is not all
    /// that is needed to number the frames.
    func header(of file: OpenFile, stream: Int) -> Demuxer? {
        guard isMovie, !needsContent, !hasPacketsWithin, let packets = MovieBoxes.packets(in: file),
            let header = try? Demuxer(headerOf: file, packets: packets),
            header.context.pointee.nb_streams == context.pointee.nb_streams
        else { return nil }
        header.select(stream: stream)
        return header
    }

    /// The packets of all keyframes of a stream, of a file that is opened for its header.
    func listedKeyframes(of stream: Int, isCancelled: () -> Bool) -> [PacketRecord] {
        let packet = Packet()
        var keyframes: [PacketRecord] = []
        while !isCancelled(), read(stream: stream, into: packet) {
            if packet.isKeyframe { keyframes.append(packet.record) }
        }
        return keyframes
    }

    /// Whether packets hold those of other streams, as DV's do with its sound.
    private var hasPacketsWithin: Bool {
        (0..<Int(context.pointee.nb_streams)).contains {
            stream($0).pointee.codecpar.pointee.codec_id == AV_CODEC_ID_DVVIDEO
        }
    }
}
