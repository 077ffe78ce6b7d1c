import CFFmpeg

/// Something of the source that a cut leaves out, because its container has no place for it.
public enum CutLoss: Hashable, Sendable {
    /// A stream, by its number in the source.
    case stream(Int, MediaStream)
    /// All chapters.
    case chapters(Int)
    /// The label of the first frame.
    case timecode
}

extension CutLoss: CustomStringConvertible {
    /// What it is, as a person reads it.
    public var description: String {
        switch self {
        case .stream(let number, let stream):
            "stream \(number) (\(stream.kind.rawValue), \(stream.codec))"
        case .chapters(let count): "\(count) chapter\(count == 1 ? "" : "s")"
        case .timecode: "the timecode"
        }
    }
}

extension Container {
    /// What of a source cannot be in this container, by the source's headers alone.
    public func losses(of info: MediaInfo) -> [CutLoss] {
        var losses: [CutLoss] = []
        for (number, stream) in info.streams.enumerated() {
            let isMade = stream.isTimecode || stream.isChapterText(of: info)
            if number != info.stream, !isMade, !takes(stream) {
                losses.append(.stream(number, stream))
            }
        }
        if !info.chapters.isEmpty, !holdsChapters { losses.append(.chapters(info.chapters.count)) }
        if info.startTimecode != nil, !holdsTimecode { losses.append(.timecode) }
        return losses
    }

    /// Whether packets of a stream can be copied to this container.
    ///
    /// Tracks of timecode and of chapters' titles are not: the muxer writes its own.
    func takes(_ stream: MediaStream) -> Bool {
        let codec = stream.codecID
        return switch stream.kind {
        case .video where stream.isAttachedPicture:
            hasEditLists && holds(codec) || holdsAttachments && stream.imageType != nil
        case .video, .audio, .subtitle: holds(codec)
        case .attachment: holdsAttachments
        case .data: !stream.isTimecode && holdsData(codec, tag: stream.tag)
        case .unknown: false
        }
    }
}

extension MediaStream {
    /// Whether it is a track of timecode, as QuickTime has.
    fileprivate var isTimecode: Bool { kind == .data && tag == Self.tag("tmcd") }

    /// Whether it has the titles of the file's chapters, as in an MP4.
    fileprivate func isChapterText(of info: MediaInfo) -> Bool {
        kind == .data && tag == Self.tag("text") && !info.chapters.isEmpty
    }

    fileprivate var codecID: AVCodecID {
        avcodec_descriptor_get_by_name(codec)?.pointee.id ?? AV_CODEC_ID_NONE
    }

    /// The MIME type of an attached picture, for containers that hold it as a file.
    var imageType: String? { ["png": "image/png", "mjpeg": "image/jpeg"][codec] }

    /// A tag of four letters, as a number.
    static func tag(_ letters: String) -> UInt32 {
        letters.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
