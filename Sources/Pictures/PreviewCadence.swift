import Media

/// When a frame on the way is due for a picture.
///
/// Encoding a picture takes about as long as decoding a frame, so not every frame gets one.
struct PreviewCadence {
    private let pictures: PreviewSelection
    private let target: Int
    private var last: ContinuousClock.Instant
    private var lastFrame = Int.min / 2
    /// Forty pictures a second are more than a person can tell apart.
    private static let interval = Duration.milliseconds(25)
    /// A target at rest comes the sooner, the fewer pictures are made before it.
    ///
    /// The worker gives out one every 80 ms, which must not miss its turn by being early.
    private static let restInterval = Duration.milliseconds(60)
    /// Frames between two pictures that are made only on the way.
    static let spacing = 6
    /// Frames before the target that get pictures for a pointer that moves backward.
    static let run = 12

    /// Frames before the target that get pictures in a GOP that is too long to be decoded again
    /// for each step backward.
    static let longRun = 100
    /// Frames from a keyframe to a target from which on the keyframe is shown first: they take as
    /// long as two pictures.
    private static let distant = 24
    private let keyframe: Int

    /// Frames before the target that get pictures.
    private let run: Int

    /// Starts the cadence on the way to the frame `target` at `now`.
    init(
        _ pictures: PreviewSelection,
        to target: Int,
        from keyframe: Int = 0,
        since now: ContinuousClock.Instant,
        inLongGOP isLong: Bool = false
    ) {
        self.keyframe = keyframe
        self.pictures = pictures
        self.target = target
        last = now
        run = Self.run(of: pictures, inLongGOP: isLong)
    }

    /// How many frames before the target get pictures.
    static func run(of pictures: PreviewSelection, inLongGOP isLong: Bool) -> Int {
        switch pictures {
        case .last: isLong ? longRun : run
        case .sparse: isLong ? longRun : 0
        default: 0
        }
    }

    /// Whether a picture has been due already.
    var hasMade: Bool { lastFrame >= 0 }

    /// Whether frame `frame`, decoded at `now`, gets a picture; the target always does, and so
    /// does one that `must` be shown.
    mutating func isDue(
        _ frame: Int,
        at now: ContinuousClock.Instant,
        orMust must: Bool = false
    ) -> Bool {
        guard must || frame == target || isWorthIt(frame, at: now) else { return false }
        last = now
        lastFrame = frame
        return true
    }

    private func isWorthIt(_ frame: Int, at now: ContinuousClock.Instant) -> Bool {
        let isFar = frame >= lastFrame + Self.spacing
        let isTime = now - last >= Self.interval
        return switch pictures {
        case .none: false
        case .these(let frames): frames.contains(frame)
        case .some(let passed):
            isGlance(frame)
                || isFar && isTime && frame + Self.spacing <= target
                    && isBest(frame, of: passed, at: now)
        case .last: frame >= target - run || isFar && isTime
        case .sparse:
            isGlance(frame) || run > 0 && frame >= target - run
                || frame + Self.spacing <= target && now - last >= Self.restInterval
        case .spaced: isFar
        case .all: true
        }
    }

    /// Whether the picture of a frame on the way is the storyboard's, which takes a third of the time.
    func isReduced(_ frame: Int) -> Bool {
        switch pictures {
        case .some: isGlance(frame)
        case .sparse: frame < target - run
        case .none, .last, .these, .spaced, .all: false
        }
    }

    /// Whether the frame is the keyframe of a target that is far from it.
    private func isGlance(_ frame: Int) -> Bool {
        frame == keyframe && target - frame >= Self.distant
    }

    private func isBest(_ frame: Int, of passed: Set<Int>, at now: ContinuousClock.Instant) -> Bool
    {
        passed.isEmpty || passed.contains(frame) || now - last >= Self.interval * 3
    }
}
