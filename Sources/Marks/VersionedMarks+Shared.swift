import Timeline

/// Marks as several servers share them: with the way back and on, and the versions that led there.
///
/// What others send is read like anything that comes from outside.
extension VersionedMarks {
    private static let envelope = Envelope("VNMH", version: 1)
    /// Bytes of what is shared at most.
    public static let sharedLimit = 512 << 10
    /// Bytes of it up to which the way back and on is taken along.
    static let sharedHistory = 64 << 10

    /// The bytes to share; `nil` where they are more than ``sharedLimit``.
    ///
    /// Of a long way back the newest part is shared.
    public func shared() -> [UInt8]? {
        var writer = ByteWriter()
        writer.append(UInt64(version))
        encodeLineage(into: &writer)
        marks.encode(into: &writer)
        var room = max(0, Self.sharedHistory - writer.bytes.count)
        for way in [past, future] {
            let sets = Self.newest(of: way, within: &room)
            writer.append(UInt64(sets.count))
            for bytes in sets { writer.append(bytes: bytes) }
        }
        let bytes = Self.envelope.seal(writer.bytes)
        return bytes.count <= Self.sharedLimit ? bytes : nil
    }

    /// The last of the sets that have room, each as bytes.
    private static func newest(of sets: [MarkSet], within room: inout Int) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for set in sets.reversed() {
            var writer = ByteWriter()
            set.encode(into: &writer)
            room -= writer.bytes.count + 4
            if room < 0 { break }
            found.append(writer.bytes)
        }
        return found.reversed()
    }

    /// Reads what is shared of the marks of a media of `count` frames.
    public init(shared bytes: [UInt8], in count: Int) throws(MarksError) {
        do throws(StoredError) {
            try Self.envelope.check(bytes)
            var reader = ByteReader(bytes, from: Envelope.size)
            self.init(version: try reader.integer(in: 0...MarkSet.idLimit))
            try decodeLineage(from: &reader)
            marks = try MarkSet(from: &reader, in: count)
            past = try Self.sets(from: &reader, in: count)
            future = try Self.sets(from: &reader, in: count)
            try reader.finish()
        } catch {
            throw .stored(error)
        }
    }

    private static func sets(
        from reader: inout ByteReader,
        in count: Int
    ) throws(StoredError) -> [MarkSet] {
        var sets: [MarkSet] = []
        for _ in 0..<(try reader.integer(in: 0...depth)) {
            var inner = ByteReader(try reader.run())
            sets.append(try MarkSet(from: &inner, in: count))
            try inner.finish()
        }
        return sets
    }
}
