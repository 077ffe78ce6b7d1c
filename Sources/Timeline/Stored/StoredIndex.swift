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
    private static let magic = Array("VNIX".utf8)
    private static let headerSize = 24

    /// The bytes to keep of a complete table.
    public static func encode(key: [UInt8], about: [UInt8], table: FrameTable) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(bytes: key)
        writer.append(bytes: about)
        table.encode(into: &writer)
        let body = writer.bytes
        let sum = Checksum.of(body[...])
        return magic + [version, 0, 0, 0] + littleEndian(UInt64(body.count)) + littleEndian(sum)
            + body
    }

    /// Reads the key and the description, once the whole has proved to be what was written.
    public init(decoding bytes: [UInt8]) throws(StoredError) {
        guard bytes.starts(with: Self.magic) else { throw .notAnIndex }
        guard bytes.count >= Self.headerSize else { throw .damaged }
        guard bytes[4] == Self.version else { throw .otherVersion(Int(bytes[4])) }
        let body = bytes[Self.headerSize...]
        guard bytes[5..<8].allSatisfy({ $0 == 0 }),
            bytes[8..<16].elementsEqual(Self.littleEndian(UInt64(body.count))),
            bytes[16..<24].elementsEqual(Self.littleEndian(Checksum.of(body)))
        else { throw .damaged }
        var reader = ByteReader(bytes, from: Self.headerSize)
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

    private static func littleEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
}
