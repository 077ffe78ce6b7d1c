/// When clients are to hear of exports: soon after each change, and not more often than they read.
struct ExportNews {
    /// Whether something has changed that clients have not heard of.
    var isDue = false
    private var last: ContinuousClock.Instant?
    private static let pause = Duration.milliseconds(250)

    /// Whether clients are to be told now; then nothing is due any more.
    mutating func take(at now: ContinuousClock.Instant) -> Bool {
        guard isDue, last.map({ now - $0 >= Self.pause }) ?? true else { return false }
        (isDue, last) = (false, now)
        return true
    }
}
