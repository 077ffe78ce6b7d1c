/// Orders HEVC pictures by their order counts, which begin anew with each IDR and BLA picture.
///
/// Pictures that refer to those before the keyframe that decoding starts from (RASL) are not shown.
struct HEVCHeaders: PictureHeaders {
    private let counter: POCParser
    private let form: UnitForm
    private var hasBegun = false
    private var skipsLeading = true
    /// Whether an end of sequence came after the last picture.
    private var hasEnded = false
    /// The last sequence parameter set.
    private var sequence: [UInt8] = []
    /// Whether a picture parameter set lets slices say that their picture is not shown.
    private var mayHide = false

    /// Reads a stream's extradata; `nil` where lengths of units do not take four bytes.
    init?(_ extradata: [UInt8], _ counter: POCParser) {
        self.counter = counter
        form = extradata.first == 1 ? .counted : .marked
        guard form == .marked || extradata.count > 22 && extradata[21] & 3 == 3 else { return nil }
        if form == .marked {
            _ = extradata.withUnsafeBufferPointer { picture(in: $0) }
        } else {
            for unit in Self.units(ofRecord: extradata) { learn(unit) }
        }
    }

    mutating func place(of packet: borrowing Packet) -> PicturePlace? {
        let (count, before, isOver) = (counter.count(of: packet), sequence, hasEnded)
        guard !isOver, let count, let picture = packet.withData({ picture(in: $0) }),
            !mayHide, !picture.dropsOthers || !hasBegun
        else { return nil }
        defer { hasBegun = true }
        switch picture.kind {
        case 16...20:
            skipsLeading = true
            return .first(count: count)
        case 21...23:
            guard hasBegun else { return .first(count: count) }
            skipsLeading = false
            return sequence == before ? .counted(count) : nil
        case 8, 9: return !hasBegun ? nil : skipsLeading ? .hidden : .counted(count)
        default: return hasBegun ? .counted(count) : nil
        }
    }
}

// MARK: - Units

extension HEVCHeaders {
    /// What a picture's first slice tells.
    private struct Picture {
        /// The type of its unit.
        let kind: UInt8
        /// Whether pictures that wait are not to be shown any more.
        let dropsOthers: Bool
    }

    /// Reads a packet's parameter sets and its first slice, and whether it ends the sequence.
    private mutating func picture(in bytes: UnsafeBufferPointer<UInt8>) -> Picture? {
        var (next, first): (Int, Picture?) = (0, nil)
        while let start = form.unit(in: bytes, from: &next) {
            switch bytes[start] >> 1 & 63 {
            case 0..<32 where first == nil:
                guard let picture = Self.picture(bytes[start...].prefix(3)) else { return nil }
                first = picture
                // What ends a sequence comes last; the slices between are not searched.
                if form == .marked { next = max(next, bytes.count - 8) }
            case 33, 34: learn(Array(bytes[start..<form.end(in: bytes, from: next)]))
            case 36, 37: hasEnded = true
            default: break
            }
        }
        return first
    }

    /// Reads the start of a slice; `nil` where it is not its picture's first, or of another layer.
    private static func picture(_ unit: some Collection<UInt8>) -> Picture? {
        let bytes = Array(unit)
        guard bytes.count == 3, bytes[0] & 1 == 0, bytes[1] >> 3 == 0, bytes[2] & 0x80 != 0 else {
            return nil
        }
        let kind = bytes[0] >> 1 & 63
        return Picture(kind: kind, dropsOthers: (16...20).contains(kind) && bytes[2] & 0x40 != 0)
    }

    /// Remembers a parameter set (ITU-T H.265, 7.3.2.2 and 7.3.2.3).
    private mutating func learn(_ unit: [UInt8]) {
        switch unit.first.map({ $0 >> 1 & 63 }) {
        case 33: sequence = unit
        case 34:
            var bits = BitReader(unit.dropFirst(2).prefix(16))
            _ = (bits.exponential(), bits.exponential())
            bits.skip(1)
            mayHide = mayHide || bits.flag()
        default: break
        }
    }

    /// The units in an hvcC record (ISO/IEC 14496-15, 8.3.3.1).
    private static func units(ofRecord record: [UInt8]) -> [[UInt8]] {
        var rest = record.dropFirst(23)
        func number(_ count: Int) -> Int {
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        }
        var units: [[UInt8]] = []
        for _ in 0..<record[22] {
            _ = number(1)
            for _ in 0..<number(2) where !rest.isEmpty {
                let length = number(2)
                units.append(Array(rest.prefix(length)))
                rest = rest.dropFirst(length)
            }
        }
        return units
    }
}
