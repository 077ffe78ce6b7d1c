public import Timeline

/// Which frames a cut shows, which packets it copies and which frames it encodes.
///
/// Decided from the index and test decodes of keyframes, before anything is written.
public struct CutPlan: Hashable, Sendable {
    /// How the ends are reached.
    public let mode: CutMode
    /// The frames that were asked for.
    public let asked: ClosedRange<Int>
    /// The frames that will be shown.
    public let shown: ClosedRange<Int>
    /// Frames that the source hides before its first and that the cut displays before ``shown``.
    public let unhidden: Int
    /// The frames that are encoded before the first copied packet.
    public let head: Range<Int>
    /// How many frames of ``head`` are in its last GOP, from the last encoded keyframe on.
    let lastGOPLength: Int
    /// The ordinals from the first copied packet to the last.
    public let copied: Range<Int>
    /// The ordinals among them that are omitted: leading pictures, which refer to packets before.
    public let leading: Set<Int>
    /// The frames that are encoded after the last copied packet.
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
    /// When the cut begins, in the source's timestamps.
    func start(in table: FrameTable) -> Timestamp { table.pts(of: shown.lowerBound) }

    /// When the cut ends, in the source's timestamps.
    func end(in table: FrameTable) -> Timestamp { table.end(of: shown.upperBound) }

    /// The estimated size of the cut in bytes, from a file of `size` bytes.
    func expectedBytes(of size: Int64, in table: FrameTable) -> Int64 {
        let span = max(table.end.ticks - table.first.ticks, 1)
        let seconds = end(in: table).ticks - start(in: table).ticks
        let share = rescale(size, by: seconds, over: span)
        let copiedBytes = copied.lazy.map { Int64(table.packets[$0].size) }.reduce(0, +)
        return max(share, copiedBytes)
    }

    /// An upper bound of the cut's size in bytes, from a file of `size` bytes.
    func mostBytes(of size: Int64, _ index: MediaIndex) -> Int64 {
        let ticks = end(in: index.table).ticks - start(in: index.table).ticks
        let seconds = max(0, index.table.timebase.seconds(ticks))
        let picture = Double(index.info.storedSize.width) * Double(index.info.storedSize.height)
        // Container overhead grows with time; an encoded pixel takes less than four bytes.
        let most = 2 * Double(size) + 0x40000 * seconds + 4 * picture * Double(encodedCount)
        return Int64(min(most, 0x1p60)) + 1 << 24
    }
}

extension FrameTable {
    /// When frame `frame` ends.
    func end(of frame: Int) -> Timestamp { frame + 1 < count ? pts(of: frame + 1) : end }
}

extension CutPlan {
    /// What planning needs to know of the source and of the new file's container.
    struct Inputs {
        /// Every frame.
        let table: FrameTable
        /// Whether the container can hide frames before its first and after its last.
        let hasEditLists: Bool
        /// Whether decoding can start at the keyframe `key` and end at the packet `last`
        /// (ordinals).
        let isSound: (_ key: Int, _ last: Int) -> Bool
        /// The length of the last GOP among `count` encoded frames, so that the keyframe with
        /// ordinal `key` can follow them; `nil` where no length is possible.
        let lastGOPLength: (_ key: Int, _ count: Int) -> Int?
    }

    /// Plans to cut out `asked`; `nil` where hidden packets lie between the frames, and where the
    /// keyframe before them in the file is shown behind them.
    init?(_ asked: ClosedRange<Int>, _ mode: CutMode, from inputs: Inputs) {
        switch mode {
        case .keyframes: self.init(atKeyframes: asked, from: inputs)
        case .editList: self.init(hidingLeadOf: asked, from: inputs)
        case .smart: self.init(encodingEndsOf: asked, from: inputs)
        }
        guard hasNoHole(in: inputs.table), holdsShown(in: inputs.table) else { return nil }
    }

    private init?(atKeyframes asked: ClosedRange<Int>, from inputs: Inputs) {
        let table = inputs.table
        let key = inputs.startKeyframe(for: asked)
        let first = table.frame(ofOrdinal: key) ?? table.firstFrame(from: key, to: asked)
        guard first <= asked.upperBound else { return nil }
        let end = table.closedEnd(of: first...asked.upperBound, from: key)
        let hidden = table.hiddenCount(from: key, before: first)
        self.init(
            .keyframes,
            asked,
            shown: first...end.frame,
            copied: key..<end.ordinal + 1,
            unhidden: inputs.hasEditLists ? 0 : hidden,
            of: table
        )
    }

    private init(hidingLeadOf asked: ClosedRange<Int>, from inputs: Inputs) {
        let key = inputs.startKeyframe(for: asked)
        let last = inputs.table.lastOrdinal(of: asked)
        self.init(.editList, asked, shown: asked, copied: key..<last + 1, of: inputs.table)
    }

    private init(encodingEndsOf asked: ClosedRange<Int>, from inputs: Inputs) {
        let table = inputs.table
        guard let (first, lastGOPLength) = inputs.keyframe(in: asked) else {
            let all = Range(asked)
            self.init(.smart, asked, shown: asked, head: all, copied: 0..<0, of: table)
            return
        }
        let key = table.ordinal(of: first)
        let end = table.lastClosedEnd(of: first...asked.upperBound, from: key)
        self.init(
            .smart,
            asked,
            shown: asked,
            head: asked.lowerBound..<first,
            lastGOPLength: lastGOPLength,
            copied: key..<end.ordinal + 1,
            tail: end.frame + 1..<asked.upperBound + 1,
            of: table
        )
    }

