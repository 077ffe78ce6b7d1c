import CFFmpeg
import System

/// A container format that a cut can be written to.
public struct Container {
    /// libavformat's muxer.
    let format: UnsafePointer<AVOutputFormat>

    /// The file name endings that select one.
    public static let endings = [".mp4", ".m4v", ".m4a", ".mov", ".mkv", ".mka", ".webm", ".ts"]

    /// The container for the ending of a file's name; `nil` for other endings.
    public init?(of path: String) {
        guard Self.endings.contains(where: path.hasSuffix),
            let format = av_guess_format(nil, path, nil)
        else { return nil }
        self.format = format
    }

    /// Whether edit lists can hide frames before its first and after its last.
    public var hasEditLists: Bool { ["mp4", "mov", "ipod"].contains(name) }

    /// Whether it stores codec headers (extradata) before the first packet.
    var hasHeaders: Bool { format.pointee.flags & AVFMT_GLOBALHEADER != 0 }

    /// Whether it can hold attached files, such as fonts.
    var holdsAttachments: Bool { name == "matroska" }

    /// Whether it can hold chapters.
    var holdsChapters: Bool { name != "mpegts" }

    /// Whether it can hold the first frame's timecode, in a track or as a tag.
    var holdsTimecode: Bool { ["mp4", "mov", "matroska", "webm"].contains(name) }

    /// Whether it can hold a stream of data, which is known by its tag in some containers.
    func holdsData(_ codec: AVCodecID, tag: UInt32) -> Bool {
        switch name {
        case "mpegts": [AV_CODEC_ID_SMPTE_KLV, AV_CODEC_ID_TIMED_ID3].contains(codec)
        // QuickTime's muxer is MP4's, whose tags of data it writes as well, and no others.
        case "mp4", "mov":
            codec == AV_CODEC_ID_BIN_DATA
                && av_codec_get_id(av_guess_format("mp4", nil, nil)?.pointee.codec_tag, tag)
                    == codec
        default: false
        }
    }

    private var name: String { String(cString: format.pointee.name) }

    /// Whether it can hold streams of a codec.
    func holds(_ codec: AVCodecID) -> Bool {
        if name == "mpegts" { return Self.inTransportStreams.contains(codec.rawValue) }
        if name == "mov", Self.notInQuickTime.contains(codec.rawValue) { return false }
        return avformat_query_codec(format, codec, FF_COMPLIANCE_NORMAL) == 1
            || name == "matroska" && isSoundOfWindows(codec)
    }

    /// Whether it holds a codec's sound as WAV does, whose headers Matroska takes for what it has no
    /// name of its own for, and is read back by its tag there.
    private func isSoundOfWindows(_ codec: AVCodecID) -> Bool {
        let tags = [avformat_get_riff_audio_tags(), nil]
        var tag: UInt32 = 0
        return tags.withUnsafeBufferPointer {
            av_codec_get_tag2($0.baseAddress, codec, &tag) != 0
                && av_codec_get_id($0.baseAddress, tag) == codec
        }
    }

    /// libavformat claims to write these to QuickTime and then refuses (`mov_init` in movenc.c).
    private static let notInQuickTime = Set(
        [
            AV_CODEC_ID_VP9, AV_CODEC_ID_AV1, AV_CODEC_ID_FLAC, AV_CODEC_ID_OPUS,
            AV_CODEC_ID_TRUEHD,
        ].map(\.rawValue)
    )

    /// libavformat writes any codec to a transport stream; these alone can be read back.
    private static let inTransportStreams = Set(
        [
            AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO,
            AV_CODEC_ID_MPEG4, AV_CODEC_ID_AAC, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3, AV_CODEC_ID_AC3,
            AV_CODEC_ID_EAC3, AV_CODEC_ID_DTS, AV_CODEC_ID_OPUS, AV_CODEC_ID_DVB_SUBTITLE,
            AV_CODEC_ID_DVB_TELETEXT,
        ].map(\.rawValue)
    )
}

/// Shortens a track's edit list in an MP4, so that frames at its end are hidden.
///
/// libavformat writes the edit list itself, up to the end of the last packet; here the duration of
/// its last entry is overwritten in the finished file.
struct EditListPatch {
    private let file: Descriptor

    /// A box's content, as a range of bytes of the file.
    private typealias Box = Range<Int64>

    init(_ file: Descriptor) { self.file = file }

    /// Sets the duration of the last edit of track `number`, in ticks of the movie's timescale;
    /// `false` where the file is not as expected.
    func set(_ length: Int64, ofTrack number: Int) -> Bool {
        guard let size = size, let movie = boxes("moov", in: 0..<size).first,
            let track = boxes("trak", in: movie).dropFirst(number).first,
            let edits = boxes("edts", in: track).first, let list = boxes("elst", in: edits).first,
            let version = integer(1, at: list.lowerBound),
            let count = integer(4, at: list.lowerBound + 4), count > 0
        else { return false }
        let width: Int64 = version == 1 ? 8 : 4
        guard length >= 0, version == 1 || length <= Int64(UInt32.max) else { return false }
        // A list of two begins with an empty edit, which delays the track.
        let last = list.lowerBound + 8 + (count - 1) * (2 * width + 4)
        return write(length, width: Int(width), at: last)
    }

    private var size: Int64? {
        file.status?.size
    }

    private func boxes(_ name: String, in content: Box) -> [Box] {
        var found: [Box] = []
        var offset = content.lowerBound
        while let short = integer(4, at: offset), let kind = integer(4, at: offset + 4),
            offset < content.upperBound
        {
            let isLong = short == 1
            let size = isLong ? integer(8, at: offset + 8) ?? 0 : short
            let head: Int64 = isLong ? 16 : 8
            guard size >= head, size <= content.upperBound - offset else { break }
            if kind == name.utf8.reduce(0, { $0 << 8 | Int64($1) }) {
                found.append(offset + head..<offset + size)
            }
            offset += size
        }
        return found
    }

    private func integer(_ width: Int, at offset: Int64) -> Int64? {
        var bytes = [UInt8](repeating: 0, count: width)
        let count = bytes.withUnsafeMutableBytes { try? file.read(at: offset, into: $0) }
        guard count == width else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    private func write(_ value: Int64, width: Int, at offset: Int64) -> Bool {
        let bytes = (0..<width).reversed().map { UInt8(value >> Int64(8 * $0) & 255) }
        return (try? file.write(bytes, at: offset)) != nil
    }
}
