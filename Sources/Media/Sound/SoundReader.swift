import CFFmpeg
import Timeline

/// Decodes any samples of a sound, exactly as decoding it from the start would.
///
/// It begins some packets before, so that the decoder has forgotten where it began. What is cut off
/// at an encoder's delay or the end is known from the map, as nobody tells after a seek. Belongs to
/// the thread that made it.
struct SoundReader: ~Copyable {
    private let map: SoundMap
    private let file: String
    private var position: SoundPosition
    private var decoder: SoundDecoder
    private var converter: FrameConverter
    /// The packet that continues what the decoder has been fed; `nil` before the first.
    private var continued: Int?
    /// The samples of the packet that was decoded last.
    private var decoded: (packet: Int, bytes: [UInt8])?
    /// Packets that were decoded so far.
    private(set) var packetsDecoded = 0
    /// Those that the present decoder was fed.
    private var fed = 0

    /// Opens the sound that a map is of.
    init(_ file: OpenFile, _ job: SoundJob, _ map: SoundMap) throws(MediaError) {
        let position = try SoundPosition(file, job, map)
        let decoder = try position.decoder()
        (self.map, self.file) = (map, file.name)
        self.decoder = decoder
        self.position = position
        converter = FrameConverter(to: map.format)
    }

    /// The samples of an order, with the channels of each together.
    ///
    /// Where there is no sound, there is silence.
    mutating func read(_ order: SoundOrder) throws(MediaError) -> [UInt8] {
        guard let format = order.format(of: map.format), let size = order.bytes(of: map.format)
        else { throw .unsuitable(file: file, reason: "so many samples are not decoded at once") }
        guard format != map.format else { return try read(order.samples) }
        let span = ResampledSpan(order.samples, from: map.format.rate, to: format.rate)
        let source = try read(span.source)
        let result = SoundConverter.convert(source, map.format, to: format, span)
        guard let result, result.count == size else {
            throw .unsuitable(file: file, reason: "its channels cannot be mixed")
        }
        return result
    }

    /// Samples as they are decoded.
    private mutating func read(_ samples: Range<Int64>) throws(MediaError) -> [UInt8] {
        let unit = map.format.frameBytes
        var result = [UInt8](repeating: 0, count: samples.count * unit)
        var sample = samples.lowerBound
        while sample < samples.upperBound, let place = map.place(of: sample) {
            let part = place.samples.clamped(to: samples)
            if !part.isEmpty {
                let bytes = try decode(place)
                let from = Int(part.lowerBound - place.samples.lowerBound) * unit
                let to = Int(part.lowerBound - samples.lowerBound) * unit
                let count = part.count * unit
                result.replaceSubrange(to..<to + count, with: bytes[from..<from + count])
            }
            sample = place.samples.upperBound
        }
        return result
    }

    /// Decodes the samples of one packet.
    private mutating func decode(_ place: SoundMap.Place) throws(MediaError) -> [UInt8] {
        if let decoded, decoded.packet == place.packet { return decoded.bytes }
        if continued.map({ !($0...$0 + decoder.preroll).contains(place.packet) }) ?? true {
            try begin(before: place.packet)
        }
        var bytes: [UInt8] = []
        while let next = continued, next <= place.packet {
            bytes = decodeNext()
            continued = next + 1
        }
        let whole = place.trimmed(bytes, unit: map.format.frameBytes)
        decoded = (place.packet, whole)
        return whole
    }

    /// Goes so far before a packet that the decoder knows by then what it would know from the start.
    private mutating func begin(before packet: Int) throws(MediaError) {
        let latest = packet - decoder.preroll
        // The first and the last may be cut.
        let period = decoder.period(ofPackets: map.runs.lazy.prefix(8).map(\.length).max() ?? 0)
        if latest > 0, fed == 0 { try feedFirst(period) }
        let start = latest - Int(Int64(latest - fed).modulo(Int64(period)))
        // Where nothing comes before, it must not remember what flushing leaves in some decoders.
        if start <= 0 { try replaceDecoder() } else { decoder.flush() }
        try go(to: max(0, start))
    }

    /// Feeds a new decoder the beginning, if what it does depends on how many packets it was fed.
    private mutating func feedFirst(_ count: Int) throws(MediaError) {
        guard count > 1 else { return }
        try go(to: 0)
        for _ in 0..<count { _ = decodeNext() }
    }

