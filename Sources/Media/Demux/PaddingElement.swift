/// Bytes of a file that are presented to a demuxer as one element without content, which it passes
/// over without reading: addresses before and after them stay what they are.
struct PaddingElement {
    /// How a container marks bytes to be ignored.
    enum Kind {
        /// The box `skip` of the ISO base media file format.
        case box
        /// The element `Void` of Matroska.
        case void
    }

    let range: Range<Int64>
    private let header: [UInt8]

    /// Creates padding that begins and ends where elements of the container's top level do; `nil`
    /// where it is too short to be one.
    init?(_ range: Range<Int64>, _ kind: Kind) {
        guard range.count >= 16 else { return nil }
        let length = UInt64(range.count)
        header =
            switch kind {
            // 1 says that a length of eight bytes follows the name.
            case .box: [0, 0, 0, 1] + "skip".utf8 + Self.bigEndian(length)
            // A length of seven bytes after the bit that says so, of what follows.
            case .void: [0xec, 1] + Self.bigEndian(length - 9).dropFirst()
            }
        self.range = range
    }

    /// Fills a buffer with what is presented at an offset within the padding; returns how many bytes.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, Int(range.upperBound - offset))
        let start = Int(offset - range.lowerBound)
        for index in 0..<count {
            buffer[index] = start + index < header.count ? header[start + index] : 0
        }
        return count
    }

    private static func bigEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }
}
