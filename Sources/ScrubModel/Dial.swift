/// What turning a dial does.
public struct Dial: Equatable, Sendable {
    /// How much one turn is worth.
    public enum Turn: Equatable, Sendable {
        /// So much of the track; finite and above 0.
        case position(Double)

        /// So many frames; finite and above 0.
        case frames(Double)
    }

    /// What the angle means.
    public enum Mode: String, CaseIterable, Sendable {
        /// Its change moves the position, over any number of turns.
        case jog

        /// It is the position, counted from the top; the ends are ends, not each other's neighbours.
        case absolute
    }

    /// How much one turn is worth.
    public let turn: Turn

    /// What the angle means.
    public let mode: Mode

    /// Creates a dial, or returns `nil` unless a turn is worth something.
    public init?(turn: Turn, mode: Mode = .jog) {
        switch turn {
        case .position(let worth), .frames(let worth):
            guard worth.isFinite, worth > 0 else { return nil }
        }
        self.turn = turn
        self.mode = mode
    }

    /// How much of the track one turn is worth, where so many frames lie on it.
    func worth(of frames: Int) -> Double {
        switch turn {
        case .position(let worth): worth
        case .frames(let worth): frames > 0 ? worth / Double(frames) : 0
        }
    }
}
