/// Which sound a client gets while it scrubs.
public struct SoundSettings: Codable, Equatable, Sendable {
    /// What is heard of a target.
    public enum Scrub: String, Codable, CaseIterable, Sendable {
        /// Nothing.
        case off
        /// What is shown with its frame, and 50 ms at least.
        case frame
        /// A window of 100 ms around it; windows next to each other overlap by half.
        case grain
    }

    /// What is heard.
    public let scrub: Scrub
    /// Samples per second.
    public let rate: Int
    /// One or two channels.
    public let channels: Int

    /// The rates that can be had: whole hundreds, as a message's header has them.
    public static let rates = 8_000...192_000

    /// Creates settings; `nil` for what cannot be had.
    public init?(_ scrub: Scrub, rate: Int = 48_000, channels: Int = 1) {
        guard Self.rates.contains(rate), rate.isMultiple(of: 100), (1...2).contains(channels)
        else { return nil }
        (self.scrub, self.rate, self.channels) = (scrub, rate, channels)
    }
}

extension SoundSettings {
    init(_ fields: Fields) throws(WireError) {
        let scrub: Scrub = try fields.choice(.scrub)
        let rate = fields.has(.rate) ? try fields.integer(.rate, in: Self.rates) : 48_000
        let channels = fields.has(.channels) ? try fields.integer(.channels, in: 1...2) : 1
        guard let settings = SoundSettings(scrub, rate: rate, channels: channels) else {
            throw fields.failure(.rate, expected: "a whole number of hundreds")
        }
        self = settings
    }
}

/// The 32 bytes before the samples of a sound, big-endian: as before a picture, of format 16.
///
/// The samples follow, signed and of 16 bits, little-endian, with the channels of each together.
public struct SoundHeader: Equatable, Sendable {
    /// How many channels there are.
    public let channels: Int
    /// Samples per second; a whole number of hundreds.
    public let rate: Int
    /// The message that the sound answers.
    public let seq: UInt32
    /// The frame that it is heard with.
    public let frame: Int
    /// The time of the first sample, in ticks of the media's timebase.
    public let pts: Int64

    /// Creates a header.
    public init(channels: Int, rate: Int, seq: UInt32, frame: Int, pts: Int64) {
        (self.channels, self.rate, self.seq) = (channels, rate, seq)
        (self.frame, self.pts) = (frame, pts)
    }

    /// The header as it goes over the wire.
    public var bytes: [UInt8] {
        let ticks = UInt64(bitPattern: pts)
        let fields: [(UInt64, bytes: Int)] = [
            (0x564E, 2), (1, 1), (16, 1), (1, 2), (UInt64(channels), 2), (UInt64(rate / 100), 2),
            (0, 2), (UInt64(seq), 4), (UInt64(UInt32(clamping: frame)), 4), (ticks, 8), (0, 4),
        ]
        return fields.flatMap { number, count in
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
        }
    }
}
