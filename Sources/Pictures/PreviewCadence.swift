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
    /// Frames between two pictures that are made only on the way.
    static let spacing = 6
    /// Frames before the target that get pictures for a pointer that moves backward.
    static let run = 12

    /// Starts the cadence on the way to the frame `target` at `now`.
    init(_ pictures: PreviewSelection, to target: Int, since now: ContinuousClock.Instant) {
        self.pictures = pictures
        self.target = target
        last = now
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
            isFar && isTime && frame + Self.spacing <= target && isBest(frame, of: passed, at: now)
        case .last: frame >= target - Self.run || isFar && isTime
        case .spaced: isFar
        case .all: true
        }
    }

    private func isBest(_ frame: Int, of passed: Set<Int>, at now: ContinuousClock.Instant) -> Bool
    {
        passed.isEmpty || passed.contains(frame) || now - last >= Self.interval * 3
    }
}
