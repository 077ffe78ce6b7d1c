/// Numbers of one kind, many of which are 0, read one after the other.
///
/// A run of zeros is one number with a mark. Nothing is unpacked ahead: a film's columns would
/// take more memory than its index.
struct Column {
    private var reader: ByteReader
    private var zeros: UInt64 = 0

    /// Takes the next column from a reader.
    init(from reader: inout ByteReader) throws(StoredError) { self.reader = try reader.part() }

    /// How many bytes are left of it.
    var remaining: Int { reader.remaining }

    /// Reads the next number.
    mutating func next() throws(StoredError) -> UInt64 {
        if zeros > 0 {
            zeros -= 1
            return 0
        }
        let (number, isRun) = try reader.markedNumber()
        guard isRun else { return number }
        guard number > 0 else { throw .impossible }
        zeros = number - 1
        return 0
    }

    /// Makes sure that nothing is left.
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
            if zeros > 0 { part.append(zeros, marked: true) }
            zeros = 0
            part.append(number, marked: false)
        }
        if zeros > 0 { part.append(zeros, marked: true) }
        append(bytes: part.bytes)
    }
}
