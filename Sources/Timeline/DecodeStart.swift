import Basics

/// Where decoding must start to show a frame.
extension FrameTable {
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
