/// The boxes at the top level of a file in the ISO base media file format (ISO/IEC 14496-12, 4.2),
/// of which libavformat does not tell where they are.
struct MovieBoxes: Sequence, IteratorProtocol {
    struct Box {
        let type: UInt32
        /// All of its bytes.
        let range: Range<Int64>
        /// The bytes before its content.
        let head: Int64

        /// The bytes of its content.
        var content: Range<Int64> { range.lowerBound + head..<range.upperBound }
    }

    private let file: OpenFile
    private var place: Int64
    private var count = 0
    /// More boxes than a day of fragments has.
    private static let most = 1 << 20
    static let (fragment, segmentIndex) = (name("moof"), name("sidx"))
    static let (randomAccess, trackAccess) = (name("mfra"), name("tfra"))
    private static let (movie, content) = (name("moov"), name("mdat"))

    /// The boxes from the start of the file or of a box; they end where there is none.
    init(in file: OpenFile, from start: Int64 = 0) { (self.file, place) = (file, start) }

    mutating func next() -> Box? {
        count += 1
        guard count <= Self.most, let (type, length, head) = head else { return nil }
        let (end, overflow) = place.addingReportingOverflow(length)
        guard !overflow else { return nil }
        defer { place = end }
        return Box(type: type, range: place..<end, head: head)
    }

    /// The type and the length of the box here; `nil` where there is none, or it ends with the file.
    private var head: (type: UInt32, length: Int64, head: Int64)? {
        guard let start = Int(exactly: place), start <= .max - 16 else { return nil }
        let header = file.bytes(in: start..<start + 16)
        guard header.count >= 8 else { return nil }
        let number = { (bytes: ArraySlice<UInt8>) in
            bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        let (short, type) = (number(header[..<4]), UInt32(number(header[4..<8])))
        let isLong = short == 1 && header.count == 16
        let (length, head) = (
            Int64(clamping: isLong ? number(header[8...]) : short), isLong ? 16 : 8
        )
        return length >= head ? (type, length, Int64(head)) : nil
    }

    private static func name(_ text: String) -> UInt32 {
        text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension MovieBoxes {
    /// The addresses of the boxes `moof` up to an address.
    static func fragments(in file: OpenFile, from start: Int64?, to last: Int64) -> [Int64] {
        MovieBoxes(in: file, from: start ?? 0).prefix { $0.range.lowerBound <= last }
            .filter { $0.type == fragment }.map(\.range.lowerBound)
    }

    /// Where the packets of a file are that one header describes all of: the boxes `mdat`.
    ///
    /// `nil` where there is no such header, and where anything is not as it should be.
    static func packets(in file: OpenFile) -> [Range<Int64>]? {
        var boxes: [Box] = []
        for box in MovieBoxes(in: file).prefix(64) {
            // Those that follow are not read: each lies far from the next.
            guard box.type != fragment else { return nil }
            boxes.append(box)
        }
        let packets = boxes.filter { $0.type == content }.map(\.content)
        guard boxes.last?.range.upperBound == file.size, !packets.isEmpty,
            boxes.count(where: { $0.type == movie }) == 1
        else { return nil }
        return packets
    }
}
