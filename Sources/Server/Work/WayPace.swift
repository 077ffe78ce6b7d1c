/// Which frames on the way to the ordered one are worth a picture.
///
/// Making one takes about as long as decoding a frame, so not all are: one every so often, and
/// the last ones before the goal when the hand goes back and will want them next.
struct WayPace {
    private let firstOfRun: Int
    private var last: ContinuousClock.Instant
    private var lastFrame = Int.min / 2
    /// Forty pictures a second are more than a hand can tell apart.
    private static let interval = Duration.milliseconds(25)
    /// Pictures closer together than this are not worth their time.
    private static let spacing = 6
    /// Frames before the goal that a hand going back finds at hand.
    static let run = 12

    /// The pace on the way to an order's frame, from `now` on.
    init(_ order: PictureOrder, since now: ContinuousClock.Instant) {
        firstOfRun = order.goesBack ? order.frame - Self.run : .max
        last = now
    }

    /// Whether frame `frame`, decoded at `now`, is worth a picture.
    mutating func isDue(_ frame: Int, at now: ContinuousClock.Instant) -> Bool {
        let isTime = now - last >= Self.interval && frame >= lastFrame + Self.spacing
        guard frame >= firstOfRun || isTime else { return false }
        last = now
        lastFrame = frame
        return true
    }
}
