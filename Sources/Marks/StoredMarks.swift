import Timeline

/// Marks as they are kept in a file: what they belong to, their version, and the marks.
///
/// The way back is not kept. The bytes come from a disk that others may write to, so nothing in
/// them is used.
public struct StoredMarks: Hashable, Sendable {
    /// What the marks belong to, as its owner wrote it.
    public var key: [UInt8]
    /// How often they have been changed.
    public var version: Int
    /// What is marked.
    public var marks: MarkSet

    private static let envelope = Envelope("VNMK", version: 1)

    /// Creates what is to be kept of a history.
    public init(key: [UInt8], _ history: VersionedMarks) {
        (self.key, version, marks) = (key, history.version, history.marks)
    }

    /// The bytes to keep.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.append(bytes: key)
        writer.append(UInt64(version))
        for point in [marks.inPoint, marks.outPoint] { writer.append(UInt64((point ?? -1) + 1)) }
        writer.append(UInt64(marks.lastID))
        writer.append(UInt64(marks.segments.count))
        for segment in marks.segments {
            writer.append(UInt64(segment.id))
            writer.append(UInt64(segment.frames.lowerBound))
            writer.append(UInt64(segment.frames.count))
            writer.append(segment.name)
        }
        return Self.envelope.seal(writer.bytes)
    }

    /// Reads marks of a media of `count` frames.
    public init(decoding bytes: [UInt8], in count: Int) throws(MarksError) {
        do throws(StoredError) {
            try Self.envelope.check(bytes)
            var reader = ByteReader(bytes, from: Envelope.size)
            key = try reader.run()
            version = try reader.integer(in: 0...MarkSet.idLimit)
            marks = try MarkSet(from: &reader, in: count)
            try reader.finish()
        } catch {
            throw .stored(error)
        }
    }
}

extension MarkSet {
    fileprivate init(from reader: inout ByteReader, in count: Int) throws(StoredError) {
        let points = try (reader.integer(in: 0...count), reader.integer(in: 0...count))
        lastID = try reader.integer(in: 0...Self.idLimit)
        let number = try reader.integer(in: 0...Self.segmentLimit)
        for _ in 0..<number { segments.append(try Segment(from: &reader, upTo: lastID, in: count)) }
        let ends = (points.0 > 0 ? points.0 - 1 : nil, points.1 > 0 ? points.1 - 1 : nil)
        guard (try? setEnds(ends.0, ends.1, in: count)) != nil,
            Set(segments.map(\.id)).count == number
        else { throw .impossible }
    }
}

extension Segment {
    fileprivate init(
        from reader: inout ByteReader,
        upTo lastID: Int,
        in count: Int
    ) throws(StoredError) {
        guard lastID > 0, count > 0 else { throw .impossible }
        id = try reader.integer(in: 1...lastID)
        let first = try reader.integer(in: 0...count - 1)
        let length = try reader.integer(in: 1...count - first)
        frames = first...first + length - 1
        name = try reader.text()
        guard (try? Self.tidied(name)) == name else { throw .impossible }
    }
}
