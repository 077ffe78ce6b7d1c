/// Writes numbers in as few bytes as they need.
///
/// A number takes seven bits a byte, the lowest first; the eighth bit says that more follow.
public struct ByteWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// Creates a writer that has written nothing.
    public init() {}

    /// Writes a number.
    public mutating func append(_ number: UInt64) {
        var rest = number
        while rest > 0x7f {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes a number of either sign, small when it is near zero.
    public mutating func append(signed number: Int64) { append(number.zigzag) }

    /// Writes bytes, after their count.
    public mutating func append(bytes more: [UInt8]) {
        append(UInt64(more.count))
        bytes += more
    }

    /// Writes a text, after its length.
    public mutating func append(_ text: String) { append(bytes: Array(text.utf8)) }

    /// Writes a number with a mark, which takes the lowest bit of the first byte.
    mutating func append(_ number: UInt64, marked isMarked: Bool) {
        let low = UInt8(number & 0x3f) << 1 | (isMarked ? 1 : 0)
        bytes.append(low | (number > 0x3f ? 0x80 : 0))
        if number > 0x3f { append(number >> 6) }
    }
}

extension Int64 {
    /// The place among 0, −1, 1, −2, 2 and so on, counted from 0.
    var zigzag: UInt64 { UInt64(bitPattern: (self << 1) ^ (self >> 63)) }

    /// The number at a place among 0, −1, 1, −2, 2 and so on.
    init(zigzag: UInt64) {
        self = Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
    }
}
