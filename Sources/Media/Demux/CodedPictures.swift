import CFFmpeg

/// Tells which pictures an H.264 stream's packets have: frames, or single fields.
///
/// libavcodec's parser reads one picture of a packet alone, so it does not tell a packet with both
/// fields of a frame from one with the first.
struct CodedPictures {
    /// Sequence parameter sets by number.
    private var sequences: [Int: SequenceParameters] = [:]
    /// Numbers of sequence parameter sets by those of the picture parameter sets.
    private var pictures: [Int: Int] = [:]
    /// Whether packets have four-byte lengths (avcC) instead of start codes (Annex B).
    private let countsLengths: Bool

    /// Reads a stream's extradata.
    init(_ extradata: [UInt8]) {
        let sets = ParameterSets(extradata)
        countsLengths = sets?.countsLengths ?? false
        for unit in sets.map({ $0.sequences + $0.pictures }) ?? [] { learn(unit) }
    }

    /// Whether any picture may be a field.
    var mayBeFields: Bool { sequences.values.contains { !$0.isFramesOnly } }

    /// The first slice of each picture in a packet, up to the first that is a frame.
    ///
    /// Parameter sets change at keyframes alone, so nothing is read of other packets where there
    /// are no fields.
    mutating func slices(of packet: borrowing Packet) -> [SliceHeader] {
        let isKeyframe = packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0
        guard mayBeFields || isKeyframe else { return [] }
        return packet.withData { slices(in: $0) }
    }

    private mutating func slices(in bytes: UnsafeBufferPointer<UInt8>) -> [SliceHeader] {
        var found: [SliceHeader] = []
        var next = 0
        while let start = unit(in: bytes, from: &next) {
            switch bytes[start] & 31 {
            case 7, 8: learn(Array(bytes[start...].prefix(Self.longestSet)))
            case 1, 5:
                guard mayBeFields, let slice = header(bytes[start...]) else { return found }
                if slice.isFirst || found.isEmpty { found.append(slice) }
                if slice.structure == .frame { return found }
            default: break
            }
        }
        return found
    }

    private func header(_ unit: Slice<UnsafeBufferPointer<UInt8>>) -> SliceHeader? {
        SliceHeader(unit.prefix(SliceHeader.most)) { pictures[$0].flatMap { sequences[$0] } }
    }

    /// The bytes of the longest set: scaling lists take about 700.
    private static let longestSet = 1024

    /// Remembers a parameter set; others may have been replaced.
    private mutating func learn(_ unit: [UInt8]) {
        // A container may have sets of no bytes.
        guard let head = unit.first else { return }
        if head & 31 == 7 {
            guard let sequence = SequenceParameters(unit), sequence.number < 32 else { return }
            sequences[sequence.number] = sequence
        } else {
            var bits = BitReader(unit.dropFirst().prefix(16))
            let number = bits.exponential()
            if number < 256 { pictures[number] = bits.exponential() }
        }
    }

    /// The start of the next NAL unit at or after `next`; advances `next` beyond its first byte, or
    /// beyond all of it where the length is known.
    private func unit(in bytes: UnsafeBufferPointer<UInt8>, from next: inout Int) -> Int? {
        countsLengths ? counted(in: bytes, from: &next) : marked(in: bytes, from: &next)
    }

    private func counted(in bytes: UnsafeBufferPointer<UInt8>, from next: inout Int) -> Int? {
        let start = next + 4
        guard start < bytes.count else { return nil }
        let length = bytes[next..<start].reduce(0) { $0 << 8 | Int($1) }
        guard length > 0, length <= bytes.count - start else { return nil }
        next = start + length
        return start
    }

    private func marked(in bytes: UnsafeBufferPointer<UInt8>, from next: inout Int) -> Int? {
        while next + 3 < bytes.count {
            let last = bytes[next + 2]
            if last == 1, bytes[next] == 0, bytes[next + 1] == 0 {
                next += 4
                return next - 1
            }
            next += last > 1 ? 3 : 1
        }
        return nil
    }
}
