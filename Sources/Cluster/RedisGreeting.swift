/// What is said to Redis before anything else, so that what it lacks is known at once.
struct RedisGreeting {
    /// A command, and what its answer has to be.
    struct Step {
        let words: [String]
        let fault: (RedisReply) -> LinkFault?
    }

    /// The oldest version that has all that is needed: streams, users, and scripts that use both.
    static let oldestVersion = 6

    /// Signs in, chooses the database and asks for the version.
    static func steps(_ settings: ClusterSettings) -> [Step] {
        let database = settings.address.database
        let words =
            (settings.account.map { [$0.signIn] } ?? [])
            + (database == 0 ? [] : [["SELECT", "\(database)"]])
        return words.map(permissionChecks) + [Step(words: ["INFO", "server"], fault: versionFault)]
    }

    /// A command that has only to be done.
    static func permissionChecks(_ words: [String]) -> Step { Step(words: words, fault: refusal) }

    static func refusal(_ reply: RedisReply) -> LinkFault? {
        guard case .error(let text) = reply else { return nil }
        // It has been started just now, or is at something that takes long; nobody has to act.
        let passes = ["LOADING", "BUSY"].contains { text.hasPrefix($0) }
        return LinkFault(passes ? .lost : .refused, "it says: \(text)")
    }

    static func versionFault(_ reply: RedisReply) -> LinkFault? {
        if let refusal = refusal(reply) { return refusal }
        let mark = "redis_version:"
        let lines = reply.string?.split(whereSeparator: \.isNewline) ?? []
        let version = lines.first { $0.hasPrefix(mark) }?.dropFirst(mark.count) ?? ""
        guard let major = version.split(separator: ".").first.flatMap({ Int($0) }) else {
            return .absurd
        }
        guard major < oldestVersion else { return nil }
        return LinkFault(.refused, "its version is \(version), and \(oldestVersion) is needed")
    }
}
