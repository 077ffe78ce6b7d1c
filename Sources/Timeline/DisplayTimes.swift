/// Strictly increasing display times, from timestamps that may be missing, doubled or reset.
///
/// Where timestamps are sound, they are returned untouched. Everything that maps positions
/// to frames and back relies on the result being strictly increasing.
enum DisplayTimes {
    /// Repairs `stamps`, given in display order; `step` is the usual ticks between frames.
    static func repaired(
        _ stamps: some Collection<Timestamp?>,
        step: Int64
    ) -> [Int64] {
        if let times = sound(stamps) { return times }
        let stamps = Array(stamps)
        var known = continuous(stamps, step: step)
        fillGaps(&known, step: step)
        return increasing(known)
    }

    /// The stamps themselves where nothing is wrong with them; most files need no more.
    private static func sound(_ stamps: some Collection<Timestamp?>) -> [Int64]? {
        var times: [Int64] = []
        times.reserveCapacity(stamps.count)
        for stamp in stamps {
            guard let ticks = stamp?.ticks, times.last.map({ $0 < ticks }) ?? true else {
                return nil
            }
            times.append(ticks)
        }
        return times
    }

    /// Joins segments: a clock that steps back goes on where the frame before it ended.
    private static func continuous(_ stamps: [Timestamp?], step: Int64) -> [Int64?] {
        var offset: Int64 = 0
        var last: Int64?
        return stamps.map { stamp in
            guard let stamp else { return nil }
            var time = stamp.ticks &+ offset
            if let last, time == last { return nil }
            if let last, time < last {
                offset = offset &+ (last &+ step &- time)
                time = last &+ step
            }
            last = time
            return time
        }
    }

    /// Spreads frames without a time of their own evenly between those that have one.
    private static func fillGaps(_ times: inout [Int64?], step: Int64) {
        var previous = -1
        for index in times.indices where times[index] != nil {
            fill(&times, between: previous, and: index, step: step)
            previous = index
        }
        fill(&times, between: previous, and: times.count, step: step)
    }

    private static func fill(_ times: inout [Int64?], between a: Int, and b: Int, step: Int64) {
        let from = times.indices.contains(a) ? times[a] : nil
        let to = times.indices.contains(b) ? times[b] : nil
        for index in (a + 1)..<max(b, a + 1) {
            let steps = Int64(index - a)
            switch (from, to) {
            case (let from?, let to?):
                times[index] = from &+ rescale(to &- from, by: steps, over: Int64(b - a))
            case (let from?, nil): times[index] = from &+ steps &* step
            case (nil, let to?): times[index] = to &- Int64(b - index) &* step
            case (nil, nil): times[index] = (steps - 1) &* step
            }
        }
    }

    private static func increasing(_ times: [Int64?]) -> [Int64] {
        var last = Int64.min
        return times.map { time in
            last = max(time ?? last, last == .min ? .min : last &+ 1)
            return last
        }
    }
}
