import Basics

/// What the keys and the channel of sessions are called: the schema that docs/nodes.md describes.
struct SessionKeys {
    let prefix: String

    /// A session: a hash with `s`.
    func session(_ token: String) -> String { "\(prefix)session:\(token)" }

    /// Where each session is told of that a server resumes.
    var channel: String { "\(prefix)sessions" }

    /// The command that keeps a session for some time; what it keeps is its last word.
    func keep(_ token: String, for life: Duration) -> [String] {
        let script = """
            redis.call('HSET', KEYS[1], 's', ARGV[2])
            redis.call('PEXPIRE', KEYS[1], ARGV[1])
            return 1
            """
        return ["EVAL", script, "1", session(token), "\(life.components.seconds * 1000)"]
    }

    /// The command that takes a session, which is kept no longer, and tells all servers so.
    func take(_ token: String, on node: UInt16) -> [String] {
        let script = """
            local found = redis.call('HGET', KEYS[1], 's')
            redis.call('HDEL', KEYS[1], 's')
            redis.call('PUBLISH', ARGV[1], ARGV[2])
            return found
            """
        return ["EVAL", script, "1", session(token), channel, "\(node) \(token)"]
    }

    /// The command that keeps a session no longer.
    func drop(_ token: String) -> [String] { ["HDEL", session(token), "s"] }

    /// Whether a text can be a token: what clients send is not, before it was looked at.
    static func isToken(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isUnreserved }
    }

    /// The server and the token of a message of the channel; `nil` for what tells none.
    static func news(_ message: [UInt8]) -> (node: UInt16, token: String)? {
        guard let text = String(validating: message, as: UTF8.self) else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, let node = UInt16(words[0]), isToken(String(words[1])) else {
            return nil
        }
        return (node, String(words[1]))
    }
}
