public import Timeline

/// The header of a WAV file: RIFF, as Microsoft's “Multiple Channel Audio Data and WAVE Files” has it.
public struct WaveFile: Sendable {
    /// The media type.
    public static let contentType = "audio/wav"

    private let format: SoundFormat
    private let bytes: Int

    /// Describes so many bytes of samples.
    public init(_ format: SoundFormat, bytes: Int) { (self.format, self.bytes) = (format, bytes) }

    /// What comes before the samples.
    public var header: [UInt8] {
        // The plain form is for at most two channels of 16 bits.
        let isPlain = format.channels <= 2 && format.sample == .int16
        let description = isPlain ? plain(tag: 1) : extensible
        let length = 4 + 8 + description.count + 8 + bytes
        return Array("RIFF".utf8) + Self.word(length) + Array("WAVEfmt ".utf8)
            + Self.word(description.count) + description + Array("data".utf8) + Self.word(bytes)
    }

    private func plain(tag: Int) -> [UInt8] {
        let bits = 8 * format.sample.bytes
        return Self.half(tag) + Self.half(format.channels) + Self.word(format.rate)
            + Self.word(format.rate * format.frameBytes) + Self.half(format.frameBytes)
            + Self.half(bits)
    }

    private var extensible: [UInt8] {
        let bits = 8 * format.sample.bytes
        let tag = format.sample == .float32 ? 3 : 1
        let identifier: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]
        return plain(tag: 0xfffe) + Self.half(22) + Self.half(bits)
            + Self.word(Int(format.speakers)) + Self.half(tag) + identifier
    }

    private static func half(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }

    private static func word(_ number: Int) -> [UInt8] { half(number) + half(number >> 16) }
}
