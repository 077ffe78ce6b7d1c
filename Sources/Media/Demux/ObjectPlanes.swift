import CFFmpeg

/// Tells what pictures an MPEG-4 part 2 stream's packets have (ISO/IEC 14496-2, 6.2): its video
/// object planes (VOPs).
///
/// Packets without a coded plane show nothing. DivX puts two planes into one packet and a packet
/// without any after it (“packed bitstream”), for which decoders then show the second plane.
struct ObjectPlanes {
    /// How a plane is coded.
    enum Plane: UInt8 {
        /// From itself.
        case intra = 0
        /// From planes before it.
        case predicted = 1
        /// From planes on both sides of it, and none refers to it.
        case bidirectional = 2
        /// From planes before it, all of which may move.
        case sprite = 3
    }

    /// What is decoded for one packet.
    enum Content: Equatable {
        /// A plane.
        case plane(Plane)
        /// Nothing.
        case nothing
        /// Its headers are missing or damaged.
        case unknown
    }

    /// Whether the headers say if planes come in another order than they are shown in.
    private(set) var tellsDelay = false
    /// The bits of a plane's time; `nil` before the headers of the layer.
    private var timeBits: Int?
    private var isPacked = false
    /// The plane that the next packet stands for.
    private var waiting: Plane?

    /// Reads a stream's extradata.
    init(_ extradata: [UInt8]) {
        extradata.withUnsafeBufferPointer { bytes in
            var next = 0
            while let start = UnitForm.marked.unit(in: bytes, from: &next) {
                learn(bytes, from: start)
            }
        }
    }

    /// Forgets the packet before, after a seek.
    mutating func forget() { waiting = nil }

    /// What is decoded for the next packet.
    mutating func content(of packet: borrowing Packet) -> Content {
        packet.withData { content(in: $0) }
    }

    private mutating func content(in bytes: UnsafeBufferPointer<UInt8>) -> Content {
        var next = 0
        let held = waiting
        waiting = nil
        guard let first = plane(in: bytes, from: &next) else {
            return held.map(Content.plane) ?? .unknown
        }
        let second = held != nil ? first : isPacked ? plane(in: bytes, from: &next) : nil
        // As `ff_mpeg4_frame_end` of libavcodec keeps it.
        if let second, second.isCoded, second.kind == .intra || second.kind == .bidirectional {
            waiting = second.kind
        }
        if let held { return .plane(held) }
        return first.isCoded ? .plane(first.kind) : .nothing
    }

    /// The next plane at or after `next`.
    private mutating func plane(
        in bytes: UnsafeBufferPointer<UInt8>,
        from next: inout Int
    ) -> (kind: Plane, isCoded: Bool)? {
        while let start = UnitForm.marked.unit(in: bytes, from: &next) {
            guard bytes[start] == 0xB6 else {
                learn(bytes, from: start)
                continue
            }
            var bits = BitReader(raw: bytes[(start + 1)...].prefix(Self.longestHead))
            guard let timeBits, let kind = Plane(rawValue: UInt8(bits.read(2))) else { return nil }
            while bits.flag() {}
            bits.skip(1 + timeBits + 1)
            return (kind, bits.flag())
        }
        return nil
    }

    /// The bytes of a plane up to whether it is coded, with a minute of whole seconds before.
    private static let longestHead = 16
}

// MARK: - Headers

extension ObjectPlanes {
    /// Reads a header that planes depend on.
    private mutating func learn(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        let unit = bytes[(start + 1)...].prefix(64)
        switch bytes[start] {
        case 0x20...0x2F: learn(layer: BitReader(raw: unit))
        case 0xB2: isPacked = isPacked || Self.saysPacked(unit)
        default: break
        }
    }

    /// Reads a video object layer (6.2.3).
    private mutating func learn(layer bits: consuming BitReader) {
        bits.skip(9)
        let version = bits.flag() ? bits.read(7) >> 3 : 1
        if bits.read(4) == 15 { bits.skip(16) }
        tellsDelay = bits.flag()
        if tellsDelay {
            bits.skip(3)
            if bits.flag() { bits.skip(79) }
        }
        if bits.read(2) == 3, version != 1 { bits.skip(4) }
        bits.skip(1)
        let resolution = bits.read(16)
        timeBits = max(1, Int.bitWidth - (resolution - 1).leadingZeroBitCount)
    }

    /// Whether an encoder's name ends as those do that write packed streams: `DivX503b1393p`.
    private static func saysPacked(_ unit: some Collection<UInt8>) -> Bool {
        let text = String(decoding: unit.prefix { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
        let words = text.split(whereSeparator: \.isNumber)
        return words.count > 2 && words[0] == "DivX" && ["b", "Build"].contains(words[1])
            && words[2].first == "p"
    }
}
