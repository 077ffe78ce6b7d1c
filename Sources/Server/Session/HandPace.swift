/// How a hand moves from one tick to the next, and which pictures will do for it meanwhile.
///
/// Every exact frame on the way of a hand that goes back would be decoded from the keyframe
/// again, so neighbours that are nearly right will do until it rests.
struct HandPace {
    /// Whether neighbours will do.
    private(set) var isPassing = false
    private var hasMoved = false
    private var frame = 0
    private var frames = 0

    /// Frames by which a picture may be off under a hand that goes back slowly.
    private static let near = 8

    /// Hears where the hand goes; `isDue` when an answer to this very message was promised.
    mutating func move(goesBack: Bool, isDue: Bool) {
        isPassing = !isDue && goesBack
        hasMoved = true
    }

    /// Whether a picture so many frames away is as good as here: the hand passed as many since
    /// the last tick.
    func isNear(_ distance: Int) -> Bool { distance <= max(Self.near, frames) }

    /// Hears that time has passed, and where the hand is now if anywhere.
    ///
    /// - Returns: Whether it has been at rest since the last tick.
    mutating func tick(at frame: Int?) -> Bool {
        defer { hasMoved = false }
        if let frame { (self.frame, frames) = (frame, abs(frame - self.frame)) }
        return !hasMoved
    }

    /// Hears that the hand at rest is to have its own frame.
    mutating func settle() { isPassing = false }
}
