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
        switch ResumeMethod(through: format) {
        case nil: return nil
        case .seek: places = [first + 1, last]
        case .padding(.void): places = clusters
        case .padding(.box):
            places = MovieBoxes.fragments(in: file, from: passed?.upperBound, to: last)
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
