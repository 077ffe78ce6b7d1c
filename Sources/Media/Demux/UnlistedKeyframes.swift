import CFFmpeg
import Timeline

/// Tells a demuxer where keyframes are that its file does not list, so that a seek reads nothing before
/// them.
///
/// Of a Matroska file without cues, and of most FLV files, libavformat knows only the keyframes that it
/// has read itself, and seeks to others by reading up to them.
struct UnlistedKeyframes {
    private let search: ElementSearch
    private let stream: Int
    /// Whether a keyframe was sought that lies behind all that are listed.
    private var isListShort = false
    /// Whether the file's own list was read, which of Matroska is done by the first seek.
    private var isListRead = false

    /// Behind all times: libavformat reads on from the last keyframe of its list, for later ones.
    private static let end: Int64 = 1 << 47

    /// Prepares for a stream of a file; `nil` where its container needs nothing of the kind.
    init?(of stream: Int, in file: OpenFile, _ demuxer: borrowing Demuxer) {
        guard let kind = ElementSearch.Kind(of: demuxer.format) else { return nil }
        search = ElementSearch(kind: kind, file: file)
        self.stream = stream
    }

    /// Has the demuxer know of a keyframe before a seek to it.
    mutating func tell(_ demuxer: borrowing Demuxer, of keyframe: PacketRecord) {
        guard keyframe.position >= 0, let time = time(of: keyframe) else { return }
        if !isListRead {
            isListRead = true
            demuxer.readList(of: stream)
        }
        let list = demuxer.stream(stream)
        guard isListShort || av_index_search_timestamp(list, time, 0) < 0 else { return }
        let before = avformat_index_get_entry_from_timestamp(list, time, AVSEEK_FLAG_BACKWARD)
        guard before?.pointee.timestamp != time,
            let element = search.element(holding: keyframe.position)
        else { return }
        add(element, at: time, to: list)
    }

    /// Has packets come from the first element at a byte or behind it; `false` where there is none.
    mutating func seek(_ demuxer: borrowing Demuxer, to byte: Int64, reach: Int64) -> Bool {
        guard let element = search.element(after: byte, reach: reach) else { return false }
        add(element, at: element.time, to: demuxer.stream(stream))
        return demuxer.seek(toEntry: element.time, stream: stream)
    }

    /// The time that libavformat's list of the container has.
    private func time(of keyframe: PacketRecord) -> Int64? {
        switch search.kind {
        case .cluster: keyframe.pts?.ticks
        case .tag: (keyframe.dts ?? keyframe.pts)?.ticks
        }
    }

    private mutating func add(
        _ element: ElementSearch.Element,
        at time: Int64,
        to list: UnsafeMutablePointer<AVStream>
    ) {
        if !isListShort {
            av_add_index_entry(list, element.start, Self.end, 0, 0, AVINDEX_KEYFRAME)
        }
        isListShort = true
        av_add_index_entry(list, element.start, time, 0, 0, AVINDEX_KEYFRAME)
    }
}

extension Demuxer {
    /// Has libavformat read the list of keyframes of a Matroska file, which it does at the first seek.
    func readList(of stream: Int) {
        av_seek_frame(context, CInt(stream), 0, AVSEEK_FLAG_BACKWARD)
    }

    /// Whether packets can be read from anywhere, and no keyframe in the file's second half is listed.
    ///
    /// The demuxer's position afterwards is undefined.
    func lacksList(of stream: Int, size: Int64) -> Bool {
        guard !isPacketStream, !isRaw else { return true }
        guard ElementSearch.Kind(of: format) != nil else { return false }
        readList(of: stream)
        let list = self.stream(stream)
        return !(0..<avformat_index_get_entries_count(list)).contains {
            avformat_index_get_entry(list, $0).pointee.pos > size / 2
        }
    }
}
