/// What decoding all of a sound has shown: where its samples are, and how loud they are.
public struct SoundTrack: Hashable, Sendable {
    /// Which packet holds which samples.
    public let map: SoundMap
    /// The clock that the samples are numbered on.
    public let clock: SoundClock
    /// The least and greatest samples.
    public let peaks: Peaks

    /// Puts both together; `nil` where they are of different sounds.
    public init?(_ map: SoundMap, on clock: SoundClock, _ peaks: Peaks) {
        guard map.format.rate == clock.rate,
            peaks.planes == Peaks.planes(ofChannels: map.format.channels)
        else { return nil }
        (self.map, self.clock, self.peaks) = (map, clock, peaks)
    }
}

extension SoundTrack {
    /// Writes the track, for messages.
    public func encode(into writer: inout ByteWriter) {
        map.encode(into: &writer)
        clock.encode(into: &writer)
        peaks.encode(into: &writer)
    }

    /// Reads and validates a track.
    public init(from reader: inout ByteReader) throws(StoredError) {
        let map = try SoundMap(from: &reader)
        let clock = try SoundClock(from: &reader, rate: map.format.rate)
        let peaks = try Peaks(from: &reader)
        guard let track = SoundTrack(map, on: clock, peaks) else { throw .impossible }
        self = track
    }
}

/// A sound track as it is kept in a file, in an ``Envelope``, with what it belongs to.
///
/// The bytes come from a disk that others may write to, so every value is validated.
public struct StoredSound: Sendable {
    /// What was decoded, as its owner wrote it.
    public let key: [UInt8]
    /// The file's name when it was decoded.
    public let media: String
    /// The track.
    public let track: SoundTrack

    /// The version of the format that is written, and the only one that is read; greater, too, when
    /// the same file gives other samples.
    static let version: UInt8 = 1
    private static let envelope = Envelope("VNSD", version: version)

    /// The bytes to keep of a track.
    public static func encode(key: [UInt8], media: String, _ track: SoundTrack) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(bytes: key)
        writer.append(media)
        track.encode(into: &writer)
        return envelope.seal(writer.bytes)
    }

    /// Reads a track, after validating the checksum of the whole.
    public init(decoding bytes: [UInt8]) throws(StoredError) {
        try Self.envelope.check(bytes)
        var reader = ByteReader(bytes, from: Envelope.size)
        key = try reader.run()
        media = try reader.text()
        track = try SoundTrack(from: &reader)
        try reader.finish()
    }
}
