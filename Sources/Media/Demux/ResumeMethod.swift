import CFFmpeg

/// How a scan of a file that has grown gets from the first packets to where the last scan ended.
enum ResumeMethod {
    /// By a seek to a byte, as the container is a stream of packets, each of which can be the first.
    case seek
    /// Over padding, from one cluster or fragment to another.
    case padding(PaddingElement.Kind)

    /// What the padding looks like; `nil` where there is a seek instead.
    var padding: PaddingElement.Kind? { if case .padding(let kind) = self { kind } else { nil } }

    /// The way through a container, by libavformat's name for it; `nil` where there is none.
    init?(through container: String) {
        switch container {
        case "mpegts", "flv": self = .seek
        case let name where name.hasPrefix("matroska"): self = .padding(.void)
        case let name where name.hasPrefix("mov,"): self = .padding(.box)
        default: return nil
        }
    }
}

extension Demuxer {
    /// The bytes that a later scan can pass over.
    ///
    /// They begin after the address of one packet, and end at that of another or before. `passed`
    /// is what this demuxer itself has passed over.
    func skippable(
        in file: OpenFile,
        after first: Int64,
        to last: Int64,
        passed: Range<Int64>?
    ) -> Range<Int64>? {
        let places: [Int64]
        switch ResumeMethod(through: String(cString: context.pointee.iformat.pointee.name)) {
        case nil: return nil
        case .seek: places = [first + 1, last]
        case .padding(.void): places = clusters
        case .padding(.box): places = Fragments.starts(in: file, from: passed?.upperBound, to: last)
        }
        let start = passed?.lowerBound ?? places.filter { $0 > first }.min()
        let end = places.filter { $0 <= last }.max()
        guard let start, let end, start < end else { return nil }
        return start..<end
    }

    /// Where the clusters begin that libavformat has met keyframes in.
    private var clusters: [Int64] {
        (0..<Int(context.pointee.nb_streams)).flatMap { number in
            let stream = stream(number)
            return (0..<avformat_index_get_entries_count(stream)).map { entry in
                avformat_index_get_entry(stream, entry).pointee.pos
            }
        }
    }
}

/// The fragments of a file in the ISO base media file format (ISO/IEC 14496-12, 8.8).
///
/// libavformat does not tell where they begin.
private enum Fragments {
    /// More boxes than a day of fragments has.
    private static let mostBoxes = 1 << 20
    private static let moof: UInt32 = 0x6d6f_6f66

    /// The addresses of the boxes `moof` up to an address, from the start of the file or of a box.
    static func starts(in file: OpenFile, from start: Int64?, to last: Int64) -> [Int64] {
        var (starts, place) = ([Int64](), start ?? 0)
        for _ in 0..<mostBoxes where place <= last {
            guard let (type, length) = box(at: place, in: file) else { break }
            if type == moof { starts.append(place) }
            let (next, overflow) = place.addingReportingOverflow(length)
            guard !overflow else { break }
            place = next
        }
        return starts
    }

    /// The type and the length of a box; `nil` where there is none, or it ends with the file.
    private static func box(at place: Int64, in file: OpenFile) -> (type: UInt32, length: Int64)? {
        var header = [UInt8](repeating: 0, count: 16)
        let count = header.withUnsafeMutableBytes { file.read(at: place, into: $0) }
        guard count >= 8 else { return nil }
        let number = { (bytes: ArraySlice<UInt8>) in
            bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        let (short, type) = (number(header[..<4]), UInt32(number(header[4..<8])))
        let length = Int64(clamping: short == 1 && count == 16 ? number(header[8...]) : short)
        return length >= 8 ? (type, length) : nil
    }
}
