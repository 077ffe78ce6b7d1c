import Basics

// Cluster: what several servers share through Redis; the only user of hiredis, of which it takes
// how commands are written and replies are read. Connections are its own: those of hiredis end the
// program when a server sends what nobody asked for.
//
// `Server` makes a `ClusterNode` from `ClusterSettings` and ticks it ten times a second. It tells its
// `RoomExchange` what happens in the rooms of this server, its `MarkExchange` what is marked, and its
// `SessionExchange` where clients are, and takes from each what it has heard of others; a `MarkSync`
// decides for each media what becomes of its marks. All of it belongs to the loop's thread, none of it waits, and nothing is lost to this
// server's clients when Redis is: their rooms go on here, and their marks hold here.

/// Which Redis server is shared with other servers, as whom, and under which names.
package struct ClusterSettings: Sendable {
    /// Where Redis listens.
    package let address: RedisAddress
    /// As whom to use it; `nil` where it needs no password.
    package let account: RedisAccount?
    /// What the names of all keys and channels begin with.
    package let prefix: String
    /// The file of the authorities that are trusted over TLS; `nil` trusts the system's.
    package let authorities: String?

    /// What they begin with when nobody says otherwise.
    package static let defaultPrefix = "vernier:"

    /// Creates settings.
    ///
    /// - Throws: ``ClusterError/noPrefix``.
    package init(
        address: RedisAddress,
        account: RedisAccount?,
        prefix: String = Self.defaultPrefix,
        authorities: String? = nil
    ) throws(ClusterError) {
        guard Self.isPrefix(prefix) else { throw .noPrefix }
        (self.address, self.account, self.prefix) = (address, account, prefix)
        self.authorities = authorities
    }

    private static func isPrefix(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                byte.isUnreserved && byte != UInt8(ascii: "~") || byte == UInt8(ascii: ":")
            }
    }
}

/// A user of a Redis server and the password; it never shows either.
package struct RedisAccount: Equatable, Sendable, CustomStringConvertible,
    CustomDebugStringConvertible
{
    /// The user; `nil` is the one that Redis calls default.
    let user: String?
    let password: String

    /// Takes a user, if one is named, and its password.
    package init(user: String?, password: String) throws(ClusterError) {
        guard !password.isEmpty, user != "" else { throw .noAccount }
        (self.user, self.password) = (user, password)
    }

    /// Reads a line with a password, or with a user and a password.
    package init(_ text: String) throws(ClusterError) {
        let lines = text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
        guard lines.count == 1 else { throw .noAccount }
        let words = lines[0].split(separator: " ")
        guard words.count <= 2, let last = words.last else { throw .noAccount }
        try self.init(user: words.count == 2 ? String(words[0]) : nil, password: String(last))
    }

    package var description: String { "…" }
    package var debugDescription: String { description }

    /// The words that sign in.
    var signIn: [String] { ["AUTH"] + (user.map { [$0] } ?? []) + [password] }
}
