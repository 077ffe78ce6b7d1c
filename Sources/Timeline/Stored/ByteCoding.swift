/// Reads what a ``ByteWriter`` wrote, from untrusted bytes.
///
/// Never reads beyond the end and never allocates for more than the bytes can hold; an invalid
/// value is an error.
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

    /// Skips bytes that follow their count; returns a reader of those alone.
    mutating func part() throws(StoredError) -> ByteReader {
        let count = try integer(in: 0...bytes.count)
        guard count <= remaining else { throw .impossible }
        defer { index += count }
        return ByteReader(bytes, in: index..<index + count)
    }

    /// Reads bytes that follow their count.
    public mutating func run() throws(StoredError) -> [UInt8] { Array(try slice()) }

    /// Reads bytes that follow their count, which are not copied.
    public mutating func slice() throws(StoredError) -> ArraySlice<UInt8> {
        let part = try part()
        return bytes[part.index..<part.end]
    }

    /// Reads a text.
    public mutating func text() throws(StoredError) -> String {
        guard let text = String(validating: try run(), as: UTF8.self) else { throw .impossible }
        return text
    }

    /// Throws unless everything has been read.
    public func finish() throws(StoredError) {
        guard remaining == 0 else { throw .impossible }
    }

    /// Reads a number that shares its first byte with a flag.
    mutating func flaggedNumber() throws(StoredError) -> (UInt64, flag: Bool) {
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

/// Writes numbers in as few bytes as they need.
///
/// A number takes seven bits a byte, the lowest first; the eighth bit says that more follow.
public struct ByteWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty writer.
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

    /// Writes a number with a flag, which takes the lowest bit of the first byte.
    mutating func append(_ number: UInt64, flag: Bool) {
        let low = UInt8(number & 0x3f) << 1 | (flag ? 1 : 0)
        bytes.append(low | (number > 0x3f ? 0x80 : 0))
        if number > 0x3f { append(number >> 6) }
    }
}

extension Int64 {
    /// The index in the sequence 0, −1, 1, −2, 2 and so on (zigzag encoding).
    var zigzag: UInt64 { UInt64(bitPattern: (self << 1) ^ (self >> 63)) }

    /// The number at an index of the sequence 0, −1, 1, −2, 2 and so on.
    init(zigzag: UInt64) {
        self = Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
    }
}

/// Numbers of one kind, many of which are 0, read one after the other.
///
/// A run of zeros is stored as one number with a flag. Numbers are decoded when they are read: a
/// whole file's columns would take more memory than its index.
struct Column {
    private var reader: ByteReader
    private var zeros: UInt64 = 0

    /// Takes the next column from a reader.
    init(from reader: inout ByteReader) throws(StoredError) { self.reader = try reader.part() }

    /// How many of its bytes are left.
    var remaining: Int { reader.remaining }

    /// Reads the next number.
    mutating func next() throws(StoredError) -> UInt64 {
        if zeros > 0 {
            zeros -= 1
            return 0
        }
        let (number, isRun) = try reader.flaggedNumber()
        guard isRun else { return number }
        guard number > 0 else { throw .impossible }
        zeros = number - 1
        return 0
    }

    /// Throws unless everything has been read.
    func finish() throws(StoredError) {
        guard zeros == 0 else { throw .impossible }
        try reader.finish()
    }
}

extension ByteWriter {
    /// Writes a column.
    mutating func append(column: some Sequence<UInt64>) {
        var part = ByteWriter()
        var zeros: UInt64 = 0
        for number in column {
            if number == 0 {
                zeros += 1
                continue
            }
            if zeros > 0 { part.append(zeros, flag: true) }
            zeros = 0
            part.append(number, flag: false)
        }
        if zeros > 0 { part.append(zeros, flag: true) }
        append(bytes: part.bytes)
    }
}
