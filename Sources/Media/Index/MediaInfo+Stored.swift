import Timeline

/// Kept with the frames, because reading the header again costs more than the whole rest:
/// libavformat would build its own index of an MP4 first.
extension MediaInfo {
    /// Writes everything that the file says about itself.
    func encode(into writer: inout ByteWriter) {
        for text in [kind.rawValue, container, codec] { writer.append(text) }
        for number in [
            stream, storedSize.width, storedSize.height, rotation, sampleAspect.numerator,
            sampleAspect.denominator,
        ] {
            writer.append(UInt64(max(0, number)))
        }
        for number in [
            timebase.numerator, timebase.denominator, frameRate.numerator, frameRate.denominator,
        ] {
            writer.append(signed: number)
        }
        writer.append(startTimecode.map { "=" + $0 } ?? "")
        // No duration is a pattern of bits that no duration has.
        writer.append((containerDuration ?? .nan).bitPattern)
        writer.append(UInt64(chapters.count))
        for chapter in chapters {
            writer.append(chapter.title)
            writer.append(signed: chapter.start.ticks)
            writer.append(signed: chapter.precision)
        }
    }

    /// Reads it again; what no file can say is an error.
    init(from reader: inout ByteReader) throws(StoredError) {
        let kind = Kind(rawValue: try reader.text())
        let (container, codec) = (try reader.text(), try reader.text())
        let stream = try reader.small()
        let size = PixelSize(width: try reader.small(), height: try reader.small())
        let rotation = try reader.small()
        let aspect = SampleAspect(numerator: try reader.small(), denominator: try reader.small())
        let timebase = Timebase(try reader.signed(), try reader.signed())
        let frameRate = FrameRate(try reader.signed(), try reader.signed())
        guard let kind, let timebase, let frameRate, aspect.numerator > 0, aspect.denominator > 0,
            [0, 90, 180, 270].contains(rotation)
        else { throw .impossible }
        let timecode = try reader.text()
        let duration = Double(bitPattern: try reader.number())
        self.init(
            kind: kind,
            container: container,
            codec: codec,
            stream: stream,
            timebase: timebase,
            frameRate: frameRate,
            storedSize: size,
            rotation: rotation,
            sampleAspect: aspect,
            startTimecode: timecode.isEmpty ? nil : String(timecode.dropFirst()),
            chapters: try Self.chapters(from: &reader),
            containerDuration: duration >= 0 && duration.isFinite ? duration : nil
        )
    }

    private static func chapters(
        from reader: inout ByteReader
    ) throws(StoredError) -> [Chapter] {
        var chapters: [Chapter] = []
        for _ in 0..<(try reader.number()) {
            let title = try reader.text()
            let start = Timestamp(try reader.signed())
            chapters.append(Chapter(title: title, start: start, precision: try reader.signed()))
        }
        return chapters
    }
}

extension ByteReader {
    /// Reads a number that fits what libavformat counts streams, pixels and degrees in.
    fileprivate mutating func small() throws(StoredError) -> Int {
        try integer(in: 0...Int(Int32.max))
    }
}
