import CFFmpeg
import Timeline

/// The streams of a file, and which of them is shown.
extension Demuxer {
    /// The stream to show: the one asked for, else the best video, else the best audio.
    ///
    /// Cover art does not count as video: its "stream" is one picture without a timestamp.
    func chooseStream(_ wanted: Int?) throws(MediaError) -> Int {
        if let wanted {
            guard isShowable(wanted) else { throw .noSuchStream(file: name, stream: wanted) }
            return wanted
        }
        let candidates = [
            bestStream(AVMEDIA_TYPE_VIDEO), numbers.first { isShowable($0) && isVideo($0) },
            bestStream(AVMEDIA_TYPE_AUDIO),
        ]
        guard let best = candidates.lazy.compactMap({ $0 }).first(where: { isShowable($0) }) else {
            throw .noStreams(file: name)
        }
        return best
    }

    /// Every stream of the file, by number.
    var streams: [MediaStream] { numbers.map { describe($0) } }

    /// The stream of the cover picture that is shown for sound; `nil` where there is none.
    var cover: Int? { numbers.first { isCover($0) && size(of: $0).width > 0 } }

    /// The stream with the given number, which must exist.
    func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> { context.pointee.streams[index]! }

    /// Whether a stream exists and is an attached picture (cover art).
    func isCover(_ index: Int) -> Bool {
        numbers.contains(index)
            && stream(index).pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    }

    /// The packet of an attached picture, which libavformat read with the header.
    func attachedPicture(of cover: Int) -> Packet { Packet(stream(cover).pointee.attached_pic) }

    /// The size of a stream's stored pictures.
    func size(of index: Int) -> PixelSize {
        let parameters = stream(index).pointee.codecpar.pointee
        return PixelSize(width: Int(parameters.width), height: Int(parameters.height))
    }

    private var numbers: Range<Int> { 0..<Int(context.pointee.nb_streams) }

    private func isShowable(_ index: Int) -> Bool {
        numbers.contains(index) && !isCover(index) && (isVideo(index) || isAudio(index))
    }

    private func isVideo(_ index: Int) -> Bool { type(of: index) == AVMEDIA_TYPE_VIDEO }

    private func isAudio(_ index: Int) -> Bool { type(of: index) == AVMEDIA_TYPE_AUDIO }

    private func type(of index: Int) -> AVMediaType {
        stream(index).pointee.codecpar.pointee.codec_type
    }

    private func bestStream(_ type: AVMediaType) -> Int? {
        let index = av_find_best_stream(context, type, -1, -1, nil, 0)
        return index >= 0 ? Int(index) : nil
    }

    private func describe(_ index: Int) -> MediaStream {
        let stream = stream(index).pointee
        let rate = stream.avg_frame_rate
        let kind = av_get_media_type_string(type(of: index)).map { String(cString: $0) }
        return MediaStream(
            kind: kind.flatMap(MediaStream.Kind.init) ?? .unknown,
            codec: String(cString: avcodec_get_name(stream.codecpar.pointee.codec_id)),
            tag: stream.codecpar.pointee.codec_tag,
            storedSize: size(of: index),
            frameRate: isVideo(index) ? FrameRate(Int64(rate.num), Int64(rate.den)) : nil,
            isDefault: stream.disposition & AV_DISPOSITION_DEFAULT != 0,
            isAttachedPicture: isCover(index)
        )
    }
}
