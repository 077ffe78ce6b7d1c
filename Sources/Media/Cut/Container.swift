import CFFmpeg

/// A kind of file that a cut can be written to.
public struct Container {
    /// libavformat's muxer.
    let format: UnsafePointer<AVOutputFormat>

    /// The endings that name one.
    public static let endings = [".mp4", ".m4v", ".m4a", ".mov", ".mkv", ".mka", ".webm", ".ts"]

    /// The kind that the ending of a file's name stands for; `nil` where it stands for none.
    public init?(of path: String) {
        guard Self.endings.contains(where: path.hasSuffix),
            let format = av_guess_format(nil, path, nil)
        else { return nil }
        self.format = format
    }

    /// Whether it can hide frames before its first and behind its last.
    public var hasEditLists: Bool { ["mp4", "mov", "ipod"].contains(name) }

    /// Whether it keeps what decoders need before the first packet.
    var hasHeaders: Bool { format.pointee.flags & AVFMT_GLOBALHEADER != 0 }

    /// Whether it can hold other files, such as fonts.
    var holdsAttachments: Bool { name == "matroska" }

    private var name: String { String(cString: format.pointee.name) }

    /// Whether streams of a codec can be in it.
    func holds(_ codec: AVCodecID) -> Bool {
        if name == "mpegts" { return Self.inTransportStreams.contains(codec.rawValue) }
        if name == "mov", Self.notInQuickTime.contains(codec.rawValue) { return false }
        return avformat_query_codec(format, codec, FF_COMPLIANCE_NORMAL) == 1
    }

    /// libavformat takes these for QuickTime and then refuses them (`mov_init` in movenc.c).
    private static let notInQuickTime = Set(
        [
            AV_CODEC_ID_VP9, AV_CODEC_ID_AV1, AV_CODEC_ID_FLAC, AV_CODEC_ID_OPUS,
            AV_CODEC_ID_TRUEHD,
        ].map(\.rawValue)
    )

    /// libavformat takes any codec for a transport stream, and then no one can read it.
    private static let inTransportStreams = Set(
        [
            AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO,
            AV_CODEC_ID_MPEG4, AV_CODEC_ID_AAC, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3, AV_CODEC_ID_AC3,
            AV_CODEC_ID_EAC3, AV_CODEC_ID_DTS, AV_CODEC_ID_OPUS, AV_CODEC_ID_DVB_SUBTITLE,
        ].map(\.rawValue)
    )
}