    private init(
        _ mode: CutMode,
        _ asked: ClosedRange<Int>,
        shown: ClosedRange<Int>,
        head: Range<Int> = 0..<0,
        lastGOPLength: Int? = nil,
        copied: Range<Int>,
        tail: Range<Int> = 0..<0,
        unhidden: Int = 0,
        of table: FrameTable
    ) {
        (self.mode, self.asked, self.shown, self.unhidden) = (mode, asked, shown, unhidden)
        (self.head, self.copied, self.tail) = (head, copied, tail)
        self.lastGOPLength = lastGOPLength ?? head.count
        leading = Set(copied.dropFirst().lazy.filter { table.precedes($0, copied.lowerBound) })
    }

    /// Whether the source displays every copied packet that the cut will display.
    private func hasNoHole(in table: FrameTable) -> Bool {
        copied.allSatisfy { ordinal in
            leading.contains(ordinal) || table.frame(ofOrdinal: ordinal) != nil
                || table.packets[ordinal].isUnpaired
                || table.isHidden(ordinal, before: shown.lowerBound)
        }
    }

    /// Whether every frame that will be shown is copied or encoded.
    private func holdsShown(in table: FrameTable) -> Bool {
        shown.allSatisfy {
            head.contains($0) || tail.contains($0) || copies(table.ordinal(of: $0))
        }
    }
}

extension CutPlan.Inputs {
    /// The last keyframe before `frames` that decoding can start from.
    fileprivate func startKeyframe(for frames: ClosedRange<Int>) -> Int {
        let last = table.lastOrdinal(of: frames)
        var key = table.startKeyframe(for: table.ordinal(of: frames.lowerBound))
        while !isSound(key, last), let earlier = table.keyframeOrdinal(before: key) {
            key = earlier
        }
        return key
    }

    /// The first displayed keyframe of a range that decoding can start from and that can follow the
    /// frames encoded before it.
    fileprivate func keyframe(in frames: ClosedRange<Int>) -> (frame: Int, lastGOPLength: Int)? {
        var next = table.keyframe(atOrAfter: frames.lowerBound)
        while let frame = next, frame <= frames.upperBound {
            let key = table.ordinal(of: frame)
            let count = frame - frames.lowerBound
            if isSound(key, .max), let run = count == 0 ? 0 : lastGOPLength(key, count) {
                return (frame, run)
            }
            next = table.keyframe(atOrAfter: frame + 1)
        }
        return nil
    }
}

extension FrameTable {
    /// The ordinal of the last packet in decode order that carries one of `frames`.
    fileprivate func lastOrdinal(of frames: ClosedRange<Int>) -> Int {
        frames.lazy.map { ordinal(of: $0) }.max() ?? 0
    }

    /// The last frame in display order that is in a packet from `key` up to `ordinal`.
    private func lastFrame(from key: Int, to ordinal: Int) -> Int {
        (key...ordinal).lazy.compactMap { frame(ofOrdinal: $0) }.max() ?? 0
    }

    /// The first frame in display order in the packets from `key` to the last of `frames`.
    fileprivate func firstFrame(from key: Int, to frames: ClosedRange<Int>) -> Int {
        let last = max(key, lastOrdinal(of: frames))
        return (key...last).lazy.compactMap { frame(ofOrdinal: $0) }.min() ?? frames.lowerBound
    }

    /// The first end at or after that of `frames` where all decoded frames are also displayed.
    fileprivate func closedEnd(
        of frames: ClosedRange<Int>,
        from key: Int
    ) -> (frame: Int, ordinal: Int) {
        var end = frames.upperBound
        while true {
            let ordinal = lastOrdinal(of: frames.lowerBound...end)
            let last = lastFrame(from: key, to: ordinal)
            guard last > end else { return (end, ordinal) }
            end = last
        }
    }

    /// The last such end within `frames`, whose first frame is in packet `key`.
    fileprivate func lastClosedEnd(
        of frames: ClosedRange<Int>,
        from key: Int
    ) -> (frame: Int, ordinal: Int) {
        var best = (frame: frames.lowerBound, ordinal: key)
        var (shown, furthest) = (0, frames.lowerBound)
        for ordinal in key...lastOrdinal(of: frames) {
            guard let frame = frame(ofOrdinal: ordinal), frame >= frames.lowerBound else {
                continue
            }
            (shown, furthest) = (shown + 1, max(furthest, frame))
            guard furthest <= frames.upperBound else { break }
            if furthest - frames.lowerBound + 1 == shown { best = (furthest, ordinal) }
        }
        return best
    }

    /// Whether packet `ordinal` is displayed before packet `key`.
    fileprivate func precedes(_ ordinal: Int, _ key: Int) -> Bool {
        if let frame = frame(ofOrdinal: ordinal), let first = self.frame(ofOrdinal: key) {
            return frame < first
        }
        guard let pts = packets[ordinal].pts, let first = packets[key].pts else { return false }
        return pts < first
    }

    /// Whether packet `ordinal` is hidden and would be displayed before frame `frame`.
    fileprivate func isHidden(_ ordinal: Int, before frame: Int) -> Bool {
        guard self.frame(ofOrdinal: ordinal) == nil, let pts = packets[ordinal].pts else {
            return false
        }
        return pts < self.pts(of: frame)
    }

    /// How many packets from `key` on are hidden before `frame`, without the key's leading
    /// pictures.
    fileprivate func hiddenCount(from key: Int, before frame: Int) -> Int {
        (key...max(key, ordinal(of: frame))).count {
            isHidden($0, before: frame) && !precedes($0, key)
        }
    }
}
