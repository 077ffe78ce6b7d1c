import CFFmpeg
import Timeline

/// The keyframes of a file whose bytes come from afar, from the list that it has of them: that of a
/// movie's fragments, or the cues of a Matroska file.
extension Demuxer {
    /// The first keyframe, and those that the file lists; empty without a list.
    ///
    /// Of each but the first its time alone is known, and nothing is read for it. The demuxer's
    /// position afterwards is undefined.
    func listedKeyframes(of stream: Int, in file: OpenFile) -> [PacketRecord] {
        let fragments = isMovie ? fragmentTimes(of: stream, in: file) : []
        guard !fragments.isEmpty || isMatroska, let first = firstKeyframe(of: stream),
            let start = first.pts
        else { return [] }
        // Fragments count from the first, as authors differ in what they call 0.
        let times =
            isMatroska
            ? indexTimes(of: stream).filter { $0 > start.ticks }
            : fragments.dropFirst().map { start.ticks &+ ($0 &- fragments[0]) }
        guard !times.isEmpty || isMovie else { return [] }
        let delay = start.ticks - (first.dts ?? start).ticks
        return [first] + times.map { PacketRecord(keyframeAt: $0, delay: delay) }
    }

    /// Whether the file is an MP4, a MOV or one of their kin.
    var isMovie: Bool { format.hasPrefix("mov,") }

    private var isMatroska: Bool { format.hasPrefix("matroska") }

    /// When the fragments begin that begin with a keyframe, as the file lists them; empty without a
    /// list.
    private func fragmentTimes(of stream: Int, in file: OpenFile) -> [Int64] {
        guard let track = UInt32(exactly: self.stream(stream).pointee.id),
            let list = FragmentList(in: file, track: track)
        else { return [] }
        return ticks(list, of: stream)
    }

    /// The times of a list in ticks of the stream.
    private func ticks(_ list: FragmentList, of stream: Int) -> [Int64] {
        guard let ticks = list.ticks else { return list.times }
        let clock = self.stream(stream).pointee.time_base
        return list.times.map { av_rescale_q($0, AVRational(num: 1, den: ticks), clock) }
    }

    private func firstKeyframe(of stream: Int) -> PacketRecord? {
        let packet = Packet()
        for _ in 0..<512 where read(stream: stream, into: packet) {
            if packet.isKeyframe { return packet.record }
        }
        return nil
    }
}

extension PacketRecord {
    /// A keyframe of which no more is known than when it is shown.
    fileprivate init(keyframeAt time: Int64, delay: Int64) {
        self.init(
            pts: Timestamp(time),
            dts: Timestamp(time &- delay),
            position: -1,
            size: 0,
            flags: .key
        )
    }
}
