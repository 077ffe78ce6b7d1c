/// How the pointer's distance from the bar determines the gain.
///
/// Distances are in the units of y. The finer laws end at a ``GainFloor``, the least gain.
public enum GainLaw: Equatable, Sendable {
    /// Falls with the square of the distance, and never below a floor.
    ///
    /// `falloff` is the square of the distance at which the parabola reaches zero: finite and
    /// above 0.
    case quadratic(falloff: Double, floor: GainFloor)

    /// Falls evenly, and never below a floor.
    ///
    /// `reach` is the distance at which the line reaches zero: finite and above 0.
    case linear(reach: Double, floor: GainFloor)

    /// Falls in steps.
    case tiered(GainTiers)

    /// Stays 1 up to `from`, then falls by equal factors, down to the floor at `reach`.
    ///
    /// Both are finite, `from` is 0 or more and below `reach`.
    case geometric(from: Double, reach: Double, floor: GainFloor)

    /// One everywhere.
    case flat

    /// The law of a session that asks for none: the finest gain, 0.01, is reached 99.5 units away.
    public static let standard = GainLaw.quadratic(falloff: 10_000, floor: 0.01)

    /// The gain `distance` units away from the bar, on either side.
    ///
    /// At a distance that is no number the gain is the finest of the law. `tier` is the one that
    /// the pointer was in until now; only a tiered law uses it.
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
            let share = (distance.magnitude - from) / (reach - from)
            let finest = floor.gain(on: track)
            return share < 1 ? power(finest, max(share, 0)) : finest
        case .flat:
            return 1
        }
    }

    /// The law's tiers, where it has any.
    var tiers: GainTiers? { if case .tiered(let tiers) = self { tiers } else { nil } }

    /// The tier that a pointer at `distance` is in, coming from `tier`; 0 where there are none.
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

/// The least gain of a law.
public enum GainFloor: Equatable, Sendable, ExpressibleByFloatLiteral {
    /// The same gain on every track, above 0 and at most 1.
    case gain(Double)

    /// The gain at which one unit of x is worth a quarter of a frame, and at most 1.
    case frame

    /// Creates a floor that is the same on every track.
    public init(floatLiteral gain: Double) { self = .gain(gain) }

    /// The least gain on a track.
    public func gain(on track: Track) -> Double {
        switch self {
        case .gain(let gain): gain
        case .frame: track.gainOfQuarterFrame
        }
    }

    /// Whether the gain is within its limits.
    var isValid: Bool {
        switch self {
        case .gain(let gain): gain > 0 && gain <= 1
        case .frame: true
        }
    }
}

/// What a law needs to know of the track.
public struct Track: Equatable, Sendable {
    /// Its length in the units of x, above 0.
    public var extent: Double

    /// How many frames lie on it; 0 where that is not known.
    public var frames: Int

    /// Creates a track; without anything known of it, a gain of 1 is fine enough for its frames.
    public init(extent: Double = .infinity, frames: Int = 0) {
        self.extent = extent
        self.frames = frames
    }

    /// The gain at which one unit of x is worth a quarter of a frame, and at most 1.
    var gainOfQuarterFrame: Double {
        let gain = extent / (4 * Double(frames))
        return gain < 1 ? gain : 1
    }
}

/// `base` to the power of `exponent`, both in 0...1.
///
/// No two mathematical libraries give the same bits. This takes nothing but square roots and
/// products, whose bits IEEE 754 decides: `b^0.101` in binary is `√(b · √(√b))`, a root for each
/// digit. A root halves the error that came before it, so that the result is within four units in
/// its last place.
private func power(_ base: Double, _ exponent: Double) -> Double {
    guard exponent < 1 else { return base }
    let root = base.squareRoot()
    var digits = UInt64(exponent * 0x1p60)
    var result = 1.0
    for _ in 0..<60 {
        result = result.squareRoot() * (digits & 1 == 1 ? root : 1)
        digits >>= 1
    }
    return result
}
