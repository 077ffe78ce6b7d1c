/// How the hand's distance from the bar becomes the gain.
public enum Law: Equatable, Sendable {
    /// Falls with the square of the distance, and never below a floor.
    ///
    /// `falloff` is the square of the distance, in units of y, at which the parabola reaches zero:
    /// finite and above 0. `floor` is the least gain, above 0 and at most 1.
    case quadratic(falloff: Double, floor: Double)

    /// One everywhere.
    case flat

    /// The law of a session that asks for none: the finest gain, 0.01, is reached 99.5 units away.
    public static let standard = Law.quadratic(falloff: 10_000, floor: 0.01)

    /// The gain `distance` units away from the bar, on either side.
    ///
    /// At a distance that is no number the gain is the law's floor.
    public func gain(at distance: Double) -> Double {
        switch self {
        case .quadratic(let falloff, let floor):
            let gain = 1 - distance * distance / falloff
            return gain > floor ? gain : floor
        case .flat:
            return 1
        }
    }

    /// Whether every parameter is within its limits.
    public var isValid: Bool {
        switch self {
        case .quadratic(let falloff, let floor):
            falloff.isFinite && falloff > 0 && floor > 0 && floor <= 1
        case .flat:
            true
        }
    }
}
