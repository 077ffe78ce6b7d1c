import Library
import Media
import Timeline

// Which keyframes a storyboard shows, and in which order they are made: coarse to fine.

extension Storyboard {
    /// The frames that a clip's storyboard consists of, ascending.
    static func frames(of source: ClipSource) -> [Int] {
        let table = source.index.table
        guard source.index.info.hasPictures, source.index.info.cover == nil else { return [] }
        let count = table.keyframeCount
        guard count < limit else {
            return (0..<limit).map { table.keyframe($0 * (count - 1) / (limit - 1)) }
        }
        let keyframes = (0..<count).map(table.keyframe)
        let ends = keyframes.dropFirst() + [table.count]
        let frames = zip(keyframes, ends).flatMap { start, end in
            let isLong = table.isComplete && !Prefetch.isWorthIt(start..<end)
            return Array(stride(from: start, to: isLong ? end : start + 1, by: spacing))
        }
        guard frames.count > limit else { return frames }
        return (0..<limit).map { frames[$0 * (frames.count - 1) / (limit - 1)] }
    }

    /// Reorders values so that each prefix is spread evenly: the ends first, then the middle of each
    /// interval that is left.
    static func coarseToFine(_ values: [Int]) -> [Int] {
        guard let first = values.first, let last = values.last, values.count > 1 else {
            return values
        }
        var (order, intervals) = ([first, last], [0..<values.count - 1])
        while !intervals.isEmpty {
            intervals = intervals.filter { $0.count > 1 }.flatMap { interval in
                let middle = (interval.lowerBound + interval.upperBound) / 2
                order.append(values[middle])
                return [interval.lowerBound..<middle, middle..<interval.upperBound]
            }
        }
        return order
    }
}
