import CFFmpeg

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
        let state = av_sha_alloc()
        defer { av_free(UnsafeMutableRawPointer(state)) }
        av_sha_init(state, 256)
        av_sha_update(state, Array(path.utf8), path.utf8.count)
        var digest = [UInt8](repeating: 0, count: 32)
        av_sha_final(state, &digest)
        description = digest.prefix(16).map(Self.hexadecimal).joined()
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
