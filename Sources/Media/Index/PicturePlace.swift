import CFFmpeg

/// Where a picture comes in display order, by what its header says.
enum PicturePlace: Equatable {
    /// After every picture that was coded before it; later ones are counted from `count` on.
    case first(count: Int)
    /// By its count among those since the last ``first(count:)``.
    case counted(Int)
    /// Before the picture that waits for later ones.
    case atOnce
    /// Nowhere: decoders do not show it.
    case hidden

    /// Whether all pictures before come first.
    var isFirst: Bool { if case .first = self { true } else { false } }
}

/// Reads the headers of a stream's pictures.
protocol PictureHeaders {
    /// The place of a packet's picture; `nil` where only a decoder can tell.
    ///
    /// Is asked about every packet, in decode order.
    mutating func place(of packet: borrowing Packet) -> PicturePlace?
}

extension Packet {
    /// Whether the container or libavformat's parser flags a keyframe.
    var isKeyframe: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
}

extension Demuxer {
    /// What reads the headers of a stream's pictures; `nil` for codecs whose order is not known
    /// without decoding.
    func pictureHeaders(of stream: Int) -> (any PictureHeaders)? {
        let stream = self.stream(stream)
        let parameters = stream.pointee.codecpar.pointee
        switch parameters.codec_id {
        case AV_CODEC_ID_H264:
            return POCParser(for: stream).map { H264Headers(parameters.headers, $0) }
        case AV_CODEC_ID_HEVC:
            return POCParser(for: stream).flatMap { HEVCHeaders(parameters.headers, $0) }
        case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO:
            return MPEG2Headers()
        case AV_CODEC_ID_MPEG4:
            return MPEG4Headers(parameters.headers)
        default: return nil
        }
    }
}
