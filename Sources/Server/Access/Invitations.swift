import Transport

/// Login links, each of which lets one browser in, for ten minutes.
///
/// A link may end up in a log or a browser's history, where it is useless after its first use; the
/// token itself is in no address.
struct Invitations {
    private var open: [String: ContinuousClock.Instant] = [:]
    private static let lifetime = Duration.seconds(600)
    private static let limit = 16

    /// The start of a link's path.
    static let path = "login"

    /// Creates a link's path from a code that nobody can guess.
    mutating func make(_ code: String, at now: ContinuousClock.Instant) -> String {
        if open.count >= Self.limit, let oldest = open.min(by: { $0.value < $1.value }) {
            open[oldest.key] = nil
        }
        open[code] = now + Self.lifetime
        return "/\(Self.path)/\(code)"
    }

    /// Whether a code is valid; it is used up by this.
    mutating func take(_ code: String, at now: ContinuousClock.Instant) -> Bool {
        open.removeValue(forKey: code).map { now < $0 } ?? false
    }
}

/// Login links, as the server prints and answers them.
extension Application {
    /// The path of a new login link; `nil` where no token is needed.
    package func invite() -> String? {
        operations.invite()
    }

    /// Gives a browser that follows a login link the cookie with the token.
    func logIn(_ code: String, _ request: Request) throws(RequestError) -> Response {
        // A HEAD request does not use a link up.
        guard request.method == .get, let token = operations.redeem(code) else { throw .usedUp }
        let year = 365 * 24 * 3600
        // Where TLS ends at a proxy, no page that somebody forges without it may have the token sent.
        let cookie =
            "\(AccessTokens.cookie)=\(token); Path=/; Max-Age=\(year); HttpOnly; SameSite=Strict"
            + (request.isSecure ? "; Secure" : "")
        return Response(
            status: 303,
            headers: [("location", "/"), ("set-cookie", cookie), Response.unkept]
        )
    }
}

extension String {
    /// 128 bits that cannot be guessed.
    static func unguessable() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            String(UInt32.random(in: 0...(.max), using: &generator), radix: 36)
        }
        .joined(separator: "-")
    }
}

extension RequestHead {
    /// Whether it needs no token: health checks, and the links that give one.
    var isOpenToAll: Bool {
        let segments = (path ?? "").split(separator: "/")
        return segments == ["healthz"] || segments == ["readyz"]
            || segments.count == 2 && segments[0] == Invitations.path
    }
}
