/// How an H.264 stream codes its picture order counts (POC type 0; ITU-T H.264, 8.2.1.1).
///
/// A slice header carries the lowest bits of the count, and the decoder takes the count that is
/// nearest to the previous picture's. A keyframe that is not an IDR picture, as in open GOPs, must
/// therefore follow pictures with lower counts, or it is displayed among them.
///
/// FFmpeg's parser has the whole count of a picture (`output_picture_number`), but not at which the
/// coded bits wrap around, which decides how the count after a join is derived; `trace_headers`
/// only logs it.
struct PictureOrderCount: Equatable {
    /// The count at which the coded bits wrap around.
    let modulus: Int
    private let frameNumberBits: Int
    private let orderBits: Int
    private let isFramesOnly: Bool
    private let hasSeparatePlanes: Bool

    /// Parses a sequence parameter set; `nil` for POC types 1 and 2 and for scaling lists.
    init?(sequence: [UInt8]) {
        var bits = BitReader(sequence.dropFirst())
        let profile = bits.read(8)
        bits.skip(16)
        _ = bits.exponential()
        var isSeparate = false
        if Self.detailed.contains(profile) {
            guard let planes = Self.separatePlanes(&bits) else { return nil }
            isSeparate = planes
        }
        frameNumberBits = bits.exponential() + 4
        guard bits.exponential() == 0 else { return nil }
        orderBits = bits.exponential() + 4
        guard (4...16).contains(orderBits), (4...16).contains(frameNumberBits) else { return nil }
        _ = bits.exponential()
        bits.skip(1)
        _ = (bits.exponential(), bits.exponential())
        isFramesOnly = bits.read(1) == 1
        hasSeparatePlanes = isSeparate
        modulus = 1 << orderBits
    }

    /// The lowest bits of a picture's count, from its first slice.
    func lowestBits(ofSlice unit: [UInt8]) -> Int {
        var bits = BitReader(unit.dropFirst().prefix(40))
        _ = (bits.exponential(), bits.exponential(), bits.exponential())
        if hasSeparatePlanes { bits.skip(2) }
        bits.skip(frameNumberBits)
        if !isFramesOnly, bits.read(1) == 1 { bits.skip(1) }
        return bits.read(orderBits)
    }

    /// The length of the last GOP among `count` encoded pictures, so that a picture with the given
    /// bits is displayed after all of them; `nil` where no length is possible.
    ///
    /// Encoded pictures count by twos, coded as in `encoded`.
    func lastGOPLength(before bits: Int, count: Int, encoded: PictureOrderCount) -> Int? {
        (1...max(count, 1)).first { run in
            let last = 2 * (run - 1)
            return follower(of: last, counted: encoded, bits: bits) > last && run <= count
        }
    }

    /// The count that a decoder derives for a picture after the one with count `last`.
    private func follower(of last: Int, counted encoded: PictureOrderCount, bits: Int) -> Int {
        let low = last % encoded.modulus
        let base = last - low + bits
        if bits < low, low - bits >= modulus / 2 { return base + modulus }
        if bits > low, bits - low > modulus / 2 { return base - modulus }
        return base
    }

    /// The profiles whose sequence parameter sets begin with chroma format and scaling lists.
    private static let detailed: Set<Int> = [
        100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
    ]

    /// Skips the chroma format and bit depths; `nil` where scaling lists follow, which are rare.
    private static func separatePlanes(_ bits: inout BitReader) -> Bool? {
        let isSeparate = bits.exponential() == 3 && bits.read(1) == 1
        _ = (bits.exponential(), bits.exponential())
        bits.skip(1)
        return bits.read(1) == 0 ? isSeparate : nil
    }
}

/// Reads numbers from the bits of an H.264 NAL unit; zeros after its end.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    /// Takes a unit and removes its emulation prevention bytes.
    init(_ unit: some Sequence<UInt8>) {
        var bytes: [UInt8] = []
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    /// Reads an unsigned number of `count` bits.
    mutating func read(_ count: Int) -> Int {
        (0..<count).reduce(0) { number, _ in number << 1 | bit() }
    }

    /// Skips bits.
    mutating func skip(_ count: Int) { position += count }

    /// Reads an Exp-Golomb number.
    mutating func exponential() -> Int {
        var zeros = 0
        while zeros < 32, bit() == 0 { zeros += 1 }
        return (1 << zeros) - 1 + read(zeros)
    }

    private mutating func bit() -> Int {
        defer { position += 1 }
        guard position / 8 < bytes.count else { return 0 }
        return Int(bytes[position / 8] >> UInt8(7 - position % 8)) & 1
    }
}
