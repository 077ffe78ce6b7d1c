/// One drag of the hand, from `begin` to `end`.
struct Gesture: Equatable, Sendable {
    /// What the hand drags.
    private enum Control: Equatable {
        case bar(Bar)
        case dial(DialTurns)
    }

    /// The place at `begin`, which `cancel` returns to.
    var origin: Place

    /// Whether the hand has moved along the track, or jumped.
    private(set) var hasMoved = false

    private var control: Control

    /// The raw position that the way is counted from.
    private var start: Double

    /// How far the hand has come on a bar since `start`, each step multiplied by its gain.
    private var travel = 0.0

    init(on bar: Bar, origin: Place) {
        self.origin = origin
        start = origin.raw
        control = .bar(bar)
    }

    /// Starts on a dial, and where the angle is the position at the angle.
    init(on dial: Dial, x: Double, y: Double, frames: Int, origin: Place) {
        self.origin = origin
        start = dial.mode == .absolute ? 0 : origin.raw
        var turns = DialTurns(dial, frames: frames)
        hasMoved = turns.follow(x: x, y: y)
        control = .dial(turns)
    }

    /// The bar that is dragged, if one is.
    var bar: Bar? { if case .bar(let bar) = control { bar } else { nil } }

    /// The raw position that the hand has come to.
    var raw: Double { clampToTrack(reach) }

    /// Where the hand has come to, beyond the ends of the track too.
    private var reach: Double {
        switch control {
        case .bar(let bar): start + travel / bar.extent
        case .dial(let turns): start + turns.way
        }
    }

    /// Counts the way from `raw` on.
    mutating func anchor(at raw: Double) {
        (start, travel) = (raw, 0)
        guard case .dial(var turns) = control else { return }
        turns.restart()
        control = .dial(turns)
    }

    /// Starts at the place below the hand, if it is on a bar.
    mutating func jump() {
        guard let bar else { return }
        hasMoved = true
        anchor(at: clampToTrack(bar.lastX / bar.extent))
    }

    /// Forgets how far the hand is beyond the ends, unless its angle is the position.
    mutating func forgetOvershoot() {
        if case .dial(let turns) = control, turns.dial.mode == .absolute { return }
        if !isOnTrack(reach) { anchor(at: raw) }
    }

    /// Reads the distance from the bar by another law.
    mutating func read(by law: Law) {
        guard case .bar(var bar) = control else { return }
        bar.read(by: law)
        control = .bar(bar)
    }

    /// Goes on smoothly on a track with so many frames.
    mutating func count(frames: Int) {
        guard case .dial(var turns) = control else { return }
        start = reach
        turns.restart(frames: frames)
        control = .dial(turns)
    }

    /// Follows the hand, and returns the raw position if the hand moved along the track.
    ///
    /// A way too long for a double is refused and returns `nil`.
    mutating func follow(x: Double, y: Double, law: Law, frames: Int) -> Double? {
        switch control {
        case .bar(var bar):
            let isAlongTrack = x != bar.lastX
            let way = travel + bar.follow(x: x, y: y, law: law, frames: frames)
            guard way.isFinite else { return nil }
            (control, travel) = (.bar(bar), way)
            guard isAlongTrack else { return nil }
        case .dial(var turns):
            let hasTurned = turns.follow(x: x, y: y)
            control = .dial(turns)
            guard hasTurned else { return nil }
        }
        hasMoved = true
        return raw
    }
}
