/// A frame table as it is kept in a file, with what it belongs to.
///
/// Sixteen bytes of magic, version and length come first, then a checksum, then three parts:
/// the key that says what was scanned, a description that its owner understands, and the table.
/// The bytes come from a disk that others may write to, so nothing in them is believed.
public struct StoredIndex: Sendable {
    /// What was scanned, as its owner wrote it.
    public let key: [UInt8]
    /// What was found beside the frames, as its owner wrote it.
    public let about: [UInt8]
    private let rest: ByteReader

    /// The version of the format that is written, and the only one that is read.
    static let version: UInt8 = 1
    private static let envelope = Envelope("VNIX", version: version)

    /// The bytes to keep of a complete table.
    public static func encode(key: [UInt8], about: [UInt8], table: FrameTable) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(bytes: key)
        writer.append(bytes: about)
        table.encode(into: &writer)
        return envelope.seal(writer.bytes)
    }

    /// Reads the key and the description, once the whole has proved to be what was written.
    public init(decoding bytes: [UInt8]) throws(StoredError) {
        try Self.envelope.check(bytes)
        var reader = ByteReader(bytes, from: Envelope.size)
        key = try reader.run()
        about = try reader.run()
        rest = reader
    }

    /// Reads the table.
    public func table() throws(StoredError) -> FrameTable {
        var reader = rest
        let table = try FrameTable(from: &reader)
        try reader.finish()
        return table
    }
}
