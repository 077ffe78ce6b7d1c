/// Peaks in the format of audiowaveform, version 2, which peaks.js and wavesurfer read.
///
/// https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md
public struct Waveform: Sendable {
    /// How it is written.
    public enum Form: String, Sendable, CaseIterable {
        /// A header of 24 bytes, and the numbers.
        case dat
        /// A JSON object.
        case json

        /// The media type.
        public var contentType: String {
            switch self {
            case .dat: "application/octet-stream"
            case .json: "application/json"
            }
        }
    }

    /// Bits of a number: 8 or 16.
    public let bits: Int
    /// Samples per second.
    public let rate: Int
    /// Samples of a point.
    public let samplesPerPixel: Int
    /// For each channel, the least and the greatest sample of each point, in turn.
    public let channels: [[Int16]]

    /// Creates a waveform of at least one channel, all of which have equally many points.
    public init(bits: Int, rate: Int, samplesPerPixel: Int, channels: [[Int16]]) {
        (self.bits, self.rate, self.channels) = (bits, rate, channels)
        self.samplesPerPixel = samplesPerPixel
    }

    /// How many points each channel has.
    public var length: Int { channels[0].count / 2 }

    /// The file.
    public func bytes(as form: Form) -> [UInt8] {
        switch form {
        case .dat: dat
        case .json: json
        }
    }

    private var dat: [UInt8] {
        let flags = bits == 8 ? 1 : 0
        var bytes = [2, flags, rate, samplesPerPixel, length, channels.count].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        bytes.reserveCapacity(bytes.count + length * channels.count * bits / 4)
        forEach { number in
            bytes.append(UInt8(truncatingIfNeeded: number))
            if bits == 16 { bytes.append(UInt8(truncatingIfNeeded: number >> 8)) }
        }
        return bytes
    }

    /// Written by hand: an hour has millions of numbers, which a coder would box one by one.
    private var json: [UInt8] {
        let head =
            #"{"version":2,"channels":\#(channels.count),"sample_rate":\#(rate),"#
            + #""samples_per_pixel":\#(samplesPerPixel),"bits":\#(bits),"length":\#(length),"data":["#
        var text = Array(head.utf8)
        forEach { number in
            text += String(number).utf8
            text.append(UInt8(ascii: ","))
        }
        if length > 0 { text.removeLast() }
        return text + Array("]}\n".utf8)
    }

    /// The numbers in the order of the file: for each point, the least and greatest of each channel.
    private func forEach(_ body: (Int) -> Void) {
        for point in 0..<length {
            for channel in channels {
                for number in channel[2 * point..<2 * point + 2] {
                    body(bits == 8 ? Int(number) / 256 : Int(number))
                }
            }
        }
    }
}
