extension MediaIndex {
    /// Decodes `file` once from its first packet to its last: the truth that seeking is held
    /// against, since it goes nowhere by itself.
    ///
    /// - Parameters:
    ///   - file: The file that was indexed.
    ///   - visit: Called with each picture in the order in which they are shown, and with the
    ///     ordinal of its packet. The picture is valid during the call.
    /// - Throws: ``MediaError`` when there is nothing to decode, or nothing to decode it with.
    public func decodeAll(
        of file: OpenFile,
        visit: (_ ordinal: Int, _ picture: borrowing Picture) -> Void
    ) throws(MediaError) {
        guard info.kind != .audio else { throw .noPictures(file: file.name) }
        var reader = try LinearReader(file, stream: info.stream)
        while let ordinal = reader.next() { visit(ordinal, reader.picture) }
    }
}
