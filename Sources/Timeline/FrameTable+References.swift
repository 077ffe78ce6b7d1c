extension FrameTable {
    /// The last frame on the screen that frame `frame` may refer to; itself when there is none.
    ///
    /// A picture refers only to what was decoded before it, and decoders reorder within 16.
    public func lastReference(of frame: Int) -> Int {
        let ahead = (frame + 1)..<min(frame + 17, max(count, frame + 1))
        return ahead.last { order[$0] < order[frame] } ?? frame
    }

    /// The packets that packet `ordinal` may depend on, itself included.
    ///
    /// What is wrong with one of them may show in its frame, even when that decodes cleanly.
    public func dependencies(of ordinal: Int) -> ClosedRange<Int> {
        min(startKey(for: ordinal), ordinal)...ordinal
    }

    /// Whether the file is damaged where the packets lie that packet `ordinal` may depend on.
    public func dependsOnDamage(_ ordinal: Int) -> Bool {
        let range = dependencies(of: ordinal)
        let index = damage.partitioningIndex { $0 >= range.lowerBound }
        return index < damage.count && range.contains(Int(damage[index]))
    }
}
