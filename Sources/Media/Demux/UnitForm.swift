/// How the units of H.264, HEVC and MPEG video are told apart in a packet.
enum UnitForm {
    /// By lengths of four bytes before them (avcC, hvcC).
    case counted
    /// By start codes before them (`00 00 01`).
    case marked

    /// The start of the next unit at or after `next`; `nil` where there is none.
    ///
    /// Advances `next` beyond the unit's first byte, or beyond all of it where the length is known.
    func unit(in bytes: UnsafeBufferPointer<UInt8>, from next: inout Int) -> Int? {
        switch self {
        case .counted: Self.counted(in: bytes, from: &next)
        case .marked: Self.marked(in: bytes, from: &next)
        }
    }

    /// The end of the unit that ``unit(in:from:)`` has found last.
    func end(in bytes: UnsafeBufferPointer<UInt8>, from next: Int) -> Int {
        guard self == .marked else { return next }
        var next = next
        return unit(in: bytes, from: &next).map { $0 - 3 } ?? bytes.count
    }

    private static func counted(
        in bytes: UnsafeBufferPointer<UInt8>,
        from next: inout Int
    ) -> Int? {
        let start = next + 4
        guard start < bytes.count else { return nil }
        let length = bytes[next..<start].reduce(0) { $0 << 8 | Int($1) }
        guard length > 0, length <= bytes.count - start else { return nil }
        next = start + length
        return start
    }

    private static func marked(in bytes: UnsafeBufferPointer<UInt8>, from next: inout Int) -> Int? {
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
