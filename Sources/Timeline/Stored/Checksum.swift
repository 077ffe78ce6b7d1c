/// A sum that tells whether bytes are still those that were written.
///
/// Our own, because this module may use no library and a table-driven CRC takes longer than
/// reading the index itself. Every step can be undone, so a change within eight bytes always
/// changes the sum; against people who mean harm no sum helps, and readers do not rely on it.
enum Checksum {
    /// Adds up eight bytes at a time, the last ones filled up with zeros.
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
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
