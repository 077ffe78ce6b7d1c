/// How fast and which way the pointer moves, and how near a stand-in picture has to be for it.
///
/// While the pointer moves backward, each exact frame would have to be decoded from its keyframe
/// again. So pictures of frames nearby are good enough until it rests. Speeds are measured from
/// one tick of 100 ms to the next.
struct DragSpeed {
    /// Whether pictures of frames nearby are good enough.
    private(set) var isPassing = false
    private var hasMoved = false
    /// Ticks until a pointer that moved backward counts as moving forward.
    private var ticksBack = 0
    private var frame = 0
    private var frames = 0
    private var step = (to: 0, frames: 0)
    private var strides: [Int] = []
    /// The targets of the last moments, without those that a message jumped to.
    private var path: [(frame: Int, at: ContinuousClock.Instant)] = []
    /// When the drag under way moved first.
    private var began: ContinuousClock.Instant?

    /// Frames by which a picture may be off while the pointer moves backward slowly.
    private static let near = 8
    /// The highest speed, in frames per 100 ms, at which every frame can be decoded in time.
    private static let slow = 12

    /// How far back the speed is measured.
    private static let span = Duration.milliseconds(150)
    /// A pointer that has not moved for so long counts as resting; a mouse tells its place at least
    /// every 17 ms.
    private static let pause = Duration.milliseconds(60)

    /// The strides in a row that have to be alike for the speed to count as steady.
    private static let steady = 3

    /// The frames by which a pointer of steady speed moves per message at least, or the target by
    /// equal steps; negative for a step backward, and 0 for any other movement.
    ///
    /// One step back says enough: those that would follow are decoded on the way to it.
    var stride: Int {
        if !isMoving, let last = strides.last, last < 0 { return last }
        guard strides.count == Self.steady, let least = strides.min(), let most = strides.max(),
            least > 0, most - least <= (isMoving ? most / 4 : 0)
        else { return 0 }
        return least
    }

    /// Whether the pointer moves, and not one message alone has set the target.
    var isMoving: Bool { path.count > 1 }

    /// When the pointer will count as resting, unless it moves; `nil` while nothing moves it.
    var restsAt: ContinuousClock.Instant? { isMoving ? path.last.map { $0.at + Self.pause } : nil }

    /// Whether the pointer is so slow that each single frame may be shown.
    var isSlow: Bool { max(step.frames, frames) <= Self.slow }

    /// The frames that the pointer passes in a millisecond; negative when it moves backward, and 0
    /// before its second place is known, or when it has not moved for a while.
    func framesPerMillisecond(at now: ContinuousClock.Instant) -> Double {
        guard let first = path.first, let last = path.last, path.count > 1,
            now - last.at < Self.pause, path.count > 2 || last.at - first.at < Self.pause
        else { return 0 }
        let time = (last.at - first.at) / .milliseconds(1)
        return time >= 10 ? Double(last.frame - first.frame) / time : 0
    }

    /// The frames that the pointer passes from one move to the next; 0 while that is not known.
    var framesPerMove: Double {
        guard let first = path.first, let last = path.last, path.count > 1 else { return 0 }
        return Double(last.frame - first.frame) / Double(path.count - 1)
    }

    /// How long the pointer has moved; `nil` while it rests, or one message has set the target.
    func duration(at now: ContinuousClock.Instant) -> Duration? { began.map { now - $0 } }

    /// Notes a new target at `now`; `isDue` when the protocol promises an answer to this very
    /// message.
    mutating func move(
        to frame: Int,
        goesBack: Bool,
        isDue: Bool,
        at now: ContinuousClock.Instant
    ) {
        if isDue { path = [] }
        // A pointer that was pressed has not moved yet.
        began = isDue ? nil : began ?? (frame == step.to ? nil : now)
        path.removeAll { now - $0.at > Self.span }
        path.append((frame, now))
        // A pointer that turns round is still where the decoder has just been.
        if goesBack { ticksBack = 2 }
        isPassing = !isDue && ticksBack > 0
        hasMoved = true
        strides = strides.suffix(Self.steady - 1) + [frame - step.to]
        step = (frame, abs(frame - step.to))
    }

    /// Whether a picture so many frames away is near enough: within 8 frames, or within as many as
    /// the pointer passed since the last tick.
    func isNear(_ distance: Int) -> Bool { distance <= max(Self.near, frames) }

    /// Notes that a tick has passed, and the frame that the pointer is on, if any.
    ///
    /// - Returns: Whether the pointer has been at rest since the last tick.
    mutating func tick(at frame: Int?) -> Bool {
        defer { hasMoved = false }
        ticksBack = max(0, ticksBack - 1)
        if !hasMoved { (path, began) = ([], nil) }
        if let frame { (self.frame, frames) = (frame, abs(frame - self.frame)) }
        return !hasMoved
    }

    /// Notes that the pointer rests, so only its own frame is good enough.
    mutating func settle() { isPassing = false }

    /// Gives the frames that the pointer was on the numbers that they have in another index.
    mutating func renumber(_ number: (Int) -> Int?) {
        frame = number(frame) ?? frame
        step.to = number(step.to) ?? step.to
        path = path.compactMap { frame, time in number(frame).map { ($0, time) } }
    }
}
