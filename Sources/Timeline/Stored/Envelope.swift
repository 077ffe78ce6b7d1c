/// The header of stored bytes, by which a change since they were written is detected.
///
/// Four bytes of magic, one of version, three that are zero, eight of length, eight of checksum.
package struct Envelope: Sendable {
    let magic: [UInt8]
    let version: UInt8

    /// Bytes before the body.
    package static let size = 24

    /// Describes an envelope; `magic` has four bytes.
    package init(_ magic: String, version: UInt8) {
        (self.magic, self.version) = (Array(magic.utf8), version)
    }

    /// The header, followed by the body.
    package func seal(_ body: [UInt8]) -> [UInt8] {
        let sum = Checksum.of(body[...])
        return magic + [version, 0, 0, 0] + UInt64(body.count).littleEndianBytes
            + sum.littleEndianBytes + body
    }

    /// Throws unless the bytes are a complete envelope and nothing else.
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

    /// Creates a number from bytes, the lowest first.
    package init(littleEndianBytes bytes: ArraySlice<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | Self($1) }
    }
}

/// A checksum that detects accidental changes of stored bytes.
///
/// Not a standard one, because this module uses no library and a table-driven CRC takes longer
/// than reading the index itself. Every step is invertible, so a change within eight bytes always
/// changes the sum. It does not protect against deliberate changes; readers validate all values.
/// The entity tags of the page's files are made with it as well.
package enum Checksum {
    /// Adds up eight bytes at a time, the last ones padded with zeros.
    package static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var sum = UInt64(bytes.count)
        var index = bytes.startIndex
        while bytes.endIndex - index >= 8 {
            sum = mix(sum ^ word(bytes, at: index))
            index += 8
        }
        var last: UInt64 = 0
        for (place, byte) in bytes[index...].enumerated() {
            last |= UInt64(byte) << (8 * UInt64(place))
        }
        return mix(sum ^ last)
    }

    /// Multiplies by an odd number and folds the high bits, which depend on all, onto the low.
    private static func mix(_ number: UInt64) -> UInt64 {
        let product = number &* 0x9e37_79b9_7f4a_7c15
        return product ^ product >> 32
    }

    private static func word(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt64 {
        var word: UInt64 = 0
        for place in 0..<8 { word |= UInt64(bytes[index + place]) << (8 * UInt64(place)) }
        return word
    }
}
