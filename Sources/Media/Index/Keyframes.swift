public import Timeline

/// Keyframes of a file, from its container's lists, long before all frames are known.
///
/// All of them in a short file, evenly spread ones in a long one.
public struct Keyframes: Sendable {
    /// What the file says about itself.
    public let info: MediaInfo
    /// Their packets in decode order; none where only a scan can find them.
    public let packets: [PacketRecord]

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
        let isVideo = info.kind == .video
        let found = isVideo ? demuxer.keyframes(of: info.stream, isCancelled: isCancelled) : []
        // Where an edit list cuts within a group, seeks to its keyframes lead elsewhere.
        packets = found.contains(where: \.isDiscarded) ? [] : found
    }

    /// When the displayed ones are shown; `nil` where only a scan can tell.
    public var times: [Timestamp]? {
        guard let order = DisplayOrder.byTimestamp(of: packets), !order.isEmpty else { return nil }
        return order.compactMap { packets[Int($0)].pts }
    }
}
