/// Reads numbers from the bits of a header, such as an H.264 NAL unit; zeros after its end.
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

    /// Takes bytes as they are.
    init(raw bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

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

    /// Reads an Exp-Golomb number that may be negative.
    mutating func signedExponential() -> Int {
        let number = exponential()
        return number % 2 == 0 ? -(number / 2) : number / 2 + 1
    }

    /// Reads a flag.
    mutating func flag() -> Bool { read(1) == 1 }

    private mutating func bit() -> Int {
        defer { position += 1 }
        guard position / 8 < bytes.count else { return 0 }
        return Int(bytes[position / 8] >> UInt8(7 - position % 8)) & 1
    }
}
