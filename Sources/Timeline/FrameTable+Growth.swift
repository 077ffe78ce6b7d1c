extension FrameTable {
    /// The table of a file that is still being written, whose end so far has been reached.
    ///
    /// The last group is not settled before the next keyframe: its last packet may be cut off, and
    /// pictures that are shown before others may be written after them.
    ///
    /// - Parameter settled: How many frames were settled before, which they remain.
    /// - Returns: The table, with its last group open.
    public func provisional(keeping settled: Int = 0) -> FrameTable {
        var table = self
        table.isComplete = false
        table.settled = max(settled, settledGroups)
        return table
    }

    /// Counts the frames that are shown before anything of the last group, or after it, can be.
    private var settledGroups: Int {
        guard let key = keys.last, let start = packets[Int(key)].dts?.ticks else { return 0 }
        let later = times.partitioningIndex { $0 >= start }
        return min(later, order.firstIndex { $0 >= key } ?? later)
    }

    /// Whether this table says of every frame that `older` had settled what `older` said of it.
    public func confirms(_ older: FrameTable) -> Bool {
        let settled = older.order[..<older.settled]
        return timebase == older.timebase && order.starts(with: settled)
            && times.starts(with: older.times[..<older.settled])
            && settled.allSatisfy { packets[Int($0)].isKey == older.packets[Int($0)].isKey }
    }
}
