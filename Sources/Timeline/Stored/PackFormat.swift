/// The header of a pack of previews: which media they show.
///
/// A pack is a file of previews: this header, followed by records in the order in which they were
/// made. Records are only ever appended, and a writer that crashed may have left an incomplete one
/// at the end.
public struct PackHeader: Hashable, Sendable {
    /// What the previews were made from, as their owner wrote it.
    public let key: [UInt8]
    /// A description for people, as their owner wrote it.
    public let about: [UInt8]

    /// The bytes of the longest header.
    public static let limit = 1 << 16
    /// The version of the format that is written, and the only one that is read.
    static let version: UInt8 = 1
    private static let envelope = Envelope("VNPK", version: version)

    /// Creates a header; `nil` when it would be longer than ``limit``.
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

    /// Reads the header from the first bytes of a file; `nil` when they are not a pack's.
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

/// The head of one preview in a pack: 32 bytes, followed by the picture.
///
/// It holds a checksum of itself and one of the picture, so that damage to either is detected.
public struct PackRecord: Hashable, Sendable {
    /// The ordinal of the frame's packet.
    public let ordinal: Int
    /// Columns of the picture.
    public let width: Int
    /// Rows of the picture.
    public let height: Int
    /// Whether the decoder concealed errors.
    public let isConcealed: Bool
    /// How the frame was coded.
    public let type: PictureType
    /// Bytes of the picture.
    public let length: Int
    private let sum: UInt64

    /// Bytes of a head.
    public static let headSize = 32
    private static let longest = 1 << 28

    /// Describes a picture; `nil` when its numbers do not fit into a head.
    public init?(
        ordinal: Int,
        width: Int,
        height: Int,
        isConcealed: Bool,
        type: PictureType = .unknown,
        picture: [UInt8]
    ) {
        guard UInt32(exactly: ordinal) != nil, UInt16(exactly: width) != nil,
            UInt16(exactly: height) != nil, (1...Self.longest).contains(picture.count)
        else { return nil }
        (self.ordinal, self.width, self.height) = (ordinal, width, height)
        (self.isConcealed, self.type) = (isConcealed, type)
        length = picture.count
        sum = Checksum.of(picture[...])
    }

    /// The bytes to store before the picture.
    public var head: [UInt8] {
        let bytes =
            UInt32(ordinal).littleEndianBytes + [isConcealed ? 1 : 0, type.rawValue, 0, 0]
            + UInt16(width).littleEndianBytes + UInt16(height).littleEndianBytes
            + UInt32(length).littleEndianBytes + sum.littleEndianBytes
        return bytes + Checksum.of(bytes[...]).littleEndianBytes
    }

    /// Reads a head; `nil` when the bytes are not a valid one.
    public init?(head: [UInt8]) {
        guard head.count == Self.headSize,
            UInt64(littleEndianBytes: head[24...]) == Checksum.of(head[..<24]),
            head[4] <= 1, let type = PictureType(rawValue: head[5]), head[6] == 0, head[7] == 0
        else { return nil }
        ordinal = Int(UInt32(littleEndianBytes: head[0..<4]))
        (isConcealed, self.type) = (head[4] == 1, type)
        width = Int(UInt16(littleEndianBytes: head[8..<10]))
        height = Int(UInt16(littleEndianBytes: head[10..<12]))
        length = Int(UInt32(littleEndianBytes: head[12..<16]))
        sum = UInt64(littleEndianBytes: head[16..<24])
        guard (1...Self.longest).contains(length) else { return nil }
    }

    /// Whether the bytes are the picture that the head was written for, by length and checksum.
    public func matches(_ picture: ArraySlice<UInt8>) -> Bool {
        picture.count == length && Checksum.of(picture) == sum
    }
}

/// Which previews a pack holds, and where, up to the first record that is not valid.
public struct PackContents: Hashable, Sendable {
    /// Where a preview is in the file.
    public struct Location: Hashable, Sendable {
        /// The first byte of its head.
        public let offset: Int
        /// Its head.
        public let record: PackRecord

        /// The bytes of head and picture.
        public var range: Range<Int> { offset..<offset + PackRecord.headSize + record.length }
    }

    /// Where the next preview is to be written: after the last complete one.
    public private(set) var end: Int
    private let start: Int
    private var locations: [Int: Location] = [:]

    /// The contents of a pack whose header ends at `start`.
    public init(from start: Int) { (self.start, end) = (start, start) }

    /// How many previews there are.
    public var count: Int { locations.count }

    /// Where the preview of the packet `ordinal` is, the last one if there are several.
    public subscript(ordinal: Int) -> Location? { locations[ordinal] }

    /// Adds what has been written since, up to the first record that is not complete.
    ///
    /// - Parameters:
    ///   - size: Bytes in the file now; when there are fewer than before, all is read again.
    ///   - head: Returns the bytes of a head at an offset.
    public mutating func grow(to size: Int, head: (_ offset: Int) -> [UInt8]) {
        if size < end { self = PackContents(from: start) }
        while size - end >= PackRecord.headSize, let record = PackRecord(head: head(end)) {
            let location = Location(offset: end, record: record)
            guard location.range.upperBound <= size else { return }
            locations[record.ordinal] = location
            end = location.range.upperBound
        }
    }
}
