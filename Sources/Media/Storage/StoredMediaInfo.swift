package import Timeline

/// The binary form of ``MediaInfo``, for stored indexes and for messages of workers.
///
/// Stored with the frames, because reading the headers again costs more than all the rest:
/// libavformat builds its own index of an MP4 first.
extension MediaInfo {
    /// Encodes all properties.
    package func encode(into writer: inout ByteWriter) {
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
        for duration in [containerDuration, estimatedDuration] { writer.append(duration) }
        writer.append(UInt64(cover.map { $0 + 1 } ?? 0))
        writer.append(UInt64(streams.count))
        for stream in streams { stream.encode(into: &writer) }
        writer.append(UInt64(chapters.count))
        for chapter in chapters {
            writer.append(chapter.title)
            writer.append(signed: chapter.start.ticks)
            writer.append(signed: chapter.precision)
        }
    }

    /// Decodes all properties; impossible values are an error.
    package init(from reader: inout ByteReader) throws(StoredError) {
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
        let durations = (try reader.duration(), try reader.duration())
        let cover = try reader.small() - 1
        let streams = try Self.streams(from: &reader)
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
            streams: streams,
            cover: cover >= 0 ? cover : nil,
            containerDuration: durations.0,
            estimatedDuration: durations.1
        )
    }

    private static func streams(
        from reader: inout ByteReader
    ) throws(StoredError) -> [MediaStream] {
        var streams: [MediaStream] = []
        let count = try reader.integer(in: 0...MediaLimits.streams)
        for _ in 0..<count { streams.append(try MediaStream(from: &reader)) }
        return streams
    }

    private static func chapters(
        from reader: inout ByteReader
    ) throws(StoredError) -> [Chapter] {
        var chapters: [Chapter] = []
        for _ in 0..<(try reader.integer(in: 0...MediaLimits.chapters)) {
            let title = try reader.text()
            let start = Timestamp(try reader.signed())
            chapters.append(Chapter(title: title, start: start, precision: try reader.signed()))
        }
        return chapters
    }
}

extension MediaStream {
    /// Encodes all properties.
    func encode(into writer: inout ByteWriter) {
        for text in [kind.rawValue, codec] { writer.append(text) }
        writer.append(UInt64(tag))
        for length in [storedSize.width, storedSize.height] {
            writer.append(UInt64(max(0, length)))
        }
        // A missing rate is written as 0/0.
        for number in [frameRate?.numerator ?? 0, frameRate?.denominator ?? 0] {
            writer.append(signed: number)
        }
        writer.append((isDefault ? 1 : 0) | (isAttachedPicture ? 2 : 0))
    }

    /// Decodes all properties; impossible values are an error.
    init(from reader: inout ByteReader) throws(StoredError) {
        guard let kind = Kind(rawValue: try reader.text()) else { throw .impossible }
        let codec = try reader.text()
        let tag = UInt32(try reader.integer(in: 0...Int(UInt32.max)))
        let size = PixelSize(width: try reader.small(), height: try reader.small())
        let frameRate = FrameRate(try reader.signed(), try reader.signed())
        let flags = try reader.integer(in: 0...3)
        self.init(
            kind: kind,
            codec: codec,
            tag: tag,
            storedSize: size,
            frameRate: frameRate,
            isDefault: flags & 1 != 0,
            isAttachedPicture: flags & 2 != 0
        )
    }
}

extension ByteWriter {
    /// Writes a duration in seconds; `nil` is written as NaN.
    mutating func append(_ seconds: Double?) { append((seconds ?? .nan).bitPattern) }
}

extension ByteReader {
    /// Reads a number in 0…`Int32.max`, as libavformat has for streams, pixels and degrees.
    mutating func small() throws(StoredError) -> Int { try integer(in: 0...Int(Int32.max)) }

    /// Reads a duration in seconds; `nil` for NaN and other values that are none.
    mutating func duration() throws(StoredError) -> Double? {
        let seconds = Double(bitPattern: try number())
        return seconds >= 0 && seconds.isFinite ? seconds : nil
    }
}
