/// The knob of the confirm control, which is dragged to the end of its track to confirm an action.
///
/// It decides once: moving the pointer back afterwards changes nothing.
public struct ConfirmSlider: Equatable, Sendable {
    /// What the drag has decided.
    public enum Decision: Equatable, Sendable {
        /// The action is to happen.
        case confirmed

        /// The action is not to happen.
        case declined
    }

    /// The share of its track from which a release confirms.
    public static let threshold = 0.7

    /// How far along its track the knob is, in 0...1.
    public private(set) var share = 0.0

    /// What the drag has decided, once it has.
    public private(set) var decision: Decision?

    private let firstX: Double
    private let extent: Double

    /// Starts with the knob at rest under the pointer at `x`; its track is `extent` long, in units of x.
    ///
    /// Returns `nil` for numbers that are not finite and an `extent` of 0 or less.
    public init?(x: Double, extent: Double) {
        guard x.isFinite, extent.isFinite, extent > 0 else { return nil }
        (firstX, self.extent) = (x, extent)
    }

    /// Follows the pointer, and returns the decision if this sample made it.
    ///
    /// The end of the track confirms at once. A number that is not finite is refused.
    public mutating func move(x: Double) -> Decision? {
        guard x.isFinite else { return nil }
        share = clampToTrack((x - firstX) / extent)
        return share == 1 ? decide(.confirmed) : nil
    }

    /// Releases the knob, and returns the decision unless it was made before.
    public mutating func end() -> Decision? {
        decide(share >= Self.threshold ? .confirmed : .declined)
    }

    /// Cancels the drag, and returns the decision unless it was made before.
    public mutating func cancel() -> Decision? { decide(.declined) }

    private mutating func decide(_ decision: Decision) -> Decision? {
        guard self.decision == nil else { return nil }
        self.decision = decision
        return decision
    }
}
