import Timeline

/// Marks as they are kept in a file: what they belong to, their version, and the marks.
///
/// The way back is not kept. Where servers share marks, what they had in common last is kept, too,
/// so that it is known after a start what was done here since. The bytes come from a disk that
/// others may write to, so nothing in them is used.
public struct StoredMarks: Hashable, Sendable {
    /// What the marks belong to, as its owner wrote it.
    public var key: [UInt8]
    /// The marks and their version, with no way back.
    public private(set) var history: VersionedMarks

    /// Of a server that shares its marks with none, as before there were others.
    private static let alone = Envelope("VNMK", version: 1)
    private static let shared = Envelope("VNMK", version: sharedVersion)
    private static let sharedVersion: UInt8 = 2

    /// How often they have been changed.
    public var version: Int { history.version }
    /// What is marked.
    public var marks: MarkSet { history.marks }

    /// Creates what is to be kept of a history.
    public init(key: [UInt8], _ history: VersionedMarks) {
        (self.key, self.history) = (key, VersionedMarks(history.marks, version: history.version))
        guard history.common != nil else { return }
        (self.history.lineage, self.history.common) = (history.lineage, history.common)
    }

    /// The bytes to keep.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.append(bytes: key)
        writer.append(UInt64(version))
        marks.encode(into: &writer)
        guard let common = history.common else { return Self.alone.seal(writer.bytes) }
        history.encodeLineage(into: &writer)
        writer.append(UInt64(common.version))
        // Most of the time nothing is new here.
        let isSame = common.version == version && common.marks == marks
        writer.append(isSame ? 1 : 0)
        if !isSame { common.marks.encode(into: &writer) }
        return Self.shared.seal(writer.bytes)
    }

    /// Reads marks of a media of `count` frames.
    public init(decoding bytes: [UInt8], in count: Int) throws(MarksError) {
        do throws(StoredError) {
            let isShared = bytes.count > 4 && bytes[4] == Self.sharedVersion
            try (isShared ? Self.shared : Self.alone).check(bytes)
            var reader = ByteReader(bytes, from: Envelope.size)
            key = try reader.run()
            let version = try reader.integer(in: 0...MarkSet.idLimit)
            history = VersionedMarks(try MarkSet(from: &reader, in: count), version: version)
            if isShared { try history.decodeCommon(from: &reader, in: count) }
            try reader.finish()
        } catch {
            throw .stored(error)
        }
    }
}

extension VersionedMarks {
    fileprivate mutating func decodeCommon(
        from reader: inout ByteReader,
        in count: Int
    ) throws(StoredError) {
        try decodeLineage(from: &reader)
        let number = try reader.integer(in: 0...version)
        let isSame = try reader.integer(in: 0...1) == 1
        let set = try isSame ? marks : MarkSet(from: &reader, in: count)
        common = CommonMarks(set, version: number)
    }
}
