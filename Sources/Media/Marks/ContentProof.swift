import Timeline

/// What shows that a file still begins with the same content, though it may have grown.
///
/// Headers are passed over: who ends a recording writes its length there.
public struct ContentProof: Hashable, Sendable {
    /// The proof in a form that is kept.
    public let bytes: [UInt8]

    private static let start = 16 << 10
    private static let size = 64 << 10

    /// The proof of a file as it is now.
    public init(of file: OpenFile) {
        self.init(of: file, upTo: min(Int(file.size), Self.start + Self.size))
    }

    /// Whether a proof that was kept holds for a file.
    public static func holds(_ bytes: [UInt8], for file: OpenFile) -> Bool {
        var reader = ByteReader(bytes)
        guard let end = try? reader.integer(in: 0...start + size), end <= file.size else {
            return false
        }
        return ContentProof(of: file, upTo: end).bytes == bytes
    }

    private init(of file: OpenFile, upTo end: Int) {
        var writer = ByteWriter()
        writer.append(UInt64(end))
        let content = end > Self.start ? file.bytes(in: Self.start..<end) : []
        writer.append(Fingerprint.name(of: content))
        bytes = writer.bytes
    }
}
