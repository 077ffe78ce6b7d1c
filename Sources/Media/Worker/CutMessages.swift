package import Timeline

/// What a worker needs to know of a cut besides its plan.
package struct CutJob {
    /// The source's name, for messages.
    let name: String
    /// The source's index.
    let index: MediaIndex
    /// The new file's path, whose ending selects the container; it is not opened.
    package let path: String

    package init(name: String, index: MediaIndex, path: String) {
        (self.name, self.index, self.path) = (name, index, path)
    }

    func send(into writer: inout ByteWriter) {
        writer.append(name)
        index.send(into: &writer)
        writer.append(path)
    }

    init(sentTo reader: inout ByteReader) throws(StoredError) {
        name = try reader.text()
        index = try MediaIndex(sentTo: &reader)
        path = try reader.text()
    }
}

extension CutPlan {
    func send(into writer: inout ByteWriter) {
        writer.append(mode)
        for range in [Range(asked), Range(shown), head, copied, tail] { writer.append(range) }
        for number in [unhidden, lastGOPLength, leading.count] { writer.append(UInt64(number)) }
        for ordinal in leading.sorted() { writer.append(UInt64(ordinal)) }
    }

    init(sentTo reader: inout ByteReader) throws(StoredError) {
        let mode = try reader.mode()
        let (asked, shown) = (try reader.frames(), try reader.frames())
        let (head, copied, tail) = (try reader.range(), try reader.range(), try reader.range())
        let (unhidden, lastGOPLength) = (try reader.small(), try reader.small())
        var leading: Set<Int> = []
        for _ in 0..<(try reader.small()) { leading.insert(try reader.small()) }
        self.init(
            mode: mode,
            asked: asked,
            shown: shown,
            unhidden: unhidden,
            head: head,
            lastGOPLength: lastGOPLength,
            copied: copied,
            leading: leading,
            tail: tail
        )
    }

    /// Whether a worker's plan is consistent with the request and the file's table.
    package func isPossible(
        _ frames: ClosedRange<Int>,
        _ mode: CutMode,
        in table: FrameTable
    ) -> Bool {
        let (count, packets) = (table.count, table.packets.count)
        return asked == frames && self.mode == mode && shown.upperBound < count
            && head.upperBound <= count && tail.upperBound <= count && copied.upperBound <= packets
            && unhidden <= packets && lastGOPLength <= head.count
            && leading.allSatisfy(copied.contains)
    }
}

extension ByteWriter {
    /// Writes a cut's mode.
    mutating func append(_ mode: CutMode) { append(mode.rawValue) }

    /// Writes a range of non-negative integers.
    mutating func append(_ range: Range<Int>) {
        append(UInt64(range.lowerBound))
        append(UInt64(range.count))
    }
}

extension ByteReader {
    /// Reads a cut's mode.
    mutating func mode() throws(StoredError) -> CutMode {
        guard let mode = CutMode(rawValue: try text()) else { throw .impossible }
        return mode
    }

    /// Reads a range that may be empty.
    mutating func range() throws(StoredError) -> Range<Int> {
        let start = try small()
        return start..<start + (try small())
    }

    /// Reads a range that must not be empty.
    mutating func frames() throws(StoredError) -> ClosedRange<Int> {
        let range = try range()
        guard !range.isEmpty else { throw .impossible }
        return range.lowerBound...range.upperBound - 1
    }
}
