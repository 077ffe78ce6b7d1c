package import Timeline

/// Where the scan of a file goes on once it has grown, and what tells that nothing before has
/// changed.
public struct ResumePoint: Hashable, Sendable {
    /// The bytes that need not be read again: before them are the first packets, by which the file
    /// is known again, and after them the last ones.
    let skipped: Range<Int64>
    /// The digest of samples of the packets up to the end of these bytes.
    private let digest: [UInt8]
    /// Packets that the index flags as damaged only because some before them are missing, which is
    /// decided anew when there are more; ascending.
    private let afterLoss: [Int32]

    /// How many of the last packets may be read again at most, so that a long group costs no more
    /// than a whole scan does in the end.
    static let longestOverlap = 4096
    /// How many of them have to be.
    static let shortestOverlap = 48
    /// How many of the first packets have to be.
    static let head = 64

    /// Describes where a scan that found `packets` goes on; in `marked` those are flagged that
    /// follow a loss.
    init?(
        skipping skipped: Range<Int64>?,
        of file: OpenFile,
        _ packets: PacketList,
        marked: PacketList
    ) {
        guard let skipped, let first = packets.first?.position else { return nil }
        self.skipped = skipped
        digest = Self.digest(of: file, from: first, to: skipped.upperBound)
        afterLoss = packets.indices.lazy.filter { packets[$0].flags != marked[$0].flags }
            .map(Int32.init)
    }

    /// Whether the samples of a file are what they were.
    func isUnchanged(in file: OpenFile, startingWith packet: PacketRecord) -> Bool {
        digest == Self.digest(of: file, from: packet.position, to: skipped.upperBound)
    }

    /// The packets of a table as the scan found them.
    func packets(of table: FrameTable) -> PacketList {
        var packets = table.packets
        for ordinal in afterLoss { packets[Int(ordinal)] = packets[Int(ordinal)].markedAsWhole }
        return packets
    }

    /// 64 samples, evenly spaced: the bytes between them cost as much to read as a scan.
    private static func digest(of file: OpenFile, from start: Int64, to end: Int64) -> [UInt8] {
        let (count, length) = (Int64(64), 1024)
        var hash = Murmur3()
        var buffer = [UInt8](repeating: 0, count: length)
        for sample in 1...count {
            let place = start + (max(0, end - start) / count) * sample - Int64(length)
            buffer.withUnsafeMutableBytes { bytes in
                let read = max(0, file.read(at: max(0, place), into: bytes))
                hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<read]))
            }
        }
        return hash.finish()
    }
}

extension ResumePoint {
    /// Writes all properties.
    func encode(into writer: inout ByteWriter) {
        writer.append(UInt64(skipped.lowerBound))
        writer.append(UInt64(skipped.count))
        writer.append(bytes: digest)
        writer.append(UInt64(afterLoss.count))
        for ordinal in afterLoss { writer.append(UInt64(ordinal)) }
    }

    /// Reads and validates what was written of the index of a table.
    init(from reader: inout ByteReader, for table: FrameTable) throws(StoredError) {
        let furthest = 1 << 60
        let start = Int64(try reader.integer(in: 0...furthest))
        let end = start + Int64(try reader.integer(in: 1...furthest))
        let digest = try reader.run()
        var ordinals: [Int32] = []
        for _ in 0..<(try reader.integer(in: 0...table.packets.count)) {
            let next = Int(ordinals.last ?? -1) + 1
            ordinals.append(
                Int32(try reader.integer(in: next...max(next, table.packets.count - 1)))
            )
        }
        guard digest.count == 16, Int(ordinals.last ?? -1) < table.packets.count else {
            throw .impossible
        }
        (skipped, self.digest, afterLoss) = (start..<end, digest, ordinals)
    }
}

extension MediaIndex {
    /// Writes where the scan goes on, if it does.
    package func encodeResume(into writer: inout ByteWriter) {
        writer.append(resume == nil ? 0 : 1)
        resume?.encode(into: &writer)
    }

    /// Reads an index whose information and table have been read.
    package init(
        info: MediaInfo,
        table: FrameTable,
        resumeFrom reader: inout ByteReader
    ) throws(StoredError) {
        let isThere = try reader.integer(in: 0...1) == 1
        let resume = isThere ? try ResumePoint(from: &reader, for: table) : nil
        self.init(info: info, table: table, resume: resume)
    }
}
