import Timeline

/// A set of marks among the bytes of a file or a message, where nothing is believed.
extension MarkSet {
    func encode(into writer: inout ByteWriter) {
        for point in [inPoint, outPoint] { writer.append(UInt64((point ?? -1) + 1)) }
        writer.append(UInt64(lastID))
        writer.append(UInt64(segments.count))
        for segment in segments {
            writer.append(UInt64(segment.id))
            writer.append(UInt64(segment.frames.lowerBound))
            writer.append(UInt64(segment.frames.count))
            writer.append(segment.name)
        }
    }

    /// Reads marks of a media of `count` frames.
    init(from reader: inout ByteReader, in count: Int) throws(StoredError) {
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

extension VersionedMarks {
    /// Writes the versions that led to this one: how far each is from the one before.
    func encodeLineage(into writer: inout ByteWriter) {
        writer.append(UInt64(lineage.count))
        var before = -1
        for version in lineage {
            writer.append(UInt64(version - before))
            before = version
        }
    }

    /// Reads the versions that led to the one that has been read.
    mutating func decodeLineage(from reader: inout ByteReader) throws(StoredError) {
        var before = -1
        for _ in 0..<(try reader.integer(in: 0...Self.lineageLimit)) {
            guard before + 1 < version else { throw .impossible }
            before += try reader.integer(in: 1...version - 1 - before)
            lineage.append(before)
        }
    }
}
