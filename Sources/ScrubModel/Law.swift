/// How the hand's distance from the bar becomes the gain.
///
/// Distances are in the units of y. The finer laws end at a ``Floor``, the least gain.
public enum Law: Equatable, Sendable {
    /// Falls with the square of the distance, and never below a floor.
    ///
    /// `falloff` is the square of the distance at which the parabola reaches zero: finite and
    /// above 0.
    case quadratic(falloff: Double, floor: Floor)

    /// Falls evenly, and never below a floor.
    ///
    /// `reach` is the distance at which the line reaches zero: finite and above 0.
    case linear(reach: Double, floor: Floor)

    /// Falls in steps.
    case tiered(Tiers)

    /// Stays 1 up to `from`, then falls by equal factors, down to the floor at `reach`.
    ///
    /// Both are finite, `from` is 0 or more and below `reach`.
    case geometric(from: Double, reach: Double, floor: Floor)

    /// One everywhere.
    case flat

    /// The law of a session that asks for none: the finest gain, 0.01, is reached 99.5 units away.
    public static let standard = Law.quadratic(falloff: 10_000, floor: 0.01)

    /// The gain `distance` units away from the bar, on either side.
    ///
    /// At a distance that is no number the gain is the finest of the law. `tier` is the one that
    /// the hand was in until now; only a tiered law minds it.
    public func gain(
        at distance: Double,
        from tier: Int = 0,
        on track: Track = Track()
    ) -> Double {
        switch self {
        case .quadratic(let falloff, let floor):
            return max(1 - distance * distance / falloff, floor.gain(on: track))
        case .linear(let reach, let floor):
            return max(1 - distance.magnitude / reach, floor.gain(on: track))
        case .tiered(let tiers):
            return tiers.gain(of: tiers.tier(at: distance, from: tier))
        case .geometric(let from, let reach, let floor):
            let way = (distance.magnitude - from) / (reach - from)
            let finest = floor.gain(on: track)
            return way < 1 ? power(finest, max(way, 0)) : finest
        case .flat:
            return 1
        }
    }

    /// The law's tiers, where it has any.
    var tiers: Tiers? { if case .tiered(let tiers) = self { tiers } else { nil } }

    /// The tier that a hand at `distance` is in, coming from `tier`; 0 where there are none.
    func tier(at distance: Double, from tier: Int) -> Int {
        tiers?.tier(at: distance, from: tier) ?? 0
    }

    /// Whether every parameter is within its limits.
    public var isValid: Bool {
        switch self {
        case .quadratic(let falloff, let floor):
            falloff.isFinite && falloff > 0 && floor.isValid
        case .linear(let reach, let floor):
            reach.isFinite && reach > 0 && floor.isValid
        case .tiered:
            true
        case .geometric(let from, let reach, let floor):
            from >= 0 && reach.isFinite && from < reach && floor.isValid
        case .flat:
            true
        }
    }
}

/// The greater of a gain and its floor, which it is too when the gain is no number.
private func max(_ gain: Double, _ floor: Double) -> Double {
    gain > floor ? gain : floor
}
