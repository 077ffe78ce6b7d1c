import Timeline

/// A scan of a file that has grown, which goes on near where the last one ended.
///
/// The first packets are read again, and the last ones that cannot have been cut off. They have to
/// be what they were, or else the file is scanned from its start.
extension IndexBuilder {
    /// Opens a grown file and reads on up to what is new; `nil` where it has to be scanned from its
    /// start.
    ///
    /// In both cases, `read` is increased by the packets that were read.
    static func resumed(
        _ file: OpenFile,
        stream: Int?,
        after earlier: MediaIndex,
        read: inout Int
    ) -> IndexBuilder? {
        guard let point = earlier.resume, let first = earlier.table.packets.first,
            let method = ResumeMethod(through: earlier.info.container),
            point.isUnchanged(in: file, startingWith: first)
        else { return nil }
        let padding = method.padding.flatMap { PaddingElement(point.skipped, $0) }
        guard (padding == nil) == (method.padding == nil),
            var builder = try? IndexBuilder(file, stream: stream, padding: padding)
        else { return nil }
        let isResumed = builder.goOn(after: earlier, from: point, isSeeking: padding == nil)
        read += builder.packetsRead
        guard isResumed else { return nil }
        return consume builder
    }

    /// How many of the last packets may have been cut off, or lacked what came after them.
    private static let unsure = 16
    /// How many packets libavformat needs to know decoding times, where it computes them.
    private static let warmUp = 32

    /// Reads the packets on both sides of what is skipped; `false` where they are not as they were.
    private mutating func goOn(
        after earlier: MediaIndex,
        from point: ResumePoint,
        isSeeking: Bool
    ) -> Bool {
        readsHeaders = false  // which are read from a stream's start
        let known = point.packets(of: earlier.table)
        let sure = known.count - Self.unsure
        let head = known.firstIndex { $0.position >= point.skipped.lowerBound } ?? 0
        let last = known.lastIndex { $0.position < point.skipped.upperBound }
        guard isSameMedia(as: earlier.info), head > 0, let last, head <= last, last + 1 < sure,
            scan(atMost: head), found.packets.elementsEqual(known[..<head])
        else { return false }
        found.packets = PacketList()
        if isSeeking, !seek(to: point.skipped.upperBound) { return false }
        // One more, as damage that is met after a packet flags that packet.
        guard scan(atMost: sure - last),
            Self.agree(found.packets.dropLast(), known[last + 1..<sure])
        else { return false }
        found.packets = known.dropping(last: Self.unsure).appending(found.packets.suffix(1))
        found.info.frameRate = isSeeking ? info.frameRate : earlier.info.frameRate
        if !info.isMeasured { found.info = info.measured(as: earlier.info) }
        passed = point.skipped
        return true
    }

    /// Whether the headers say of the stream what they said, but for its end.
    private func isSameMedia(as earlier: MediaInfo) -> Bool {
        info.kind == earlier.kind && info.container == earlier.container
            && info.codec == earlier.codec && info.stream == earlier.stream
            && info.timebase == earlier.timebase
            && (info.storedSize == earlier.storedSize || !info.isMeasured)
            && info.streams.count == earlier.streams.count
    }

    /// Whether packets are the known ones, at most the first of them with other decoding times, or
    /// without what belongs to the end of the packet before.
    private static func agree(
        _ packets: Slice<PacketList>,
        _ known: Slice<PacketList>
    ) -> Bool {
        let pairs = Array(zip(packets, known))
        let differing = pairs.lastIndex { $0 != $1 }.map { $0 + 1 } ?? 0
        return packets.count == known.count && differing <= min(warmUp, pairs.count - unsure)
            && pairs.allSatisfy { $0.position == $1.position }
    }
}

extension IndexBuilder {
    /// The bytes that a scan can pass over once the file has grown; `nil` where it is too short, or
    /// its container does not allow it.
    func skippable() -> Range<Int64>? {
        let packets = found.packets
        let last = packets.count - ResumePoint.shortestOverlap
        guard last > ResumePoint.head, info.kind != .image else { return nil }
        let furthest = max(ResumePoint.head, packets.count - ResumePoint.longestOverlap)
        let key = packets[furthest..<last].lastIndex(where: \.isKeyframe) ?? last - 1
        let skipped = demuxer.skippable(
            in: file,
            after: packets[ResumePoint.head - 1].position,
            to: packets[key].position,
            passed: passed
        )
        guard let skipped, packets[0].position >= 0,
            packets[furthest].position < skipped.upperBound,
            skipped.lowerBound > packets[ResumePoint.head - 1].position
        else { return nil }
        return skipped
    }
}
