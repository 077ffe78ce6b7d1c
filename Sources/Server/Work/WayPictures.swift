/// Which frames are worth a picture, on the way to an ordered one.
enum WayPictures: Equatable, Sendable {
    /// None: one frame from afar is wanted, and nothing else.
    case none
    /// One every so often, of these frames if any comes soon: a hand that waits sees where it
    /// is going, and best where it has been.
    case some(Set<Int>)
    /// The last ones too: the hand goes back, and will want them next.
    case last
    /// Those of these frames, and others are skipped where no other refers to them.
    case these(Set<Int>)
    /// Evenly spaced ones, near enough to each other for a hand that passes.
    case spaced
    /// Every one.
    case all

    /// The frames that may be wanted for their own sake, and not only where one passes.
    func wanted(among frames: ClosedRange<Int>) -> [Int] {
        switch self {
        case .none, .some, .last: []
        case .these(let frames): frames.sorted()
        case .spaced, .all: Array(frames)
        }
    }
}

/// Which frames on the way are due for a picture.
///
/// Making one takes about as long as decoding a frame, so not all are.
struct WayPace {
    private let pictures: WayPictures
    private let goal: Int
    private var last: ContinuousClock.Instant
    private var lastFrame = Int.min / 2
    /// Forty pictures a second are more than a hand can tell apart.
    private static let interval = Duration.milliseconds(25)
    /// Frames between two pictures that are made for the way's sake.
    static let spacing = 6
    /// Frames before the goal that a hand going back finds at hand.
    static let run = 12

    /// The pace on the way to the frame `goal`, from `now` on.
    init(_ pictures: WayPictures, to goal: Int, since now: ContinuousClock.Instant) {
        self.pictures = pictures
        self.goal = goal
        last = now
    }

    /// Whether a picture was due already.
    var hasMade: Bool { lastFrame >= 0 }

    /// Whether frame `frame`, decoded at `now`, is worth a picture; the goal always is, and so
    /// is what `must` be seen.
    mutating func isDue(
        _ frame: Int,
        at now: ContinuousClock.Instant,
        orMust must: Bool = false
    ) -> Bool {
        guard must || frame == goal || isWorthIt(frame, at: now) else { return false }
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
            isFar && isTime && frame + Self.spacing <= goal && isBest(frame, of: passed, at: now)
        case .last: frame >= goal - Self.run || isFar && isTime
        case .spaced: isFar
        case .all: true
        }
    }

    private func isBest(_ frame: Int, of passed: Set<Int>, at now: ContinuousClock.Instant) -> Bool
    {
        passed.isEmpty || passed.contains(frame) || now - last >= Self.interval * 3
    }
}
