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
    /// Whether a keyframe was sought that lies behind all that the file lists.
    private var isListShort = false
    private var isListRead = false

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
        isListShort = isListShort || !Self.reaches(list, time)
        guard isListShort else { return }
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

    /// Whether a list has a keyframe at a time or behind it.
    private static func reaches(_ list: UnsafeMutablePointer<AVStream>, _ time: Int64) -> Bool {
        let place = av_index_search_timestamp(list, time, 0)
        return place >= 0
            && avformat_index_get_entry(list, place).pointee.timestamp < Demuxer.behindAll
    }

    private func add(
        _ element: ElementSearch.Element,
        at time: Int64,
        to list: UnsafeMutablePointer<AVStream>
    ) {
        av_add_index_entry(list, element.start, time, 0, 0, AVINDEX_KEYFRAME)
        Demuxer.end(list)
    }
}

extension Demuxer {
    /// A time behind all others.
    static let behindAll: Int64 = 1 << 47

    /// Ends a list of keyframes with one that there is not: libavformat reads on from the last for later
    /// ones, to the end of a file whose only keyframe is the first.
    fileprivate static func end(_ list: UnsafeMutablePointer<AVStream>) {
        av_add_index_entry(list, 0, behindAll, 0, 0, AVINDEX_KEYFRAME)
    }

    /// Has libavformat read the file's list of keyframes, which it does at the first seek in Matroska.
    ///
    /// Transport, program and raw streams have none, and of a raw one libavformat would read all to seek.
    /// The demuxer's position afterwards is undefined.
    func readList(of stream: Int) {
        guard seekMethod == .byTime else { return }
        let list = self.stream(stream)
        let isSearched = ElementSearch.Kind(of: format) != nil
        if isSearched, avformat_index_get_entries_count(list) > 0 { Self.end(list) }
        av_seek_frame(context, CInt(stream), 0, AVSEEK_FLAG_BACKWARD)
    }

    /// Whether packets can be read from anywhere, and no keyframe in the file's second half is listed,
    /// once its list was read.
    func lacksList(of stream: Int, size: Int64) -> Bool {
        guard seekMethod == .byTime else { return true }
        guard ElementSearch.Kind(of: format) != nil else { return false }
        let list = self.stream(stream)
        return !(0..<avformat_index_get_entries_count(list)).contains {
            avformat_index_get_entry(list, $0).pointee.pos > size / 2
        }
    }
}
