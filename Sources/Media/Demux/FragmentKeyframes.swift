import CFFmpeg
import Timeline

/// The keyframes of a movie in fragments whose bytes come from afar, from the list of its fragments.
extension Demuxer {
    /// Where fragments begin with a keyframe, as the file lists them; empty without a list.
    ///
    /// Of each but the first its time alone is known, which is counted from the first as the list
    /// counts it: authors differ in what they call 0.
    func fragmentKeyframes(of stream: Int, in file: OpenFile) -> [PacketRecord] {
        guard isMovie, let track = UInt32(exactly: self.stream(stream).pointee.id),
            let list = FragmentList(in: file, track: track),
            let first = firstKeyframe(of: stream), let start = first.pts
        else { return [] }
        let delay = start.ticks - (first.dts ?? start).ticks
        let times = ticks(list, of: stream)
        return [first]
            + times.dropFirst().map { time in
                let pts = Timestamp(start.ticks &+ (time &- times[0]))
                return PacketRecord(
                    pts: pts,
                    dts: Timestamp(pts.ticks &- delay),
                    position: -1,
                    size: 0,
                    flags: .key
                )
            }
    }

    /// Whether the file is an MP4, a MOV or one of their kin.
    var isMovie: Bool {
        String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov,")
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
