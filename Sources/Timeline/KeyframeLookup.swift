import Basics

extension FrameTable {
    /// Whether frame `frame` is a keyframe.
    public func isKeyframe(_ frame: Int) -> Bool { packets[Int(order[frame])].isKeyframe }

    /// The frame of displayed keyframe `number`, which counts from 0.
    public func keyframe(_ number: Int) -> Int { Int(keyframes[number]) }

    /// How many displayed keyframes there are up to and with frame `frame`.
    public func keyframeCount(upTo frame: Int) -> Int {
        keyframes.partitioningIndex { $0 > frame }
    }

    /// The displayed keyframe at or before frame `frame`.
    public func keyframe(atOrBefore frame: Int) -> Int? {
        let after = keyframeCount(upTo: frame)
        return after > 0 ? keyframe(after - 1) : nil
    }

    /// The displayed keyframe at or after frame `frame`.
    public func keyframe(atOrAfter frame: Int) -> Int? {
        let index = keyframes.partitioningIndex { $0 >= frame }
        return index < keyframes.count ? Int(keyframes[index]) : nil
    }

    /// The displayed keyframe whose time is nearest to that of `frame`; a tie goes to the earlier.
    public func keyframe(nearestTo frame: Int) -> Int? {
        switch (keyframe(atOrBefore: frame), keyframe(atOrAfter: frame)) {
        case (let before?, let after?):
            times[frame] - times[before] <= times[after] - times[frame] ? before : after
        case (let before, let after): before ?? after
        }
    }

    /// The displayed keyframes that are the fewest frames away from `frame`, the nearest first.
    public func keyframes(nearestTo frame: Int, atMost limit: Int) -> [Int] {
        let after = keyframeCount(upTo: frame)
        let around = keyframes[max(0, after - limit)..<min(keyframes.count, after + limit)]
        return around.map(Int.init).sorted { abs($0 - frame) < abs($1 - frame) }.prefix(limit) + []
    }

    /// The frames of the GOP of `frame`: those that are shown from one keyframe up to the next.
    ///
    /// The frames that are shown before the first keyframe count as a GOP as well.
    public func gop(of frame: Int) -> Range<Int> {
        let start = keyframe(atOrBefore: frame) ?? 0
        return start..<(keyframe(atOrAfter: frame + 1) ?? count)
    }

    /// The ordinal of the keyframe that decoding must start from to show the packet `ordinal`.
    ///
    /// A leading picture follows its keyframe in decode order and precedes it in display order, so
    /// it may refer to the GOP before (open GOP, HEVC CRA with RASL pictures). Decoded from its
    /// own keyframe it would be broken, so decoding starts at the keyframe before that.
    public func startKeyframe(for ordinal: Int) -> Int {
        let after = keys.partitioningIndex { $0 > ordinal }
        guard after > 0 else { return ordinal }
        let key = Int(keys[after - 1])
        guard after > 1, isLeading(ordinal, of: key) else { return key }
        return Int(keys[after - 2])
    }

    /// The ordinal of the keyframe before keyframe `keyframe` in decode order; `nil` at the first.
    public func keyframeOrdinal(before keyframe: Int) -> Int? {
        let index = keys.partitioningIndex { $0 >= keyframe }
        return index > 0 ? Int(keys[index - 1]) : nil
    }

    private func isLeading(_ ordinal: Int, of key: Int) -> Bool {
        guard ordinal != key else { return false }
        if let pts = packets[ordinal].pts, let keyPTS = packets[key].pts { return pts < keyPTS }
        // AVI and raw streams have no presentation times; their order is the decoder's.
        guard let frame = self.frame(ofOrdinal: ordinal), let after = self.frame(ofOrdinal: key)
        else { return false }
        return frame < after
    }
}
