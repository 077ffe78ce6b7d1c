/// One preview in a pack: 32 bytes of head, and then its picture.
///
/// The head proves itself and the picture, so that neither is believed when it is damaged.
public struct PackRecord: Hashable, Sendable {
    /// The ordinal of the frame's packet.
    public let ordinal: Int
    /// Columns of the picture.
    public let width: Int
    /// Rows of the picture.
    public let height: Int
    /// Whether the decoder made up pixels for damaged data.
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

    /// The bytes to keep before the picture.
    public var head: [UInt8] {
        let bytes =
            UInt32(ordinal).littleEndianBytes + [isConcealed ? 1 : 0, type.rawValue, 0, 0]
            + UInt16(width).littleEndianBytes + UInt16(height).littleEndianBytes
            + UInt32(length).littleEndianBytes + sum.littleEndianBytes
        return bytes + Checksum.of(bytes[...]).littleEndianBytes
    }

    /// Reads a head; `nil` when the bytes are none.
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

    /// Whether the bytes are the picture that the head was written for.
    public func proves(_ picture: ArraySlice<UInt8>) -> Bool {
        picture.count == length && Checksum.of(picture) == sum
    }
}
