import Media
import Timeline

/// The orders in which frames are reached.
enum SeekOrder: String, CaseIterable {
    /// From anywhere to anywhere, each frame alone, as a request for one picture does.
    case random
    /// One frame back at a time, as when someone steps backward.
    case reverse
    /// To and fro at changing speed, as when someone searches.
    case scrub

    /// The frames to reach, `seeks` at most for each order.
    ///
    /// As many as there are frames reach every one of them, at random and in reverse.
    func frames(
        of count: Int,
        seeks: Int,
        using generator: inout some RandomNumberGenerator
    ) -> [Int] {
        let seeks = min(seeks, count)
        guard seeks > 0 else { return [] }
        switch self {
        case .random: return Array((0..<count).shuffled(using: &generator).prefix(seeks))
        case .reverse:
            let last = Int.random(in: (seeks - 1)..<count, using: &generator)
            return ((last - seeks + 1)...last).reversed()
        case .scrub: return Self.wandering(in: count, steps: seeks, using: &generator)
        }
    }

    /// Which frames of a group the server decodes in such an order.
    func selection(to frame: Int, from last: Int?) -> FrameReader.FrameSelection {
        switch self {
        case .random: .alone
        case .reverse: .since(frame)
        case .scrub: .since(frame < last ?? 0 ? frame - Self.run : frame)
        }
    }

    /// Frames before the wanted one that a step backward decodes as well.
    private static let run = 12
    /// Frames from one step of a fast drag to the next.
    private static let topSpeed = 24

    private static func wandering(
        in count: Int,
        steps: Int,
        using generator: inout some RandomNumberGenerator
    ) -> [Int] {
        var frame = Int.random(in: 0..<count, using: &generator)
        var speed = 1
        return (0..<steps).map { _ in
            let wanted = speed + Int.random(in: -6...6, using: &generator)
            speed = min(max(wanted, -topSpeed), topSpeed)
            // At the ends the direction changes.
            if !(0..<count).contains(frame + speed) { speed = -speed }
            frame = min(max(frame + speed, 0), count - 1)
            return frame
        }
    }
}

/// How a frame is asked for.
enum FrameQuery: String, CaseIterable {
    case number
    case pts
    case middle
    case lastTick = "last tick"
    case tickBefore = "tick before the next"

    /// The frame that the index leads to, when `frame` is asked for like this.
    func answer(for frame: Int, in table: FrameTable) -> Int? {
        guard let moment = moment(of: frame, in: table) else { return frame }
        return table.frame(at: moment)
    }

    /// When to ask, in ticks; `nil` asks by number.
    func moment(of frame: Int, in table: FrameTable) -> Timestamp? {
        let start = table.pts(of: frame).ticks
        let next = frame + 1 < table.count ? table.pts(of: frame + 1) : table.end
        let own = Int64(table.packets[table.ordinal(of: frame)].duration)
        // Where frames overlap or are followed by a gap, the next one's time is what counts.
        let length = own > 0 ? min(own, next.ticks - start) : next.ticks - start
        return switch self {
        case .number: nil
        case .pts: Timestamp(start)
        case .middle: Timestamp(start + length / 2)
        case .lastTick: Timestamp(start + length - 1)
        case .tickBefore: Timestamp(next.ticks - 1)
        }
    }
}
