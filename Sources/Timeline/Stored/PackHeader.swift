/// How a pack begins: what its previews are of.
///
/// A pack is a file of previews: this header, and behind it records in the order in which they
/// were made. It only ever grows at its end, where a writer that died may have left a part of one.
public struct PackHeader: Hashable, Sendable {
    /// What the previews are of, as their owner wrote it.
    public let key: [UInt8]
    /// What is said of them to people, as their owner wrote it.
    public let about: [UInt8]

    /// Bytes that are enough to read any header.
    public static let limit = 1 << 16
    /// The version of the format that is written, and the only one that is read.
    static let version: UInt8 = 1
    private static let envelope = Envelope("VNPK", version: version)

    /// Creates a header; `nil` when it would be too long to be read again.
    public init?(key: [UInt8], about: [UInt8]) {
        guard key.count + about.count < Self.limit - 64 else { return nil }
        (self.key, self.about) = (key, about)
    }

    /// The bytes to keep.
    public var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.append(bytes: key)
        writer.append(bytes: about)
        return Self.envelope.seal(writer.bytes)
    }

    /// Reads the header from the first bytes of a file; `nil` when they are no pack's.
    public init?(decoding start: [UInt8]) {
        guard start.count >= Envelope.size,
            let count = Int(exactly: UInt64(littleEndianBytes: start[8..<16])),
            count <= start.count - Envelope.size
        else { return nil }
        let bytes = Array(start.prefix(Envelope.size + count))
        var reader = ByteReader(bytes, from: Envelope.size)
        do throws(StoredError) {
            try Self.envelope.check(bytes)
            (key, about) = (try reader.run(), try reader.run())
            try reader.finish()
        } catch {
            return nil
        }
    }
}
