/// A table on its way to another process, which may hold it before it is complete.
extension FrameTable {
    /// Writes the table as it is at the moment.
    public func send(into writer: inout ByteWriter) {
        writer.append(isComplete ? 1 : 0)
        writer.append(UInt64(scanned))
        writer.append(UInt64(settled))
        encode(into: &writer)
    }

    /// Reads a table that was sent; whatever cannot be one is an error.
    public init(sentTo reader: inout ByteReader) throws(StoredError) {
        let isComplete = try reader.integer(in: 0...1) == 1
        let scanned = try reader.integer(in: 0...Int(Int32.max))
        let settled = try reader.integer(in: 0...Int(Int32.max))
        self = try FrameTable(from: &reader, scanned: isComplete ? nil : scanned)
        // Of a file that still grows less is settled than its packets tell.
        self.settled = min(settled, count)
    }
}
