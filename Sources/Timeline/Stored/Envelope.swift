/// What stands before stored bytes, so that they prove to be those that were written.
///
/// Four bytes of magic, one of version and three of nothing, eight of length, eight of checksum.
package struct Envelope: Sendable {
    let magic: [UInt8]
    let version: UInt8

    /// Bytes before the body.
    package static let size = 24

    package init(_ magic: String, version: UInt8) {
        (self.magic, self.version) = (Array(magic.utf8), version)
    }

    /// The body behind what proves it.
    package func seal(_ body: [UInt8]) -> [UInt8] {
        let sum = Checksum.of(body[...])
        return magic + [version, 0, 0, 0] + UInt64(body.count).littleEndianBytes
            + sum.littleEndianBytes + body
    }

    /// Makes sure that the bytes are a whole envelope and nothing else.
    package func check(_ bytes: [UInt8]) throws(StoredError) {
        guard bytes.starts(with: magic) else { throw .notAnIndex }
        guard bytes.count >= Self.size else { throw .damaged }
        guard bytes[4] == version else { throw .otherVersion(Int(bytes[4])) }
        let body = bytes[Self.size...]
        guard bytes[5..<8].allSatisfy({ $0 == 0 }),
            UInt64(littleEndianBytes: bytes[8..<16]) == UInt64(body.count),
            UInt64(littleEndianBytes: bytes[16..<24]) == Checksum.of(body)
        else { throw .damaged }
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The bytes, the lowest first.
    package var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self(8 * $0)) }
    }

    /// Puts bytes together, the lowest first.
    package init(littleEndianBytes bytes: ArraySlice<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | Self($1) }
    }
}
