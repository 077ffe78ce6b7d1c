/// How a hand moves from one tick to the next, and which pictures will do for it meanwhile.
///
/// Every exact frame on the way of a hand that goes back would be decoded from the keyframe
/// again, so neighbours that are nearly right will do until it rests.
struct HandPace {
    /// Whether neighbours will do.
    private(set) var isPassing = false
    private var hasMoved = false
    /// Ticks until a hand that went back counts as going forward.
    private var ticksBack = 0
    private var frame = 0
    private var frames = 0
    private var step = (to: 0, frames: 0)
    private var strides: [Int] = []

    /// Frames by which a picture may be off under a hand that goes back slowly.
    private static let near = 8
    /// Frames in a tenth of a second up to which every one is decoded about as fast as it is
    /// passed.
    private static let slow = 12

    /// Strides that are alike in a hand that is steady.
    private static let steady = 3

    /// The frames by which a steady hand will go on at least; none for any other.
    var stride: Int {
        guard strides.count == Self.steady, let least = strides.min(), let most = strides.max(),
            least > 0, most - least <= most / 4
        else { return 0 }
        return least
    }

    /// Whether the hand is so slow that it may want each single frame.
    var isSlow: Bool { max(step.frames, frames) <= Self.slow }

    /// Hears where the hand goes; `isDue` when an answer to this very message was promised.
    mutating func move(to frame: Int, goesBack: Bool, isDue: Bool) {
        // A hand that turns is still where the decoder has just been.
        if goesBack { ticksBack = 2 }
        isPassing = !isDue && ticksBack > 0
        hasMoved = true
        strides = strides.suffix(Self.steady - 1) + [frame - step.to]
        step = (frame, abs(frame - step.to))
    }

    /// Whether a picture so many frames away is as good as here: the hand passed as many since
    /// the last tick.
    func isNear(_ distance: Int) -> Bool { distance <= max(Self.near, frames) }

    /// Hears that time has passed, and where the hand is now if anywhere.
    ///
    /// - Returns: Whether it has been at rest since the last tick.
    mutating func tick(at frame: Int?) -> Bool {
        defer { hasMoved = false }
        ticksBack = max(0, ticksBack - 1)
        if let frame { (self.frame, frames) = (frame, abs(frame - self.frame)) }
        return !hasMoved
    }

    /// Hears that the hand at rest is to have its own frame.
    mutating func settle() { isPassing = false }
}
