/// Every displayed frame of a media, in display order, as a table.
///
/// Rows are made when they are written: there are 200,000 in a film.
public struct IndexDocument: Sendable {
    /// One displayed frame.
    public struct Row: Codable, Equatable, Sendable {
        /// The number in display order, from 0.
        public var frame: Int

        /// The time in ticks of the media's timebase.
        public var pts: Int64

        /// Seconds since the first displayed frame, finite.
        public var time: Double

        /// Whether the frame is a keyframe.
        public var key: Bool

        /// Creates a row.
        public init(frame: Int, pts: Int64, time: Double, key: Bool) {
            self.frame = frame
            self.pts = pts
            self.time = time
            self.key = key
        }
    }

    /// How many frames there are.
    public let count: Int

    private let row: @Sendable (Int) -> Row

    /// Creates a table of `count` frames, whose rows are asked for by their numbers.
    public init(count: Int, row: @escaping @Sendable (Int) -> Row) {
        self.count = count
        self.row = row
    }

    /// The table of some of the frames.
    public func part(_ frames: Range<Int>) -> IndexDocument {
        IndexDocument(count: frames.count) { [row] in row(frames.lowerBound + $0) }
    }

    /// The table as a JSON array of objects, one on each line.
    public func json() -> [UInt8] { whole(json) }

    /// The table as comma-separated values below the header `frame,pts,time,key`.
    public func csv() -> [UInt8] { whole(csv) }

    /// Writes the JSON piece by piece.
    ///
    /// Written without a library: these are numbers only, and Foundation's encoder takes six times as long.
    public func json(_ write: ([UInt8]) -> Void) {
        let first = count > 0 ? row(0).frame : 0
        lines(head: "[", tail: "\n]\n", write) { row in
            """
            \(row.frame == first ? "" : ",")
            {"frame":\(row.frame),"pts":\(row.pts),"time":\(row.time),"key":\(row.key)}
            """
        }
    }

    /// Writes the comma-separated values piece by piece.
    public func csv(_ write: ([UInt8]) -> Void) {
        lines(head: "frame,pts,time,key\n", tail: "", write) { row in
            "\(row.frame),\(row.pts),\(row.time),\(row.key)\n"
        }
    }

    /// Writes a line for each row, many at once.
    public func lines(
        head: String,
        tail: String,
        _ write: ([UInt8]) -> Void,
        line: (Row) -> String
    ) {
        var text = head
        for frame in 0..<count {
            text += line(row(frame))
            guard text.utf8.count > 1 << 15 else { continue }
            write(Array(text.utf8))
            text.removeAll(keepingCapacity: true)
        }
        write(Array((text + tail).utf8))
    }

    private func whole(_ form: (([UInt8]) -> Void) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        form { bytes += $0 }
        return bytes
    }
}

/// When the keyframes of a media are shown, as a list.
public struct KeyframeDocument: Equatable, Sendable {
    /// The times in ticks of the media's timebase, ascending.
    public var times: [Int64]

    /// Creates a list.
    public init(times: [Int64]) { self.times = times }

    /// The list as a JSON array of objects.
    public func json() -> [UInt8] {
        let rows = times.map { "{\"pts\":\($0)}" }
        return Array("[\n\(rows.joined(separator: ",\n"))\n]\n".utf8)
    }

    /// The list below the header `pts`.
    public func csv() -> [UInt8] { Array("pts\n\(times.map { "\($0)\n" }.joined())".utf8) }
}

/// How far the scan of a media has come.
public enum IndexState: String, Codable, Sendable {
    /// The packets are being read.
    case scanning

    /// Every frame is known.
    case complete

    /// The media cannot be read to its end.
    case failed
}

/// Why a media has to be decoded as a whole before the order of its frames is known.
public enum DecodingReason: String, Codable, Sendable {
    /// Frames have no times.
    case timesMissing = "times-missing"

    /// Times step back.
    case timesStepBack = "times-step-back"

    /// Frames have the same time.
    case timesRepeat = "times-repeat"

    /// Fields lack their partners.
    case loneFields = "lone-fields"
}

/// What has come of a media that lies elsewhere.
public struct RemoteProgress: Codable, Equatable, Sendable {
    /// Bytes that its server has sent since it was found.
    public var fetched: Int64

    /// All of its bytes.
    public var size: Int64

    /// Whether somebody waits for bytes of it now.
    public var waiting: Bool

    /// Creates a report.
    public init(fetched: Int64, size: Int64, waiting: Bool) {
        (self.fetched, self.size, self.waiting) = (fetched, size, waiting)
    }
}

/// What the index knows by now.
public struct IndexMessage: Codable, Equatable, Sendable {
    /// How far the scan has come.
    public var state: IndexState

    /// The part of the media that is scanned, in 0...1; with a ``reason``, that is decoded.
    public var progress: Double

    /// Why the media is being decoded as a whole; `nil` unless it is.
    public var reason: DecodingReason?

    /// The displayed frames found.
    public var frames: Int

    /// About how many frames lie on the track: those found, once its end is known.
    public var framesOnTrack: Int

    /// The keyframes found.
    public var keyframes: Int

    /// Where position 1 is, in ticks of the media's timebase: the end of the last displayed frame,
    /// or an estimate of it.
    public var end: Int64

    /// Which bytes the file has now; one that is being written gets others.
    public var version: String

    /// What has come of a media that lies elsewhere; `nil` for one that lies here.
    public var remote: RemoteProgress?

    /// Creates a report.
    public init(
        state: IndexState,
        progress: Double,
        reason: DecodingReason? = nil,
        frames: Int,
        framesOnTrack: Int? = nil,
        keyframes: Int,
        end: Int64,
        version: String,
        remote: RemoteProgress? = nil
    ) {
        self.remote = remote
        self.framesOnTrack = framesOnTrack ?? frames
        self.version = version
        self.state = state
        self.progress = progress
        self.reason = reason
        self.frames = frames
        self.keyframes = keyframes
        self.end = end
    }
}
