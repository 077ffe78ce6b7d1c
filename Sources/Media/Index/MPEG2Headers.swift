/// Orders MPEG-1 and MPEG-2 pictures by their types, as decoders do: one that others refer to waits
/// for the next of them, and a B-picture is shown at once.
///
/// Temporal references (ITU-T H.262, 6.3.9) say the same where they are right.
struct MPEG2Headers: PictureHeaders {
    /// How many pictures came that others refer to, up to two.
    private var references = 0
    /// Whether the B-pictures before a group's first other picture refer to that alone.
    private var isClosed = false
    /// What makes decoders start anew when it changes: size, shape and kind of the pictures.
    private var sequence: [UInt8] = []

    mutating func place(of packet: borrowing Packet) -> PicturePlace? {
        let before = sequence
        guard let type = packet.withData({ pictureType(in: $0) }) else { return nil }
        // A decoder that starts anew loses the picture that waits.
        guard sequence == before || references == 0 else { return nil }
        switch type {
        case 1: break
        case 2 where references == 0: return .hidden
        case 2: break
        case 3: return references > 1 || references == 1 && isClosed ? .atOnce : .hidden
        default: return nil
        }
        references = min(references + 1, 2)
        return .first(count: 0)
    }

    /// Reads headers up to the first slice; `nil` without a picture, or with a single field.
    private mutating func pictureType(in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
        var (next, type, isField, size): (Int, UInt8?, Bool, [UInt8]) = (0, nil, false, [])
        headers: while let start = UnitForm.marked.unit(in: bytes, from: &next),
            start + 5 < bytes.count
        {
            switch bytes[start] {
            case 0: type = bytes[start + 2] >> 3 & 7
            case 1...0xAF: break headers
            case 0xB3:
                size =
                    [bytes[start + 1], bytes[start + 2], bytes[start + 3]]
                    + [bytes[start + 4] & 0xF0]
            case 0xB5 where bytes[start + 1] >> 4 == 1:
                size += [bytes[start + 1], bytes[start + 2], bytes[start + 3] & 0xE0]
            case 0xB5 where bytes[start + 1] >> 4 == 8: isField = bytes[start + 3] & 3 != 3
            case 0xB8: isClosed = bytes[start + 4] & 0x40 != 0
            default: break
            }
        }
        if !size.isEmpty { sequence = size }
        return isField && !Self.hasPicture(bytes, from: next) ? nil : type
    }

    /// Whether another picture follows: a frame's second field.
    private static func hasPicture(_ bytes: UnsafeBufferPointer<UInt8>, from next: Int) -> Bool {
        var next = next
        while let start = UnitForm.marked.unit(in: bytes, from: &next) {
            if bytes[start] == 0 { return true }
        }
        return false
    }
}
