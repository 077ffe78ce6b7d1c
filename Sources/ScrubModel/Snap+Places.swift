extension Snap {
    /// The place that attracts `raw`, found by halving.
    ///
    /// There is at least one, and none is before the one that it follows.
    public static func nearest(
        to raw: Double,
        among places: Places,
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

    /// Whether a place is reached at `raw`, which may be some last bits short of it.
    ///
    /// A hand that goes on and back again comes to where it was but for such bits, and means it.
    public static func isReached(_ place: Double, at raw: Double) -> Bool {
        place - raw <= slack(at: raw)
    }

    private static func slack(at raw: Double) -> Double { 4 * raw.ulp }

    /// Whether the place before number `above` attracts `raw`, which is between the two.
    private static func isBelow(
        _ raw: Double,
        _ places: Places,
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
    static func areOnTrack(_ places: Places) -> Bool {
        guard places.count > 0 else { return false }
        for number in 1..<places.count where !(places[number - 1] < places[number]) {
            return false
        }
        return isOnTrack(places[0]) && isOnTrack(places[places.count - 1])
    }
}
