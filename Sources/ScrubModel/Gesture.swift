/// One drag, from `begin` to `end`.
struct Gesture: Equatable, Sendable {
    /// The control that is dragged.
    private enum Control: Equatable {
        case bar(Bar)
        case dial(DialTurns)
    }

    /// The position at `begin`, which `cancel` returns to.
    var origin: TrackPosition

    /// Whether the pointer has moved along the track, or the position has jumped to it.
    private(set) var hasMoved = false

    private var control: Control

    /// The raw position that travel is measured from.
    private var start: Double

    /// The pointer's travel on a bar since `start`, each step multiplied by its gain.
    private var travel = 0.0

    init(on bar: Bar, origin: TrackPosition) {
        self.origin = origin
        start = origin.raw
        control = .bar(bar)
    }

    /// Starts on a dial; an absolute dial starts at the position of the pointer's angle.
    init(on dial: Dial, x: Double, y: Double, frames: Int, origin: TrackPosition) {
        self.origin = origin
        start = dial.mode == .absolute ? 0 : origin.raw
        var turns = DialTurns(dial, frames: frames)
        hasMoved = turns.follow(x: x, y: y)
        control = .dial(turns)
    }

    /// The bar that is dragged, if one is.
    var bar: Bar? { if case .bar(let bar) = control { bar } else { nil } }

    /// The raw position that the drag has reached.
    var raw: Double { clampToTrack(unclamped) }

    /// The same without the limits of the track.
    private var unclamped: Double {
        switch control {
        case .bar(let bar): start + travel / bar.extent
        case .dial(let turns): start + turns.travel
        }
    }

    /// Measures travel from `raw` on.
    mutating func anchor(at raw: Double) {
        (start, travel) = (raw, 0)
        guard case .dial(var turns) = control else { return }
        turns.restart()
        control = .dial(turns)
    }

    /// Starts at the position under the pointer, if a bar is dragged.
    mutating func jump() {
        guard let bar else { return }
        hasMoved = true
        anchor(at: clampToTrack(bar.lastX / bar.extent))
    }

    /// Forgets travel beyond the ends, except on an absolute dial.
    mutating func forgetOvershoot() {
        if case .dial(let turns) = control, turns.dial.mode == .absolute { return }
        if !isOnTrack(unclamped) { anchor(at: raw) }
    }

    /// Applies another law to the distance from the bar.
    mutating func read(by law: GainLaw) {
        guard case .bar(var bar) = control else { return }
        bar.read(by: law)
        control = .bar(bar)
    }

    /// Goes on smoothly on a track with so many frames.
    mutating func count(frames: Int) {
        guard case .dial(var turns) = control else { return }
        start = unclamped
        turns.restart(frames: frames)
        control = .dial(turns)
    }

    /// Follows the pointer, and returns the raw position if the pointer moved along the track.
    ///
    /// Travel that a double cannot hold is refused and returns `nil`.
    mutating func follow(x: Double, y: Double, law: GainLaw, frames: Int) -> Double? {
        switch control {
        case .bar(var bar):
            let isAlongTrack = x != bar.lastX
            let sum = travel + bar.follow(x: x, y: y, law: law, frames: frames)
            guard sum.isFinite else { return nil }
            (control, travel) = (.bar(bar), sum)
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

/// The pointer on a bar.
struct Bar: Equatable, Sendable {
    /// The length of the track, in the units of x.
    let extent: Double

    /// The pointer's distance from where the drag began, across the track.
    private(set) var distance = 0.0

    /// The tier that the pointer is in, where the law has tiers.
    private(set) var tier = 0

    /// The pointer's last place along the track.
    private(set) var lastX: Double

    private let firstY: Double
    private var isFirstSample = true

    init(x: Double, y: Double, extent: Double) {
        self.extent = extent
        firstY = y
        lastX = x
    }

    /// How far the position moves now per unit of x.
    func gain(by law: GainLaw, frames: Int) -> Double {
        law.gain(at: distance, from: tier, on: Track(extent: extent, frames: frames))
    }

    /// Applies another law to the distance, without hysteresis from a tier of the old one.
    mutating func read(by law: GainLaw) { tier = law.tier(at: distance, from: 0) }

    /// Follows the pointer, and returns its step along the track, multiplied by the gain.
    ///
    /// The first sample has a gain of 1: until then the pointer was on the bar.
    mutating func follow(x: Double, y: Double, law: GainLaw, frames: Int) -> Double {
        distance = (y - firstY).magnitude
        tier = law.tier(at: distance, from: tier)
        let gain = isFirstSample ? 1 : gain(by: law, frames: frames)
        let step = (x - lastX) * gain
        (lastX, isFirstSample) = (x, false)
        return step
    }
}
