/// How the samples of a stream are decoded.
public struct SoundFormat: Hashable, Sendable {
    /// How one sample is written, little-endian.
    public enum Sample: UInt8, Sendable, CaseIterable {
        /// Signed, 16 bits: of what is coded with losses, or has no more bits.
        case int16 = 1
        /// Signed, 32 bits, of which the source may use the upper 24.
        case int32 = 2
        /// A 32-bit floating-point number; full scale is 1.
        case float32 = 3

        /// Bytes of one sample.
        public var bytes: Int { self == .int16 ? 2 : 4 }
    }

    /// Samples per second, of each channel.
    public let rate: Int
    /// How many channels there are.
    public let channels: Int
    /// The speakers of the channels, as a WAV file names them; 0 where that is not known.
    public let speakers: UInt32
    /// How a sample is written.
    public let sample: Sample

    /// The most channels of a stream; FFmpeg mixes no more.
    public static let mostChannels = 64

    /// Creates a format; `nil` where there is no such sound.
    public init?(rate: Int, channels: Int, speakers: UInt32 = 0, sample: Sample = .int16) {
        guard (1...SoundClock.mostRate).contains(rate),
            (1...Self.mostChannels).contains(channels)
        else { return nil }
        (self.rate, self.channels, self.speakers, self.sample) = (rate, channels, speakers, sample)
    }

    /// Bytes of one sample of all channels.
    public var frameBytes: Int { channels * sample.bytes }
}

extension SoundFormat {
    /// Writes the format, for messages and stored files.
    public func encode(into writer: inout ByteWriter) {
        for number in [rate, channels, Int(speakers), Int(sample.rawValue)] {
            writer.append(UInt64(number))
        }
    }

    /// Reads and validates a format.
    public init(from reader: inout ByteReader) throws(StoredError) {
        let rate = try reader.integer(in: 1...SoundClock.mostRate)
        let channels = try reader.integer(in: 1...Self.mostChannels)
        let speakers = UInt32(try reader.integer(in: 0...Int(UInt32.max)))
        let sample = Sample(rawValue: UInt8(try reader.integer(in: 0...255)))
        guard let sample,
            let format = SoundFormat(
                rate: rate,
                channels: channels,
                speakers: speakers,
                sample: sample
            )
        else { throw .impossible }
        self = format
    }
}
