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
}
