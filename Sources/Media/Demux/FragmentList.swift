/// When the fragments of a movie begin with a keyframe, as one list of the file tells: a box `sidx`
/// before the first of them, or `mfra` behind the last (ISO/IEC 14496-12, 8.16.3 and 8.8.9).
///
/// libavformat seeks by these lists, and does not tell what is in them.
struct FragmentList {
    /// The times of a track's keyframes, ascending: in a `sidx` from wherever its author counts.
    let times: [Int64]
    /// How many of its ticks are a second; `nil` for those of the track.
    let ticks: Int32?

    /// The most bytes of a list: those of a film of days.
    private static let limit: Int64 = 4 << 20
    private static let boxes = 64

    /// Finds the list of all fragments of a file; `nil` where there is none.
    init?(in file: OpenFile, track: UInt32) {
        if let list = Self.segments(in: file, track: track) {
            self = list
        } else if let list = Self.randomAccess(in: file, track: track) {
            self = list
        } else {
            return nil
        }
    }

    private init?(_ times: [Int64], ticks: Int32?) {
        guard !times.isEmpty, zip(times, times.dropFirst()).allSatisfy(<) else { return nil }
        (self.times, self.ticks) = (times, ticks)
    }

    private static func content(_ box: MovieBoxes.Box, of file: OpenFile) -> BoxReader? {
        let range = box.content
        guard range.count <= limit, range.upperBound <= file.size else { return nil }
        return BoxReader(file.bytes(in: Int(range.lowerBound)..<Int(range.upperBound)))
    }
}

// MARK: - sidx

extension FragmentList {
    private static func segments(in file: OpenFile, track: UInt32) -> FragmentList? {
        for box in MovieBoxes(in: file).prefix(boxes) {
            if box.type == MovieBoxes.fragment { return nil }
            guard box.type == MovieBoxes.segmentIndex, var reader = content(box, of: file) else {
                continue
            }
            if let list = segments(&reader, after: box, of: file, track) { return list }
        }
        return nil
    }

    private static func segments(
        _ reader: inout BoxReader,
        after box: MovieBoxes.Box,
        of file: OpenFile,
        _ track: UInt32
    ) -> FragmentList? {
        guard let version = reader.version(), reader.number(4) == Int64(track),
            let ticks = reader.number(4).flatMap({ Int32(exactly: $0) }), ticks > 0,
            var time = reader.number(version == 0 ? 4 : 8),
            let gap = reader.number(version == 0 ? 4 : 8), reader.number(2) != nil,
            let count = reader.number(2)
        else { return nil }
        var (end, overflow) = box.range.upperBound.addingReportingOverflow(gap)
        var times: [Int64] = []
        for _ in 0..<count {
            guard let size = reader.number(4), let duration = reader.number(4),
                let access = reader.number(4), size >> 31 == 0, !overflow
            else { return nil }
            // It begins with a picture that decoding may start at, and that is shown first.
            if access >> 31 == 1, access & 0xfff_ffff == 0 { times.append(time) }
            (time, overflow) = time.addingReportingOverflow(duration)
            guard !overflow else { return nil }
            (end, overflow) = end.addingReportingOverflow(size)
        }
        return isEnd(end, of: file) ? FragmentList(times, ticks: ticks) : nil
    }

    /// Whether no fragment follows.
    private static func isEnd(_ place: Int64, of file: OpenFile) -> Bool {
        if place == file.size { return true }
        var boxes = MovieBoxes(in: file, from: place)
        return boxes.next()?.type == MovieBoxes.randomAccess
    }
}

// MARK: - mfra

extension FragmentList {
    private static func randomAccess(in file: OpenFile, track: UInt32) -> FragmentList? {
        // The last four bytes say how long the list is that ends with them.
        guard file.size >= 16 else { return nil }
        let end = Int(file.size)
        var last = BoxReader(file.bytes(in: end - 4..<end))
        guard let length = last.number(4), length >= 16, length <= min(limit, file.size) else {
            return nil
        }
        var boxes = MovieBoxes(in: file, from: file.size - length)
        guard let list = boxes.next(), list.type == MovieBoxes.randomAccess,
            list.range.upperBound == file.size
        else { return nil }
        let tracks = MovieBoxes(in: file, from: list.content.lowerBound)
            .prefix { $0.range.upperBound <= list.range.upperBound }
        for box in tracks where box.type == MovieBoxes.trackAccess {
            guard var reader = content(box, of: file) else { continue }
            if let list = accesses(&reader, track) { return list }
        }
        return nil
    }

    private static func accesses(_ reader: inout BoxReader, _ track: UInt32) -> FragmentList? {
        guard let version = reader.version(), reader.number(4) == Int64(track),
            let lengths = reader.number(4), let count = reader.number(4)
        else { return nil }
        // The numbers of the run, its fragment and the sample in it are of one to four bytes each.
        let rest = [4, 2, 0].map { Int(lengths >> $0 & 3) + 1 }.reduce(0, +)
        var times: [Int64] = []
        for _ in 0..<count {
            guard let time = reader.number(version == 0 ? 4 : 8),
                reader.skip((version == 0 ? 4 : 8) + rest)
            else { return nil }
            // Of several in one picture's time, one is enough.
            if times.last != time { times.append(time) }
        }
        return FragmentList(times, ticks: nil)
    }
}

/// Reads numbers from the content of a box; none that it ends within, or that has 64 bits.
private struct BoxReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    /// A number of so many bytes.
    mutating func number(_ count: Int) -> Int64? {
        guard bytes.count >= count else { return nil }
        defer { bytes.removeFirst(count) }
        let value = bytes.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(exactly: value)
    }

    /// Passes over bytes; `false` where there are fewer.
    mutating func skip(_ count: Int) -> Bool {
        guard bytes.count >= count else { return false }
        bytes.removeFirst(count)
        return true
    }

    /// The version of a box that has one, and flags behind it.
    mutating func version() -> Int64? { number(4).map { $0 >> 24 } }
}
