/// Finds the stops that depend on the media, such as frames, keyframes and chapters.
///
/// The model knows no frames, so the caller passes a finder in. The same answers give the same
/// bits.
public protocol StopFinder {
    /// The stop that a raw position in 0...1 snaps to, or `nil` where there are none.
    func nearest(to raw: Double, among stops: Snap.MediaStops) -> Snap.Landing?

    /// The place `count` stops further on from the one that `position` snaps to, or back.
    ///
    /// Held within the first and the last stop; `nil` where there are none.
    func stop(_ count: Int, from position: Double, among stops: Snap.MediaStops) -> Double?
}

/// Finds no stops: for media of which nothing is known yet.
public struct NoStops: StopFinder {
    /// Creates the finder.
    public init() {}

    /// There are no stops.
    public func nearest(to raw: Double, among stops: Snap.MediaStops) -> Snap.Landing? { nil }

    /// There are no stops.
    public func stop(_ count: Int, from position: Double, among stops: Snap.MediaStops) -> Double? {
        nil
    }
}

#if hasFeature(Embedded)
    /// Positions of stops, in memory that the page owns: the model allocates nothing there.
    public struct StopList: Equatable, Sendable {
        private nonisolated(unsafe) let start: UnsafePointer<Double>?

        /// How many there are.
        public let count: Int

        /// Refers to the positions in `memory`, which must stay unchanged.
        public init(_ memory: UnsafeBufferPointer<Double>) {
            (start, count) = (UnsafePointer(memory.baseAddress), memory.count)
        }

        /// The position of stop `number`.
        public subscript(number: Int) -> Double { start![number] }
    }
#else
    /// Positions of stops on the track.
    public typealias StopList = [Double]
#endif

extension Snap {
    /// The stop that attracts `raw`, found by binary search.
    ///
    /// There is at least one, and none is before the one that it follows. The search is written out
    /// because this module imports nothing: it is compiled to WebAssembly alone.
    public static func nearest(
        to raw: Double,
        among places: StopList,
        by rule: Rule = .nearest
    ) -> Landing {
        var (above, count) = (0, places.count)
        let slack = rule == .before ? slack(at: raw) : 0
        while above < count {
            let middle = (above + count) / 2
            if places[middle] - raw > slack { count = middle } else { above = middle + 1 }
        }
        let isBelow = above == places.count || above > 0 && isBelow(raw, places, above, by: rule)
        let stop = isBelow ? above - 1 : above
        return Landing(position: places[stop], stop: stop)
    }

    /// Whether a stop is reached at `raw`, which may be a few bits short of it.
    ///
    /// A drag forward and back again ends where it began but for rounding errors.
    public static func isReached(_ place: Double, at raw: Double) -> Bool {
        place - raw <= slack(at: raw)
    }

    private static func slack(at raw: Double) -> Double { 4 * raw.ulp }

    /// Whether the place before number `above` attracts `raw`, which is between the two.
    private static func isBelow(
        _ raw: Double,
        _ places: StopList,
        _ above: Int,
        by rule: Rule
    ) -> Bool {
        let below = places[above - 1]
        return switch rule {
        case .nearest: raw - below <= places[above] - raw
        case .before: true
        case .after: below >= raw
        }
    }

    /// Whether there are places, which ascend, all of them on the track.
    static func areOnTrack(_ places: StopList) -> Bool {
        guard places.count > 0 else { return false }
        for number in 1..<places.count where !(places[number - 1] < places[number]) {
            return false
        }
        return isOnTrack(places[0]) && isOnTrack(places[places.count - 1])
    }
}
