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
    private let form: UnitForm

    /// Reads a stream's extradata.
    init(_ extradata: [UInt8]) {
        let sets = ParameterSets(extradata)
        form = sets?.countsLengths == true ? .counted : .marked
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

    /// The first slice of a packet's first picture, whether or not there are fields.
    mutating func firstSlice(of packet: borrowing Packet) -> SliceHeader? {
        packet.withData { bytes in
            var next = 0
            while let start = form.unit(in: bytes, from: &next) {
                switch bytes[start] & 31 {
                case 7, 8: learn(Array(bytes[start...].prefix(Self.longestSet)))
                case 1...5: return header(bytes[start...]).flatMap { $0.isFirst ? $0 : nil }
                default: break
                }
            }
            return nil
        }
    }

    private mutating func slices(in bytes: UnsafeBufferPointer<UInt8>) -> [SliceHeader] {
        var found: [SliceHeader] = []
        var next = 0
        while let start = form.unit(in: bytes, from: &next) {
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
}
