/// How far the scan of a media has come.
public enum IndexState: String, Codable, Sendable {
    /// The packets are being read.
    case scanning

    /// Every frame is known.
    case complete

    /// The media cannot be read to its end.
    case failed
}

/// What the index knows by now.
public struct IndexMessage: Codable, Equatable, Sendable {
    /// How far the scan has come.
    public var state: IndexState

    /// The part of the media that is scanned, in 0...1.
    public var progress: Double

    /// The displayed frames found.
    public var frames: Int

    /// The keyframes found.
    public var keyframes: Int

    /// The end of the last displayed frame, in ticks of the media's timebase.
    public var end: Int64

    /// Creates a report.
    public init(state: IndexState, progress: Double, frames: Int, keyframes: Int, end: Int64) {
        self.state = state
        self.progress = progress
        self.frames = frames
        self.keyframes = keyframes
        self.end = end
    }
}

/// Every displayed frame of a media, in display order, as a table.
public struct IndexDocument: Equatable, Sendable {
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

    /// The displayed frames.
    public var rows: [Row]

    /// Creates a table.
    public init(rows: [Row]) {
        self.rows = rows
    }

    /// The table as a JSON array of objects, one on each line.
    ///
    /// Written by hand: these are numbers only, and Foundation's encoder takes six times as long
    /// for the 200,000 frames of a film.
    public func json() -> [UInt8] {
        var text = "["
        for row in rows {
            text += text.utf8.count == 1 ? "\n" : ",\n"
            text += "{\"frame\":\(row.frame),\"pts\":\(row.pts),"
            text += "\"time\":\(row.time),\"key\":\(row.key)}"
        }
        text += "\n]\n"
        return Array(text.utf8)
    }

    /// The table as comma-separated values below the header `frame,pts,time,key`.
    public func csv() -> [UInt8] {
        var text = "frame,pts,time,key\n"
        for row in rows { text += "\(row.frame),\(row.pts),\(row.time),\(row.key)\n" }
        return Array(text.utf8)
    }
}
