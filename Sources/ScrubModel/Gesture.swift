/// One drag of the hand, from `begin` to `end`.
struct Gesture: Equatable, Sendable {
    /// The length of the track, in the units of x.
    let extent: Double

    /// The place at `begin`, which `cancel` returns to.
    var origin: Place

    /// The hand's distance from where it began, across the track.
    private(set) var distance = 0.0

    /// The tier that the hand is in, where the law has tiers.
    private(set) var tier = 0

    /// Whether the hand has moved along the track, or jumped.
    private(set) var hasMoved = false

    private let firstY: Double
    private var lastX: Double
    private var isFirstSample = true

    /// The raw position that `travel` is counted from.
    private var start: Double

    /// How far the hand has come since `start`, each step already multiplied by its gain.
    private var travel = 0.0

    init(x: Double, y: Double, extent: Double, origin: Place) {
        self.extent = extent
        self.origin = origin
        firstY = y
        lastX = x
        start = origin.raw
    }

    /// Where the hand has come to, beyond the ends of the track too.
    private var reach: Double { start + travel / extent }

    /// Counts the way from `raw` on.
    mutating func anchor(at raw: Double) {
        start = raw
        travel = 0
    }

    /// Starts at the place on the track below `x`, and returns its raw position.
    mutating func jump() -> Double {
        hasMoved = true
        anchor(at: clampToTrack(lastX / extent))
        return start
    }

    /// Forgets how far the hand is beyond the ends.
    mutating func forgetOvershoot() {
        if !isOnTrack(reach) { anchor(at: clampToTrack(reach)) }
    }

    /// Reads the distance by another law, which the hand has not come from any tier of.
    mutating func read(by law: Law) { tier = law.tier(at: distance, from: 0) }

    /// Follows the hand, and returns the raw position if the hand moved along the track.
    ///
    /// The first sample counts in full: what the hand did between `begin` and the first sample
    /// it did on the bar. A way too long for a double is refused and returns `nil`.
    mutating func follow(x: Double, y: Double, law: Law, frames: Int) -> Double? {
        let distance = (y - firstY).magnitude
        let tier = law.tier(at: distance, from: tier)
        let track = Track(extent: extent, frames: frames)
        let gain = isFirstSample ? 1 : law.gain(at: distance, from: tier, on: track)
        let way = travel + (x - lastX) * gain
        guard way.isFinite else { return nil }
        let isAlongTrack = x != lastX
        (travel, lastX, isFirstSample) = (way, x, false)
        (self.distance, self.tier) = (distance, tier)
        guard isAlongTrack else { return nil }
        hasMoved = true
        return clampToTrack(reach)
    }
}
