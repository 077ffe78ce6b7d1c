public import ScrubModel

/// Where the scrubber stands, and which frame that is.
public struct StateMessage: Codable, Equatable, Sendable {
    /// Whether a gesture is under way.
    public enum Phase: String, Codable, Sendable {
        /// No gesture is under way.
        case idle

        /// A gesture is under way.
        case scrubbing
    }

    /// The message that this answers; 0 before there was one.
    public var seq: UInt32

    /// Whether a gesture is under way.
    public var phase: Phase

    /// The position after snapping, in 0...1.
    public var position: Double

    /// The position before snapping, in 0...1.
    public var raw: Double

    /// How far the position moves per unit of horizontal motion: 1 on the bar.
    public var gain: Double

    /// Seconds that one unit of x is worth now; `null` while no gesture gives x a unit.
    @Nullable public var secondsPerUnit: Double?

    /// Frames that one unit of x is worth now; `null` while no gesture gives x a unit.
    @Nullable public var framesPerUnit: Double?

    /// The number of the nearest stop, when snapping to stops.
    public var stop: Int?

    /// The id of who leads, if the leader's move led here and not the client's own.
    public var by: String?

    /// The frame that the position resolves to.
    public var target: TargetDescription

    /// Creates a state.
    public init(
        seq: UInt32,
        phase: Phase,
        position: Double,
        raw: Double,
        gain: Double,
        secondsPerUnit: Double? = nil,
        framesPerUnit: Double? = nil,
        stop: Int? = nil,
        target: TargetDescription
    ) {
        self.seq = seq
        self.phase = phase
        self.position = position
        self.raw = raw
        self.gain = gain
        self.secondsPerUnit = secondsPerUnit
        self.framesPerUnit = framesPerUnit
        self.stop = stop
        self.target = target
    }
}

extension StateMessage {
    /// Creates the state of a scrubber.
    ///
    /// `framesPerTrack` and `secondsPerTrack` are the media's whole length; `finder` knows the
    /// stops on it.
    public init(
        seq: UInt32,
        scrubber: Scrubber,
        among finder: some StopFinder = NoStops(),
        secondsPerTrack: Double,
        framesPerTrack: Double,
        target: TargetDescription
    ) {
        self.init(
            seq: seq,
            phase: scrubber.phase == .idle ? .idle : .scrubbing,
            position: scrubber.position,
            raw: scrubber.raw,
            gain: scrubber.gain,
            secondsPerUnit: scrubber.worthOfUnit(ofTrack: secondsPerTrack),
            framesPerUnit: scrubber.worthOfUnit(ofTrack: framesPerTrack),
            stop: scrubber.stop(among: finder),
            target: target
        )
    }
}
