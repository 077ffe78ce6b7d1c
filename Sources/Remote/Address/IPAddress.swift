import CCurl

/// An IP address, and whether it is one that the whole internet reaches.
struct IPAddress: Equatable {
    /// Four bytes, or sixteen.
    private let bytes: [UInt8]

    /// Takes an address of either kind; `nil` for another number of bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads an address in its usual form, without brackets; `nil` for any other text.
    init?(text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = vn_parse_address(text, &bytes)
        self.init(Array(bytes.prefix(Int(count))))
    }

    /// How many bits it has.
    var bitCount: Int { bytes.count * 8 }

    /// Whether it begins with so many bits of another address.
    func isInNetwork(of other: IPAddress, bits: Int) -> Bool {
        bytes.count == other.bytes.count && (0...bitCount).contains(bits)
            && Block(other.bytes, bits).contains(bytes)
    }

    /// Whether it is none of the special-purpose addresses of RFC 6890, nor of those that a machine
    /// or its network keeps to itself.
    var isPublic: Bool {
        let reserved = bytes.count == 4 ? Self.reserved4 : Self.reserved6
        if reserved.contains(where: { $0.contains(bytes) }) { return false }
        return embedded.map(\.isPublic) ?? true
    }

    /// The address of four bytes that one of sixteen leads to.
    private var embedded: IPAddress? {
        guard bytes.count == 16 else { return nil }
        if Self.translated.contains(where: { $0.contains(bytes) }) {
            return IPAddress(Array(bytes[12...]))
        }
        return Self.sixToFour.contains(bytes) ? IPAddress(Array(bytes[2..<6])) : nil
    }

    /// The addresses that begin with some bits.
    private struct Block {
        let start: [UInt8]
        let bits: Int

        init(_ start: [UInt8], _ bits: Int) { (self.start, self.bits) = (start, bits) }

        func contains(_ bytes: [UInt8]) -> Bool {
            (0..<bits).allSatisfy { bit in
                let mask = UInt8(0x80) >> (bit % 8)
                let wanted = bit / 8 < start.count ? start[bit / 8] : 0
                return bytes[bit / 8] & mask == wanted & mask
            }
        }
    }

    private static let reserved4 = [
        Block([0], 8), Block([10], 8), Block([100, 64], 10), Block([127], 8),
        Block([169, 254], 16), Block([172, 16], 12), Block([192, 0, 0], 24),
        Block([192, 0, 2], 24), Block([192, 168], 16), Block([198, 18], 15),
        Block([198, 51, 100], 24), Block([203, 0, 113], 24), Block([224], 4), Block([240], 4),
    ]

    private static let reserved6 = [
        // The unspecified address and loopback, and what else is of old in the first 96 bits.
        Block([], 96), Block([0, 0x64, 0xff, 0x9b, 0, 1], 48), Block([1], 64),
        Block([0x20, 0x01, 0], 23), Block([0x20, 0x01, 0x0d, 0xb8], 32), Block([0x5f], 16),
        Block([0xfc], 7), Block([0xfe, 0x80], 10), Block([0xfe, 0xc0], 10), Block([0xff], 8),
    ]

    private static let translated = [
        Block([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96), Block([0, 0x64, 0xff, 0x9b], 96),
    ]

    private static let sixToFour = Block([0x20, 0x02], 16)
}
