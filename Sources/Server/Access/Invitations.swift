/// Links that let a browser in, each once and not for long.
///
/// A link may end up in a log or a history; by then it is worth nothing, and the token that it
/// stands for is in no address.
struct Invitations {
    private var open: [String: ContinuousClock.Instant] = [:]
    private static let lifetime = Duration.seconds(600)
    private static let limit = 16

    /// The start of a link's path.
    static let path = "login"

    /// Makes a link's path out of a code that nobody can guess.
    mutating func make(_ code: String, at now: ContinuousClock.Instant) -> String {
        if open.count >= Self.limit, let oldest = open.min(by: { $0.value < $1.value }) {
            open[oldest.key] = nil
        }
        open[code] = now + Self.lifetime
        return "/\(Self.path)/\(code)"
    }

    /// Whether a code lets somebody in, who is then the last.
    mutating func take(_ code: String, at now: ContinuousClock.Instant) -> Bool {
        open.removeValue(forKey: code).map { now < $0 } ?? false
    }
}
