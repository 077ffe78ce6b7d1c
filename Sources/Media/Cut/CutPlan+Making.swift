import Timeline

extension CutPlan {
    /// What the plan has to know of the file and of the place where the cut goes.
    struct Ground {
        /// Every frame.
        let table: FrameTable
        /// Whether what is written there can hide frames before its first and behind its last.
        let hasEditLists: Bool
        /// Whether decoding can start at the key with this ordinal and end at the packet with that.
        let isSound: (_ key: Int, _ last: Int) -> Bool
        /// With how many frames from its last keyframe on a run of encoded ones must end before the
        /// key with this ordinal; `nil` where none can.
        let lastRun: (_ key: Int, _ count: Int) -> Int?
    }

    /// Decides how to cut out `asked`; `nil` where packets that are never shown lie between.
    init?(_ asked: ClosedRange<Int>, _ mode: CutMode, on ground: Ground) {
        switch mode {
        case .keyframes: self.init(atKeyframes: asked, on: ground)
        case .editList: self.init(hidingLeadOf: asked, on: ground)
        case .smart: self.init(encodingEndsOf: asked, on: ground)
        }
        guard hasNoHole(in: ground.table) else { return nil }
    }

    private init(atKeyframes asked: ClosedRange<Int>, on ground: Ground) {
        let table = ground.table
        let key = ground.startKey(for: asked)
        let first = table.frame(ofOrdinal: key) ?? table.firstFrame(from: key, to: asked)
        let end = table.closedEnd(of: first...asked.upperBound, from: key)
        let hidden = table.hiddenCount(from: key, before: first)
        self.init(
            .keyframes,
            asked,
            shown: first...end.frame,
            copied: key..<end.ordinal + 1,
            unhidden: ground.hasEditLists ? 0 : hidden,
            of: table
        )
    }

    private init(hidingLeadOf asked: ClosedRange<Int>, on ground: Ground) {
        let key = ground.startKey(for: asked)
        let last = ground.table.lastOrdinal(of: asked)
        self.init(.editList, asked, shown: asked, copied: key..<last + 1, of: ground.table)
    }

    private init(encodingEndsOf asked: ClosedRange<Int>, on ground: Ground) {
        let table = ground.table
        guard let (first, lastRun) = ground.keyframe(in: asked) else {
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
            lastRun: lastRun,
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
        lastRun: Int? = nil,
        copied: Range<Int>,
        tail: Range<Int> = 0..<0,
        unhidden: Int = 0,
        of table: FrameTable
    ) {
        (self.mode, self.asked, self.shown, self.unhidden) = (mode, asked, shown, unhidden)
        (self.head, self.copied, self.tail) = (head, copied, tail)
        self.lastRun = lastRun ?? head.count
        leading = Set(copied.dropFirst().lazy.filter { table.precedes($0, copied.lowerBound) })
    }

    /// Whether all that is copied behind the beginning is also shown by the source.
    private func hasNoHole(in table: FrameTable) -> Bool {
        copied.allSatisfy { ordinal in
            leading.contains(ordinal) || table.frame(ofOrdinal: ordinal) != nil
                || table.isHidden(ordinal, before: shown.lowerBound)
        }
    }
}

extension CutPlan.Ground {
    /// The key that decoding starts from to show `frames`, back to one that can be started from.
    fileprivate func startKey(for frames: ClosedRange<Int>) -> Int {
        let last = table.lastOrdinal(of: frames)
        var key = table.startKey(for: table.ordinal(of: frames.lowerBound))
        while !isSound(key, last), let earlier = table.key(before: key) { key = earlier }
        return key
    }

    /// The first displayed keyframe of a range that can be started from, and that can follow what
    /// is encoded before it.
    fileprivate func keyframe(in frames: ClosedRange<Int>) -> (frame: Int, lastRun: Int)? {
        var next = table.keyframe(atOrAfter: frames.lowerBound)
        while let frame = next, frame <= frames.upperBound {
            let key = table.ordinal(of: frame)
            let count = frame - frames.lowerBound
            if isSound(key, .max), let run = count == 0 ? 0 : lastRun(key, count) {
                return (frame, run)
            }
            next = table.keyframe(atOrAfter: frame + 1)
        }
        return nil
    }
}

extension FrameTable {
    /// The last packet in decode order that any of `frames` is in.
    fileprivate func lastOrdinal(of frames: ClosedRange<Int>) -> Int {
        frames.lazy.map { ordinal(of: $0) }.max() ?? 0
    }

    /// The last frame on the screen that is in a packet from `key` up to `ordinal`.
    private func lastFrame(from key: Int, to ordinal: Int) -> Int {
        (key...ordinal).lazy.compactMap { frame(ofOrdinal: $0) }.max() ?? 0
    }

    /// The first of the frames in the packets from `key` to the last of `frames`.
    fileprivate func firstFrame(from key: Int, to frames: ClosedRange<Int>) -> Int {
        let last = max(key, lastOrdinal(of: frames))
        return (key...last).lazy.compactMap { frame(ofOrdinal: $0) }.min() ?? frames.lowerBound
    }

    /// The first end at or behind that of `frames` where what was decoded is also shown.
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

    /// The last such end within `frames`, the first of which is in `key`.
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

    /// Whether packet `ordinal` is shown before packet `key`.
    fileprivate func precedes(_ ordinal: Int, _ key: Int) -> Bool {
        if let frame = frame(ofOrdinal: ordinal), let first = self.frame(ofOrdinal: key) {
            return frame < first
        }
        guard let pts = packets[ordinal].pts, let first = packets[key].pts else { return false }
        return pts < first
    }

    /// Whether a packet that is not shown would be shown before frame `frame`.
    fileprivate func isHidden(_ ordinal: Int, before frame: Int) -> Bool {
        guard self.frame(ofOrdinal: ordinal) == nil, let pts = packets[ordinal].pts else {
            return false
        }
        return pts < self.pts(of: frame)
    }

    /// How many packets from `key` on are hidden before `frame`, those left out that precede the key.
    fileprivate func hiddenCount(from key: Int, before frame: Int) -> Int {
        (key...max(key, ordinal(of: frame))).count {
            isHidden($0, before: frame) && !precedes($0, key)
        }
    }
}
