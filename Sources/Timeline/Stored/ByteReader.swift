/// Reads what a ``ByteWriter`` wrote, from bytes that may be anything.
///
/// Never reads beyond the end and never makes room for more than the bytes can hold; what
/// cannot be is an error.
public struct ByteReader: Sendable {
    private let bytes: [UInt8]
    private var index: Int
    private let end: Int

    /// Creates a reader of all bytes from the given one on.
    public init(_ bytes: [UInt8], from index: Int = 0) {
        self.init(bytes, in: min(max(index, 0), bytes.count)..<bytes.count)
    }

    private init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        index = range.lowerBound
        end = range.upperBound
    }

    /// How many bytes are left.
    var remaining: Int { end - index }

    /// Reads a number.
    public mutating func number() throws(StoredError) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            let part = UInt64(byte & 0x7f)
            guard shift < 63 || part <= 1 else { throw .impossible }
            number |= part << shift
            if byte & 0x80 == 0 { return number }
            shift += 7
            guard shift <= 63 else { throw .impossible }
        }
    }

    /// Reads a number of either sign.
    public mutating func signed() throws(StoredError) -> Int64 { Int64(zigzag: try number()) }

    /// Reads a number that lies in `range`.
    public mutating func integer(in range: ClosedRange<Int>) throws(StoredError) -> Int {
        guard let number = Int(exactly: try number()), range.contains(number) else {
            throw .impossible
        }
        return number
    }

    /// Passes over bytes that follow their count; returns a reader of those alone.
    mutating func part() throws(StoredError) -> ByteReader {
        let count = try integer(in: 0...bytes.count)
        guard count <= remaining else { throw .impossible }
        defer { index += count }
        return ByteReader(bytes, in: index..<index + count)
    }

    /// Reads bytes that follow their count.
    public mutating func run() throws(StoredError) -> [UInt8] {
        let part = try part()
        return Array(bytes[part.index..<part.end])
    }

    /// Reads a text.
    public mutating func text() throws(StoredError) -> String {
        guard let text = String(validating: try run(), as: UTF8.self) else { throw .impossible }
        return text
    }

    /// Makes sure that nothing is left.
    public func finish() throws(StoredError) {
        guard remaining == 0 else { throw .impossible }
    }

    /// Reads a number that shares its first byte with a mark.
    mutating func markedNumber() throws(StoredError) -> (UInt64, isMarked: Bool) {
        let first = try byte()
        let low = UInt64(first >> 1 & 0x3f)
        guard first & 0x80 != 0 else { return (low, first & 1 == 1) }
        let high = try number()
        guard high >> 58 == 0 else { throw .impossible }
        return (high << 6 | low, first & 1 == 1)
    }

    private mutating func byte() throws(StoredError) -> UInt8 {
        guard index < end else { throw .damaged }
        defer { index += 1 }
        return bytes[index]
    }
}
