/// What stores of other modules need of an open file.
extension OpenFile {
    /// Reads the bytes in `range`, fewer where the file ends before; none on failure.
    package func content(in range: Range<Int>) -> [UInt8] { bytes(in: range) }

    /// Whether the file has no name any more.
    package var isUnlinked: Bool { isRemoved }
}
