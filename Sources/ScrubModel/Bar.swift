/// The hand on a straight track.
struct Bar: Equatable, Sendable {
    /// The length of the track, in the units of x.
    let extent: Double

    /// The hand's distance from where it began, across the track.
    private(set) var distance = 0.0

    /// The tier that the hand is in, where the law has tiers.
    private(set) var tier = 0

    /// Where the hand was last, along the track.
    private(set) var lastX: Double

    private let firstY: Double
    private var isFirstSample = true

    init(x: Double, y: Double, extent: Double) {
        self.extent = extent
        firstY = y
        lastX = x
    }

    /// How far the position moves now per unit of x.
    func gain(by law: Law, frames: Int) -> Double {
        law.gain(at: distance, from: tier, on: Track(extent: extent, frames: frames))
    }

    /// Reads the distance by another law, which the hand has not come from any tier of.
    mutating func read(by law: Law) { tier = law.tier(at: distance, from: 0) }

    /// Follows the hand, and returns its step along the track, multiplied by the gain.
    ///
    /// The first sample counts in full: what the hand did between `begin` and the first sample it
    /// did on the bar.
    mutating func follow(x: Double, y: Double, law: Law, frames: Int) -> Double {
        distance = (y - firstY).magnitude
        tier = law.tier(at: distance, from: tier)
        let gain = isFirstSample ? 1 : gain(by: law, frames: frames)
        let step = (x - lastX) * gain
        (lastX, isFirstSample) = (x, false)
        return step
    }
}
