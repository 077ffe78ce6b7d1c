import Basics

/// The id of a media file in URLs and messages.
///
/// Safe in URLs, the same after every restart, and without information about the path: the first
/// half of the path's SHA-256.
public struct MediaID: Hashable, Sendable, CustomStringConvertible {
    /// 32 hexadecimal digits.
    public let description: String

    /// Takes an id that a client sent, which may be any text and need not exist.
    public init(_ description: String) { self.description = description }

    /// The id of the file that `path` names.
    public init(ofPath path: String) {
        description = Digest.sha256(of: Array(path.utf8)).prefix(16).hexadecimal
    }
}
