import Timeline

/// A way of asking for a frame.
enum Asking: String, CaseIterable {
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
