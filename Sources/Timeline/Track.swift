/// The stretch of time that positions in 0...1 map over: from the first frame to the end.
///
/// While a file is scanned for the first time, its end is an estimate.
public struct Track: Hashable, Sendable {
    /// When the first frame is shown.
    public let first: Timestamp
    /// Where position 1 is: the end of the last frame.
    public let end: Timestamp

    /// Creates a track; an end before the first frame is moved to it.
    public init(first: Timestamp, end: Timestamp) {
        (self.first, self.end) = (first, max(first, end))
    }

    /// A track whose end is so many seconds after its first frame, or `nil` where that does not fit.
    public init?(first: Timestamp, seconds: Double, in timebase: Timebase) {
        let furthest = Timestamp.furthest
        guard let ticks = timebase.tick(at: seconds), (0...furthest).contains(ticks),
            (-furthest...furthest).contains(first.ticks)
        else { return nil }
        self.init(first: first, end: Timestamp(first.ticks + ticks))
    }

    /// Ticks from the first frame to the end.
    public var ticks: Int64 { end.ticks - first.ticks }

    /// The position of a time, held on the track.
    public func position(of time: Timestamp) -> Double {
        let held = min(max(time, first), end)
        return ticks > 0 ? Double(held.ticks - first.ticks) / Double(ticks) : 0
    }

    /// The time at a position in 0...1: `first + position × ticks`, rounded down.
    ///
    /// ``position(of:)`` of a time leads back to it.
    public func time(at position: Double) -> Timestamp {
        Timestamp(first.ticks + wholeTicks(position * Double(ticks)))
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
