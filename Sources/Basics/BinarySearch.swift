extension RandomAccessCollection {
    /// The first index whose element satisfies `predicate`, in a collection where all that
    /// do come after all that do not; `endIndex` when none does.
    ///
    /// Inlined, because seek plans and states are searched for on every move.
    @inlinable
    package func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
        var low = startIndex
        var count = self.count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if predicate(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
