extension FrameTable {
    /// The position of frame `frame`: its share of the way from the first frame to the end.
    ///
    /// ``frame(atPosition:)`` maps it back to the same frame.
    public func position(of frame: Int) -> Double {
        let span = end.ticks - first.ticks
        return span > 0 ? Double(times[frame] - first.ticks) / Double(span) : 0
    }

    /// The frame at a position in 0...1: the last one shown by `first + position × span`.
    ///
    /// Position 1 is the last frame. Returns `nil` for an empty table or a position that
    /// is not a number in 0...1.
    public func frame(atPosition position: Double) -> Int? {
        guard !isEmpty, (0...1).contains(position) else { return nil }
        guard position < 1 else { return count - 1 }
        let span = Double(end.ticks - first.ticks)
        return frame(at: Timestamp(first.ticks + wholeTicks(position * span)))
    }

    /// The frame shown `time` seconds after the first, held within the first and the last.
    ///
    /// Returns `nil` for an empty table or a time that is not finite.
    public func frame(atTime time: Double) -> Int? {
        guard !isEmpty, time.isFinite else { return nil }
        let ticks = timebase.tick(at: time) ?? (time < 0 ? 0 : end.ticks - first.ticks)
        let (sum, overflow) = first.ticks.addingReportingOverflow(ticks)
        return frame(at: overflow ? end : Timestamp(sum)) ?? 0
    }

    /// The frame shown at a timestamp: the last with `pts ≤ timestamp`, `nil` before the first.
    public func frame(at timestamp: Timestamp) -> Int? {
        let after = times.partitioningIndex { $0 > timestamp.ticks }
        return after > 0 ? after - 1 : nil
    }

    /// Rounds down, unless the product is an integer but for the last bits of a double.
    ///
    /// `(pts / span) × span` may fall short of `pts` by two units in the last place; a frame's
    /// own position must not lead to the frame before it.
    private func wholeTicks(_ product: Double) -> Int64 {
        let nearest = product.rounded()
        let isAlmostWhole = (product - nearest).magnitude <= 4 * nearest.ulp
        return Int64(isAlmostWhole ? nearest : product.rounded(.down))
    }
}
