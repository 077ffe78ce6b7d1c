/// How an H.264 stream counts the order in which its pictures are shown.
///
/// A picture carries the lowest bits of its count, and a decoder takes the count that is nearest to
/// that of the picture before. A keyframe that does not reset the decoder, as in open groups, must
/// therefore come behind pictures whose counts are lower, or it is shown among them.
struct OrderCount: Equatable {
    /// How many counts there are until the bits begin anew.
    let modulus: Int
    private let frameNumberBits: Int
    private let orderBits: Int
    private let isFramesOnly: Bool
    private let hasSeparatePlanes: Bool

    /// Reads a sequence's parameters; `nil` where it counts in another way.
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

    /// The lowest bits of a picture's count, which stand in its first slice.
    func lowestBits(ofSlice unit: [UInt8]) -> Int {
        var bits = BitReader(unit.dropFirst().prefix(40))
        _ = (bits.exponential(), bits.exponential(), bits.exponential())
        if hasSeparatePlanes { bits.skip(2) }
        bits.skip(frameNumberBits)
        if !isFramesOnly, bits.read(1) == 1 { bits.skip(1) }
        return bits.read(orderBits)
    }

    /// With how many pictures from its last keyframe on a run of `count` must end, so that a picture
    /// with the given bits comes behind all of them; `nil` where no number will do.
    ///
    /// The run is counted by twos, in the way of `encoded`.
    func lastRun(before bits: Int, count: Int, encoded: OrderCount) -> Int? {
        (1...max(count, 1)).first { run in
            let last = 2 * (run - 1)
            return follower(of: last, counted: encoded, bits: bits) > last && run <= count
        }
    }

    /// The count that a decoder gives a picture behind the one with count `last`.
    private func follower(of last: Int, counted encoded: OrderCount, bits: Int) -> Int {
        let low = last % encoded.modulus
        let base = last - low + bits
        if bits < low, low - bits >= modulus / 2 { return base + modulus }
        if bits > low, bits - low > modulus / 2 { return base - modulus }
        return base
    }

    /// The profiles whose parameters tell of colours and scaling first.
    private static let detailed: Set<Int> = [
        100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
    ]

    /// Reads over the formats of colours; `nil` where scaling lists follow, which are rare.
    private static func separatePlanes(_ bits: inout BitReader) -> Bool? {
        let isSeparate = bits.exponential() == 3 && bits.read(1) == 1
        _ = (bits.exponential(), bits.exponential())
        bits.skip(1)
        return bits.read(1) == 0 ? isSeparate : nil
    }
}

/// Reads numbers from the bits of an H.264 unit; zeros behind its end.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    /// Reads `unit` without the bytes that keep start codes out of it.
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

    /// Reads a number of so many bits.
    mutating func read(_ count: Int) -> Int {
        (0..<count).reduce(0) { number, _ in number << 1 | bit() }
    }

    /// Passes over bits.
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
