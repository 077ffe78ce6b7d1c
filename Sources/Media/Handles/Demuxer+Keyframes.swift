import CFFmpeg
import Timeline

extension Demuxer {
    /// The packets of a stream's keyframes, found without the rest being read.
    ///
    /// Evenly spread ones of a long file, and none where the container does not lead there. The
    /// container's own times are those of decoding, or rounded, so they only say where to go: what
    /// counts is what the packet says that is found there. Asking for nothing but keyframes
    /// (`AVDISCARD_NONKEY`) would be simpler, and gives them the display times of others.
    ///
    /// Leaves the demuxer anywhere.
    func keyframes(of stream: Int, isCancelled: () -> Bool) -> [PacketRecord] {
        let packet = Packet()
        var keyframes: [PacketRecord] = []
        for place in places(of: stream) where !isCancelled() {
            guard av_seek_frame(context, CInt(stream), place, 0) >= 0,
                read(stream: stream, into: packet)
            else { break }
            let record = packet.record
            guard record.isKey, let pts = record.pts else { continue }
            if keyframes.last?.pts.map({ $0 < pts }) ?? true { keyframes.append(record) }
        }
        return keyframes
    }

    /// Where the container says that keyframes are.
    private func places(of stream: Int) -> [Int64] {
        guard let limit = limit else { return [] }
        // Matroska's cues are mostly at the end, and are not read before the first seek.
        av_seek_frame(context, CInt(stream), 0, AVSEEK_FLAG_BACKWARD)
        let stream = self.stream(stream)
        let all = (0..<avformat_index_get_entries_count(stream)).compactMap { number in
            let entry = avformat_index_get_entry(stream, number).pointee
            return entry.flags & AVINDEX_KEYFRAME != 0 ? entry.timestamp : nil
        }
        let step = max(1, (all.count + limit - 1) / limit)
        return stride(from: 0, to: all.count, by: step).map { all[$0] }
    }

    /// How many seeks are still cheap: in an MP4 each walks its list of times from the beginning.
    private var limit: Int? {
        switch String(cString: context.pointee.iformat.pointee.name) {
        case let name where name.contains("mp4"): 250
        case let name where name.contains("matroska"): 1000
        default: nil
        }
    }
}
