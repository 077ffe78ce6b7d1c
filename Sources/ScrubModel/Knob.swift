/// A knob that is dragged to the end of its way to confirm what cannot be undone.
///
/// It decides once: what was confirmed stays so, wherever the hand goes then.
public struct Knob: Equatable, Sendable {
    /// What the hand has decided.
    public enum Decision: Equatable, Sendable {
        /// The action is to happen.
        case confirmed

        /// The action is not to happen.
        case declined
    }

    /// The share of the way at which letting go confirms.
    public static let threshold = 0.7

    /// How far along its way the knob is, in 0...1.
    public private(set) var share = 0.0

    /// What the hand has decided, once it has.
    public private(set) var decision: Decision?

    private let firstX: Double
    private let extent: Double

    /// Starts with the knob at rest under a hand at `x`; its way is `extent` long, in units of x.
    ///
    /// Returns `nil` for numbers that are not finite and an `extent` of 0 or less.
    public init?(x: Double, extent: Double) {
        guard x.isFinite, extent.isFinite, extent > 0 else { return nil }
        (firstX, self.extent) = (x, extent)
    }

    /// Follows the hand, and returns the decision if this sample made it.
    ///
    /// The end of the way confirms at once. A number that is not finite is refused.
    public mutating func move(x: Double) -> Decision? {
        guard x.isFinite else { return nil }
        share = clampToTrack((x - firstX) / extent)
        return share == 1 ? decide(.confirmed) : nil
    }

    /// Lets go, and returns the decision unless it was made before.
    public mutating func end() -> Decision? {
        decide(share >= Self.threshold ? .confirmed : .declined)
    }

    /// Gives up, and returns the decision unless it was made before.
    public mutating func cancel() -> Decision? { decide(.declined) }

    private mutating func decide(_ decision: Decision) -> Decision? {
        guard self.decision == nil else { return nil }
        self.decision = decision
        return decision
    }
}
