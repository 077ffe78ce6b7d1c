import Timeline

extension MediaStream {
    /// Writes what the header says of the stream.
    func encode(into writer: inout ByteWriter) {
        for text in [kind.rawValue, codec] { writer.append(text) }
        for length in [storedSize.width, storedSize.height] {
            writer.append(UInt64(max(0, length)))
        }
        // No rate is one that cannot be.
        for number in [frameRate?.numerator ?? 0, frameRate?.denominator ?? 0] {
            writer.append(signed: number)
        }
        writer.append((isDefault ? 1 : 0) | (isAttachedPicture ? 2 : 0))
    }

    /// Reads it again; what no file can say is an error.
    init(from reader: inout ByteReader) throws(StoredError) {
        guard let kind = Kind(rawValue: try reader.text()) else { throw .impossible }
        let codec = try reader.text()
        let size = PixelSize(width: try reader.small(), height: try reader.small())
        let frameRate = FrameRate(try reader.signed(), try reader.signed())
        let flags = try reader.integer(in: 0...3)
        self.init(
            kind: kind,
            codec: codec,
            storedSize: size,
            frameRate: frameRate,
            isDefault: flags & 1 != 0,
            isAttachedPicture: flags & 2 != 0
        )
    }
}

extension ByteWriter {
    /// Writes a duration; none is a pattern of bits that no duration has.
    mutating func append(_ seconds: Double?) { append((seconds ?? .nan).bitPattern) }
}

extension ByteReader {
    /// Reads a number that fits what libavformat counts streams, pixels and degrees in.
    mutating func small() throws(StoredError) -> Int { try integer(in: 0...Int(Int32.max)) }

    /// Reads a duration, or that there is none.
    mutating func duration() throws(StoredError) -> Double? {
        let seconds = Double(bitPattern: try number())
        return seconds >= 0 && seconds.isFinite ? seconds : nil
    }
}
