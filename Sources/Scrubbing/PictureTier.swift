/// How near to its target the pictures of a client have to be.
///
/// Each client has one target and one tier. A *glance* is the keyframe nearest to the target: one
/// decode shows it, anywhere in a film. The *exact* picture is the target's own, which takes the
/// frames from its keyframe on.
///
///     pointer      |---- faster than the decoder ----|-- slower --|- at rest -|
///     tier          glance  glance  glance  glance     exact        exact
///     decoded       K       K       K       K          K→t→→→t→→→t  …→t, then what is around
///
/// While the pointer passes more frames than the decoder does in the same time, no decode would
/// reach the target before it is superseded, so only glances are made, several at once. As it
/// slows down, the decoder goes along with it, and every frame that it passes may be shown.
enum PictureTier { case glance, exact }

/// Chooses the tier, from the pointer's speed and from what decoding has taken so far.
struct TierChoice {
    /// The frames that the decoder passes in a millisecond, as far as it was measured.
    private(set) var passed = Self.usual
    /// The values that this is the mean of; the first is what is usual.
    private var measured = 1.0
    /// When the decode under way began, and when it last gave a picture.
    private var begin: ContinuousClock.Instant?
    private var progress: ContinuousClock.Instant?

    /// What 1080p takes with two threads, about; used until it is known.
    private static let usual = 0.5
    private static let possible = 0.02...10
    /// Fewer frames take less than the seek before them, and tell nothing of the decoder.
    private static let fewest = 12
    /// The share of the decoder's speed up to which it keeps up with a pointer: pictures are
    /// encoded on its way too.
    private static let share = 0.7
    /// What a glance takes in ms, from its request until its picture comes: the mean, and by how
    /// much one differs from it on average.
    private var glanceTime = (mean: 35.0, deviation: 5.0)

    /// The tier for a pointer that passes so many frames in a millisecond.
    func tier(at speed: Double) -> PictureTier {
        speed.magnitude > passed * Self.share ? .glance : .exact
    }

    /// The frames by which the target will have moved when a glance that is requested now arrives.
    ///
    /// Of nearly all glances it is more: one that comes late is behind the pointer, while one that
    /// comes early can wait for it, see ``EarlyPictures``. Of long moves it is a whole number, as a
    /// frame between two targets may be far from both.
    ///
    /// - Parameters:
    ///   - speed: The frames that the pointer passes in a millisecond.
    ///   - move: Those that it passes from one move to the next.
    /// - Returns: The frames; negative for a pointer that moves backward.
    func lead(at speed: Double, perMove move: Double) -> Int {
        guard tier(at: speed) == .glance else { return 0 }
        let frames = speed * (glanceTime.mean + Self.margin * glanceTime.deviation)
        guard move.magnitude >= Self.longMove else { return Int(frames.rounded()) }
        return Int((move * (frames / move - Self.slack).rounded(.up)).rounded())
    }

    /// Frames between two targets of which one in the middle is far from both.
    private static let longMove = 100.0
    /// The deviations by which a glance may take longer than most.
    private static let margin = 2.0
    /// The share of a move by which one may differ from the others in its time.
    private static let slack = 0.25

    /// Notes what a glance has taken.
    mutating func noteGlance(took time: Duration) {
        let difference = min(time / .milliseconds(1), Self.longestGlance) - glanceTime.mean
        glanceTime.mean += difference / 4
        glanceTime.deviation += (difference.magnitude - glanceTime.deviation) / 4
    }

    /// How long after one picture the next comes at the latest, when a glance begins with it that
    /// waits for another.
    var glanceInterval: Duration { .milliseconds(2 * glanceTime.mean) }

    /// A glance that takes longer waits for others, and the pointer may be anywhere by then.
    private static let longestGlance = 200.0

    /// Notes that a decode of an exact picture has begun.
    mutating func begin(at now: ContinuousClock.Instant) { (begin, progress) = (now, nil) }

    /// Notes that it has made a picture of a frame on the way.
    mutating func noteProgress(at now: ContinuousClock.Instant) { progress = now }

    /// Whether it has made nothing for so long that it must be waiting for others.
    ///
    /// It makes a picture at least every 100 ms on the way to a target at rest.
    func isStalled(at now: ContinuousClock.Instant) -> Bool {
        if let progress { return now - progress >= Self.longestPause }
        return begin.map { now - $0 >= Self.longestBegin } ?? false
    }

    private static let longestBegin = Duration.milliseconds(60)
    private static let longestPause = Duration.milliseconds(250)

    /// Notes that it has ended, after it decoded so many frames.
    ///
    /// A decode takes what a glance takes, and then its frames: a decoder that is made, or seeks, is
    /// no slower for it once the pointer moves on. As both times vary, no more than half counts as
    /// that of a glance.
    mutating func end(at now: ContinuousClock.Instant, decoded: Int) {
        defer { begin = nil }
        guard let begin, decoded >= Self.fewest else { return }
        let time = max((now - begin) / .milliseconds(1), 1)
        let rate = Double(decoded) / (time - min(glanceTime.mean, time / 2))
        let possible = min(max(rate, Self.possible.lowerBound), Self.possible.upperBound)
        measured = min(measured + 1, Self.mostMeasured)
        passed += (possible - passed) / measured
    }

    /// So many decodes count that one which waited for others changes little.
    private static let mostMeasured = 4.0
}
