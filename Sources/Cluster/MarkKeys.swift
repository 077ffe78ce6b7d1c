/// What the keys and the channel of marks are called: the schema that docs/nodes.md describes.
struct MarkKeys {
    let prefix: String

    /// The marks of a media: a hash with `version` and `history`.
    func marks(_ media: String) -> String { "\(prefix)marks:\(media)" }

    /// Where each new version is told, of all media.
    var channel: String { "\(prefix)marks" }

    /// The command that asks for what holds of a media.
    func ask(_ media: String) -> [String] { ["HGET", marks(media), "history"] }

    /// The command that puts a version in the place of another, but of no other than that; what it
    /// puts there is its last word.
    ///
    /// It returns 1, or what is there instead. A version that is there already is put there again,
    /// as a server does that has not heard whether it was.
    func put(_ media: String, version: Int, over before: Int) -> [String] {
        let script = """
            local now = redis.call('HGET', KEYS[1], 'version') or '0'
            if now ~= ARGV[2] and now ~= ARGV[3] then
              return redis.call('HGET', KEYS[1], 'history')
            end
            redis.call('HSET', KEYS[1], 'version', ARGV[3], 'history', ARGV[5])
            redis.call('PUBLISH', ARGV[1], ARGV[3] .. ' ' .. ARGV[4])
            return 1
            """
        return ["EVAL", script, "1", marks(media), channel, "\(before)", "\(version)", media]
    }

    /// The media and its version that a message of the channel tells; `nil` for what tells none.
    static func news(_ message: [UInt8]) -> (media: String, version: Int)? {
        guard let text = String(validating: message, as: UTF8.self) else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, let version = Int(words[0]), version > 0 else { return nil }
        return (String(words[1]), version)
    }
}
