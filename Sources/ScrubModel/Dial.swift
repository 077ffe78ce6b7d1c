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

        /// It is the position, counted from the top; it does not wrap around at the ends.
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

/// How far the pointer has turned a dial, over any number of turns.
struct DialTurns: Equatable, Sendable {
    let dial: Dial

    /// How much of the track one turn is worth.
    private var worth: Double

    /// The angle since the top, whole turns included; `nil` while the pointer was only at the centre.
    private var angle: Double?

    /// The angle that travel is measured from.
    private var from = 0.0

    init(_ dial: Dial, frames: Int) {
        self.dial = dial
        worth = dial.worth(of: frames)
    }

    /// How far the pointer has turned the dial, as a share of the track.
    var travel: Double { ((angle ?? from) - from) * worth }

    /// Measures travel from here on.
    mutating func restart() { from = angle ?? 0 }

    /// Measures travel from here on, on a track with so many frames.
    mutating func restart(frames: Int) {
        restart()
        worth = dial.worth(of: frames)
    }

    /// Follows the pointer around the smaller angle, and clockwise for half a turn.
    ///
    /// Returns whether it turned the dial.
    mutating func follow(x: Double, y: Double) -> Bool {
        guard let next = turn(x: x, y: y) else { return false }
        guard let last = angle else {
            angle = next
            if dial.mode == .jog { from = next }
            return dial.mode == .absolute
        }
        let whole = last.rounded(.down)
        let change = next - (last - whole)
        guard change != 0 else { return false }
        angle = whole + (change > 0.5 ? -1 : change <= -0.5 ? 1 : 0) + next
        return true
    }
}

/// The pointer's angle around the centre of a dial, in turns: 0 is up, clockwise, below 1.
///
/// `x` and `y` are measured from the centre, y downward. Returns `nil` at the centre itself, which
/// has no direction.
///
/// No two mathematical libraries give the same bits. This takes only what IEEE 754 decides, and is
/// within 3e-16 turns of the exact angle. Quarter turns are exact.
func turn(x: Double, y: Double) -> Double? {
    let (across, along) = (x.magnitude, y.magnitude)
    let longer = across > along ? across : along
    guard longer > 0 else { return nil }
    let eighth = turnsOfSlope((across > along ? along : across) / longer)
    let quarter = across > along ? 0.25 - eighth : eighth
    let half = y > 0 ? 0.5 - quarter : quarter
    let turn = x < 0 ? 1 - half : half
    return turn < 1 ? turn : 0
}

/// The angle whose tangent is `slope`, in turns; `slope` is in 0...1.
///
/// Halving the angle three times leaves a slope below a tenth, whose series is short.
private func turnsOfSlope(_ slope: Double) -> Double {
    var slope = slope
    for _ in 0..<3 { slope = slope / (1 + (1 + slope * slope).squareRoot()) }
    let square = slope * slope
    var series = 0.0
    var divisor = 17.0
    while divisor > 0 {
        series = 1 / divisor - square * series
        divisor -= 2
    }
    return 8 * slope * series * turnsPerRadian
}

/// One radian, in turns: 1 / 2π.
private let turnsPerRadian = 0.15915494309189535
