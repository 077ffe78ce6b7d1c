import Wire

/// Messages that came while the session's media was being opened.
///
/// A client need not wait for `opened`: what it sends behind `open` is carried out once the media is
/// known. That may take as long as a file system takes to answer, so the number and size are bounded.
struct EarlyMessages {
    /// As many as a session answers before the answers are read.
    private static let limit = 64
    /// As large together as one message may be.
    private static let byteLimit = 64 << 10

    private var waiting: [ClientMessage] = []
    private var bytes = 0

    /// Keeps a message, whose text has that many bytes; `false` when no more are kept.
    mutating func add(_ message: ClientMessage, bytes size: Int) -> Bool {
        guard waiting.count < Self.limit, size <= Self.byteLimit - bytes else { return false }
        waiting.append(message)
        bytes += size
        return true
    }

    /// The messages, in the order in which they came; none are kept any more.
    mutating func take() -> [ClientMessage] {
        defer { self = EarlyMessages() }
        return waiting
    }
}