    private mutating func replaceDecoder() throws(MediaError) {
        decoder = try position.decoder()
        fed = 0
    }

    private mutating func go(to packet: Int) throws(MediaError) {
        guard try position.go(to: packet) else { throw .changed(file: file) }
        continued = packet
    }

    /// Decodes one packet more; what cannot be decoded gives nothing.
    private mutating func decodeNext() -> [UInt8] {
        packetsDecoded += 1
        fed += 1
        var bytes: [UInt8] = []
        // After the last packet comes what the decoder still holds.
        let isThere = position.read()
        guard decoder.send(isThere ? position.packet.pointer : nil) else { return bytes }
        while case .frame = decoder.receive() { bytes += converted() }
        return bytes
    }

    /// The samples of the frame that the decoder put out.
    private mutating func converted() -> [UInt8] {
        let unit = map.format.frameBytes
        let frame = decoder.frame
        let most = Int(frame.pointee.nb_samples) * unit
        return [UInt8](unsafeUninitializedCapacity: most) { buffer, used in
            used = (converter.convert(frame, into: [buffer.baseAddress]) ?? 0) * unit
        }
    }
}

extension SoundMap.Place {
    /// As many of the decoded samples as the packet holds: the first are left out at an encoder's
    /// delay, else the last; where there are too few, silence comes before them.
    fileprivate func trimmed(_ bytes: [UInt8], unit: Int) -> [UInt8] {
        let wanted = samples.count * unit
        guard bytes.count != wanted else { return bytes }
        guard bytes.count > wanted else {
            return [UInt8](repeating: 0, count: wanted - bytes.count) + bytes
        }
        return Array(isCutAtStart ? bytes.suffix(wanted) : bytes.prefix(wanted))
    }
}

/// Which samples a converter of rates needs for others, so that it gives the same wherever it begins.
struct ResampledSpan {
    /// The samples that it needs.
    let source: Range<Int64>
    /// How many of those that it gives come before the wanted ones, and how many are wanted.
    let skipped, count: Int

    /// Samples of `rate` that are needed for those of another.
    ///
    /// The filter is the same for each block of samples after which both rates have a whole number;
    /// it reaches 32 samples of the lower rate.
    init(_ samples: Range<Int64>, from rate: Int, to other: Int) {
        let unit = Int64(greatestCommonDivisor(rate, other))
        let (own, wanted) = (Int64(rate) / unit, Int64(other) / unit)
        let reach = 64 * max(1, Int64(rate) / Int64(other) + 1)
        let margin = reach / own + 1
        let block = samples.lowerBound.floorDivided(by: wanted) - margin
        let last = samples.upperBound.floorDivided(by: wanted) + 1 + margin
        source = block * own..<last * own
        skipped = Int(samples.lowerBound - block * wanted)
        count = samples.count
    }
}

extension SoundConverter {
    /// Converts samples with their channels together; `nil` where they cannot be mixed so.
    fileprivate static func convert(
        _ source: [UInt8],
        _ format: SoundFormat,
        to other: SoundFormat,
        _ span: ResampledSpan
    ) -> [UInt8]? {
        let converter = SoundConverter(
            from: SpeakerLayout(format),
            Side(sample: format.sample.packed, rate: format.rate),
            to: SpeakerLayout(other),
            Side(sample: other.sample.packed, rate: other.rate)
        )
        guard let converter else { return nil }
        let capacity = span.skipped + span.count
        var (source, came) = (source, 0)
        var result = [UInt8](repeating: 0, count: capacity * other.frameBytes)
        source.withUnsafeMutableBufferPointer { source in
            result.withUnsafeMutableBufferPointer { result in
                var input = [source.baseAddress]
                came = input.withUnsafeMutableBufferPointer { input in
                    converter.convert(
                        input.baseAddress,
                        count: source.count / format.frameBytes,
                        into: [result.baseAddress],
                        capacity: capacity
                    )
                }
            }
        }
        guard came == capacity else { return nil }
        return Array(result.dropFirst(span.skipped * other.frameBytes))
    }
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
}

extension Int64 {
    /// What is left of it beyond a multiple of a positive number.
    fileprivate func modulo(_ divisor: Int64) -> Int64 {
        self - divisor * floorDivided(by: divisor)
    }

    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
