/// How an H.264 stream codes its picture order counts (POC type 0; ITU-T H.264, 8.2.1.1).
///
/// A slice header carries the lowest bits of the count, and the decoder takes the count that is
/// nearest to the previous picture's. A keyframe that is not an IDR picture, as in open GOPs, must
/// therefore follow pictures with lower counts, or it is displayed among them.
///
/// FFmpeg's parser has the whole count of a picture (`output_picture_number`), but not at which the
/// coded bits wrap around, which decides how the count after a join is derived; `trace_headers`
/// only logs it.
struct POCWraparound: Equatable {
    /// The count at which the coded bits wrap around.
    let modulus: Int
    private let sequence: SequenceParameters

    /// Parses a sequence parameter set; `nil` for POC types 1 and 2.
    init?(sequence unit: [UInt8]) {
        guard let sequence = SequenceParameters(unit), let bits = sequence.orderBits else {
            return nil
        }
        self.sequence = sequence
        modulus = 1 << bits
    }

    /// The lowest bits of a picture's count, from its first slice.
    func lowestBits(ofSlice unit: [UInt8]) -> Int {
        SliceHeader(unit.prefix(SliceHeader.most)) { _ in sequence }?.lowestOrderBits ?? 0
    }

    /// The length of the last GOP among `count` encoded pictures, so that a picture with the given
    /// bits is displayed after all of them; `nil` where no length is possible.
    ///
    /// Encoded pictures count by twos, coded as in `encoded`.
    func lastGOPLength(before bits: Int, count: Int, encoded: POCWraparound) -> Int? {
        (1...max(count, 1)).first { run in
            let last = 2 * (run - 1)
            return follower(of: last, counted: encoded, bits: bits) > last && run <= count
        }
    }

    /// The count that a decoder derives for a picture after the one with count `last`.
    private func follower(of last: Int, counted encoded: POCWraparound, bits: Int) -> Int {
        let low = last % encoded.modulus
        let base = last - low + bits
        if bits < low, low - bits >= modulus / 2 { return base + modulus }
        if bits > low, bits - low > modulus / 2 { return base - modulus }
        return base
    }
}
