/// The frames of a stream as torchcodec takes them for `custom_frame_mappings`, in the words of
/// ffprobe's JSON: a decoder that has them need not scan the file.
public struct FrameMappings: Sendable {
    /// One displayed frame.
    public struct Row: Equatable, Sendable {
        /// When it is shown, and for how long, in ticks of the stream's timebase.
        public var pts, duration: Int64
        /// Whether decoding may start there.
        public var key: Bool

        /// Creates a row.
        public init(pts: Int64, duration: Int64, key: Bool) {
            (self.pts, self.duration, self.key) = (pts, duration, key)
        }
    }

    private let count: Int
    private let row: @Sendable (Int) -> Row

    /// Creates a list of `count` frames, whose rows are asked for by their numbers.
    public init(count: Int, row: @escaping @Sendable (Int) -> Row) {
        (self.count, self.row) = (count, row)
    }

    /// The list as JSON.
    public func json() -> [UInt8] {
        var bytes = Array("{\"frames\":[".utf8)
        bytes.reserveCapacity(count * 56)
        for number in 0..<count {
            let row = row(number)
            let line = """
                \(number == 0 ? "" : ",")
                {"pts":\(row.pts),"duration":\(row.duration),"key_frame":\(row.key ? 1 : 0)}
                """
            bytes += line.utf8
        }
        return bytes + "\n]}\n".utf8
    }
}
