import CSandbox
import Glibc

/// Lets a track of an MP4 end at a frame that is not the last in its packets.
///
/// libavformat writes the list of edits itself, to the end of the last packet; only the length
/// that stands in it has to be less.
struct EditListEnd {
    private let descriptor: CInt

    /// A box's content, in bytes of the file.
    private typealias Box = Range<Int64>

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Sets the length of what track `number` shows; `false` where the list is not as expected.
    func set(_ length: Int64, ofTrack number: Int) -> Bool {
        guard let size = size, let movie = boxes("moov", in: 0..<size).first,
            let track = boxes("trak", in: movie).dropFirst(number).first,
            let edits = boxes("edts", in: track).first, let list = boxes("elst", in: edits).first,
            let version = integer(1, at: list.lowerBound),
            let count = integer(4, at: list.lowerBound + 4), count > 0
        else { return false }
        let width: Int64 = version == 1 ? 8 : 4
        guard length >= 0, version == 1 || length <= Int64(UInt32.max) else { return false }
        // A list of two begins with an empty edit, which waits for what comes before the film.
        let last = list.lowerBound + 8 + (count - 1) * (2 * width + 4)
        return write(length, width: Int(width), at: last)
    }

    private var size: Int64? {
        var status = stat()
        return vn_status(descriptor, &status) == 0 ? Int64(status.st_size) : nil
    }

    private func boxes(_ name: String, in content: Box) -> [Box] {
        var found: [Box] = []
        var offset = content.lowerBound
        while let short = integer(4, at: offset), let kind = integer(4, at: offset + 4),
            offset < content.upperBound
        {
            let isLong = short == 1
            let size = isLong ? integer(8, at: offset + 8) ?? 0 : short
            let head: Int64 = isLong ? 16 : 8
            guard size >= head, size <= content.upperBound - offset else { break }
            if kind == name.utf8.reduce(0, { $0 << 8 | Int64($1) }) {
                found.append(offset + head..<offset + size)
            }
            offset += size
        }
        return found
    }

    private func integer(_ width: Int, at offset: Int64) -> Int64? {
        var bytes = [UInt8](repeating: 0, count: width)
        guard pread(descriptor, &bytes, width, off_t(offset)) == width else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    private func write(_ value: Int64, width: Int, at offset: Int64) -> Bool {
        let bytes = (0..<width).reversed().map { UInt8(value >> Int64(8 * $0) & 255) }
        return pwrite(descriptor, bytes, width, off_t(offset)) == width
    }
}
