/// Who comes in, and how that changes while the server runs.
extension Application {
    /// A path that lets one browser in; `nil` where nobody needs to be let in.
    package func invite() -> String? {
        loop.rules.tokens.map { _ in invitations.make(.unguessable(), at: .now) }
    }

    /// Gives the browser that follows a link the cookie that lets it in from then on.
    func welcome(_ code: String, _ request: Request) throws(RequestError) -> Response {
        // Asking about a link does not use it up.
        guard let tokens = loop.rules.tokens, request.method == .get,
            invitations.take(code, at: .now)
        else { throw .usedUp }
        let year = 365 * 24 * 3600
        let cookie =
            "\(AccessTokens.cookie)=\(tokens.first); Path=/; Max-Age=\(year); HttpOnly; SameSite=Strict"
        return Response(
            status: 303,
            headers: [("location", "/"), ("set-cookie", cookie), ("cache-control", "no-store")]
        )
    }

    /// Looks again at the tokens and the media, and drops nobody.
    ///
    /// What cannot be read stays as it was, and who is in stays in.
    func reload() {
        library.reload()
        do throws(AccessError) {
            loop.rules.tokens = try settings.tokenFile.map { path throws(AccessError) in
                try AccessTokens(file: path)
            }
        } catch {
            log(.complaint(.error, "the tokens stay as they were: \(error)"))
        }
        log(.reloaded(roots: library.rootCount, files: library.listing.count))
        if let path = invite() { log(.invited(link: path)) }
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
