public import Timeline

/// Which frames a cut will show, which packets it copies and which frames it encodes for that.
///
/// A value that is decided from the index alone, before anything is written.
public struct CutPlan: Hashable, Sendable {
    /// How the ends are met.
    public let mode: CutMode
    /// The frames that were asked for.
    public let asked: ClosedRange<Int>
    /// The frames that will be shown.
    public let shown: ClosedRange<Int>
    /// Frames that the source hides before its first, and that are shown before ``shown``.
    public let unhidden: Int
    /// The frames that are encoded before the first copied packet.
    public let head: Range<Int>
    /// How many of them come from the last encoded keyframe on.
    let lastRun: Int
    /// The ordinals from the first packet that is copied to the last.
    public let copied: Range<Int>
    /// The ordinals among them that are left out: they refer to what comes before the first.
    public let leading: Set<Int>
    /// The frames that are encoded behind the last copied packet.
    public let tail: Range<Int>

    /// How many packets of the stream the cut holds.
    public var packetCount: Int { head.count + copiedCount + tail.count }
    /// How many packets are copied.
    public var copiedCount: Int { copied.count - leading.count }
    /// How many frames are encoded.
    public var encodedCount: Int { head.count + tail.count }

    /// Whether a packet of the source is copied.
    public func copies(_ ordinal: Int) -> Bool {
        copied.contains(ordinal) && !leading.contains(ordinal)
    }
}

extension CutPlan {
    /// When the cut begins, on the source's clock.
    func start(in table: FrameTable) -> Timestamp { table.pts(of: shown.lowerBound) }

    /// When the cut ends, on the source's clock.
    func end(in table: FrameTable) -> Timestamp { table.end(of: shown.upperBound) }

    /// About how many bytes the cut takes, of a file of `size` bytes.
    func expectedBytes(of size: Int64, in table: FrameTable) -> Int64 {
        let span = max(table.end.ticks - table.first.ticks, 1)
        let seconds = end(in: table).ticks - start(in: table).ticks
        let share = rescale(size, by: seconds, over: span)
        let film = copied.lazy.map { Int64(table.packets[$0].size) }.reduce(0, +)
        return max(share, film)
    }

    /// More bytes than the cut can take, of a file of `size` bytes.
    func mostBytes(of size: Int64, _ index: MediaIndex) -> Int64 {
        let ticks = end(in: index.table).ticks - start(in: index.table).ticks
        let seconds = max(0, index.table.timebase.seconds(ticks))
        let picture = Double(index.info.storedSize.width) * Double(index.info.storedSize.height)
        // What containers add to small packets goes by time; no pixel takes four bytes encoded.
        let most = 2 * Double(size) + 0x40000 * seconds + 4 * picture * Double(encodedCount)
        return Int64(min(most, 0x1p60)) + 1 << 24
    }
}

extension FrameTable {
    /// When frame `frame` gives way to the next.
    func end(of frame: Int) -> Timestamp { frame + 1 < count ? pts(of: frame + 1) : end }
}
