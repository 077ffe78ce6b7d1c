/// What happens to motion beyond the ends of the track.
public enum Overshoot: Equatable, Sendable {
    /// It counts: the pointer must come back as far as it went before the position moves.
    case accumulate

    /// It is discarded: coming back moves the position at once.
    case clamp
}

/// What pressing the bar does before any motion.
public enum Press: Equatable, Sendable {
    /// Nothing: the bar can be dragged from anywhere.
    case hold

    /// The position jumps to the pointer.
    case jump
}

/// How a scrubber turns drags into positions.
public struct Configuration: Equatable, Sendable {
    /// How distance from the bar makes the motion finer.
    public var law = GainLaw.standard

    /// Where the position comes to rest.
    public var snap = Snap()

    /// What happens to motion beyond the ends.
    public var overshoot = Overshoot.accumulate

    /// What pressing the bar does.
    public var press = Press.hold

    /// Creates the configuration of a session that asks for nothing else.
    public init() {}

    /// Whether every parameter is within its limits.
    public var isValid: Bool { law.isValid && snap.isValid }
}
