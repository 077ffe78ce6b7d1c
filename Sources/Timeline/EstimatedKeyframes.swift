/// Keyframes of a raw stream ahead of its scan, of which nothing tells when they are shown.
extension FrameTable {
    /// The table with keyframes whose times are estimated by where they are in the file, as if each byte
    /// of it were shown for as long as those that are scanned.
    ///
    /// The length of such a stream is estimated the same way, so a keyframe lies where its byte does on
    /// the track. As ahead of any scan, their frames have no numbers.
    ///
    /// - Parameter keyframes: Their packets, in the order of the file.
    /// - Returns: The same table where none of them lies behind what is scanned.
    public func extended(by keyframes: [PacketRecord]) -> FrameTable {
        let furthest = packets.lazy.map(\.position).max() ?? 0
        let later = keyframes.filter { $0.position > furthest }
        guard !later.isEmpty, furthest > 0, scanned == packets.count else { return self }
        // Frames without a time would else be counted from those that are estimated.
        var known = PacketList()
        for (ordinal, packet) in packets.enumerated() {
            let time = frame(ofOrdinal: ordinal).map(pts(of:))
            known.append(time.map { packet.shown(at: $0) } ?? packet)
        }
        var time = end.ticks
        for keyframe in later {
            let ticks = rescale(end.ticks - first.ticks, by: keyframe.position, over: furthest)
            time = max(time + 1, first.ticks + min(ticks, Timestamp.furthest))
            known.append(keyframe.shown(at: Timestamp(time)))
        }
        let ahead = packets.count..<known.count
        return FrameTable(
            packets: known,
            order: (0..<count).map { Int32(ordinal(of: $0)) } + ahead.map(Int32.init),
            timebase: timebase,
            step: step,
            scanned: scanned,
            fixed: settled,
            isComplete: false
        )
    }
}
