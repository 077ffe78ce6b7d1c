import CFFmpeg
public import Timeline

/// Keyframes of a file from its container's index, available before the scan is complete.
///
/// All of them for a short file, evenly spaced ones for a long one.
public struct ContainerKeyframes: Sendable {
    /// The information from the file's headers.
    public let info: MediaInfo
    /// Their packets in decode order; empty where only a scan can find them.
    public let packets: [PacketRecord]
    /// Whether others have to be looked for, as the file lists none, or those of its beginning alone.
    let isUnlisted: Bool

    /// Finds the keyframes that can be found without reading the rest of the file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - stream: The number of the stream; `nil` takes the best one.
    ///   - isCancelled: Asked between two packets.
    /// - Throws: ``MediaError`` when the file cannot be read as media.
    public init(
        of file: OpenFile,
        stream: Int? = nil,
        isCancelled: () -> Bool = { false }
    ) throws(MediaError) {
        let demuxer = try Demuxer(file)
        info = demuxer.info(of: try demuxer.chooseStream(stream))
        demuxer.select(stream: info.stream)
        let found: [PacketRecord]
        if info.kind != .video {
            found = []
        } else if file.isRemote, let header = demuxer.header(of: file, stream: info.stream) {
            found = header.listedKeyframes(of: info.stream, isCancelled: isCancelled)
        } else {
            let listed = file.isRemote ? demuxer.listedKeyframes(of: info.stream, in: file) : []
            found =
                listed.isEmpty
                ? demuxer.keyframes(of: info.stream, isCancelled: isCancelled) : listed
        }
        isUnlisted = demuxer.lacksList(of: info.stream, size: file.size)
        try file.checkReads()
        // Where an edit list cuts within a GOP, seeks to its keyframes land elsewhere.
        packets = found.contains(where: \.isDiscarded) ? [] : found
    }

    /// Presentation times of the displayed ones; `nil` where only a scan can tell.
    public var times: [Timestamp]? {
        let order = DisplayOrder.byTimestamp(of: PacketList(packets)) ?? []
        guard !order.isEmpty else { return nil }
        return order.compactMap { packets[Int($0)].pts }
    }
}

extension Demuxer {
    /// The packets of a stream's keyframes, found without reading the rest.
    ///
    /// Evenly spaced ones of a long file, and none where the container has no index. The index
    /// holds decoding times, or rounded ones, so they serve as seek targets only: the record comes
    /// from the packet that is read there. Discarding all but keyframes (`AVDISCARD_NONKEY`) would
    /// be simpler, but gives them the presentation times of other frames.
    ///
    /// The demuxer's position afterwards is undefined.
    func keyframes(of stream: Int, isCancelled: () -> Bool) -> [PacketRecord] {
        let packet = Packet()
        var keyframes: [PacketRecord] = []
        for time in seekTimes(of: stream) where !isCancelled() {
            guard seek(toEntry: time, stream: stream), read(stream: stream, into: packet) else {
                break
            }
            let record = packet.record
            guard record.isKeyframe, let pts = record.pts else { continue }
            if keyframes.last?.pts.map({ $0 < pts }) ?? true { keyframes.append(record) }
        }
        return keyframes
    }

    /// The times at which the container's index has keyframes, thinned out to ``limit``.
    private func seekTimes(of stream: Int) -> [Int64] {
        guard let limit = limit else { return [] }
        let all = indexTimes(of: stream)
        let step = max(1, (all.count + limit - 1) / limit)
        return stride(from: 0, to: all.count, by: step).map { all[$0] }
    }

    /// The times at which the container's index has keyframes, in its own words.
    func indexTimes(of stream: Int) -> [Int64] {
        readList(of: stream)
        let stream = self.stream(stream)
        return (0..<avformat_index_get_entries_count(stream)).compactMap { number in
            let entry = avformat_index_get_entry(stream, number).pointee
            let isKeyframe = entry.flags & AVINDEX_KEYFRAME != 0
            return isKeyframe && entry.timestamp < Demuxer.behindAll ? entry.timestamp : nil
        }
    }

    /// How many seeks are affordable: in an MP4 each scans the table of times from its start.
    private var limit: Int? {
        switch format {
        case let name where name.contains("mp4"): 250
        case let name where name.contains("matroska"): 1000
        case "flv": 1000
        default: nil
        }
    }
}
