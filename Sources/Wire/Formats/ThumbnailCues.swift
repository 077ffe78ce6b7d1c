import Marks

/// A list of tiles in the WebVTT form that players read for their preview pictures.
///
/// Each cue names a picture and the part of it that belongs to the time
/// (https://www.w3.org/TR/webvtt1, https://www.w3.org/TR/media-frags).
public struct ThumbnailCues: Equatable, Sendable {
    /// One tile.
    public struct Cue: Equatable, Sendable {
        /// Seconds since the first displayed frame.
        public var start: Double
        /// Seconds since the first displayed frame, at least `start`.
        public var end: Double
        /// The address of the sheet, relative to that of the list.
        public var sheet: String
        /// The tile's place on the sheet, in pixels.
        public var area: (x: Int, y: Int, width: Int, height: Int)

        /// Creates a cue.
        public init(
            start: Double,
            end: Double,
            sheet: String,
            area: (x: Int, y: Int, width: Int, height: Int)
        ) {
            (self.start, self.end, self.sheet, self.area) = (start, end, sheet, area)
        }

        /// Whether both show the same part of the same picture at the same time.
        public static func == (a: Cue, b: Cue) -> Bool {
            (a.start, a.end, a.sheet) == (b.start, b.end, b.sheet) && a.area == b.area
        }

        fileprivate func write(to bytes: inout [UInt8]) {
            bytes.append(clock: start)
            bytes += " --> ".utf8
            bytes.append(clock: end)
            bytes += "\n".utf8
            bytes += sheet.utf8
            bytes += "#xywh=".utf8
            bytes.append(area.x)
            bytes += ",".utf8
            bytes.append(area.y)
            bytes += ",".utf8
            bytes.append(area.width)
            bytes += ",".utf8
            bytes.append(area.height)
            bytes += "\n\n".utf8
        }
    }

    /// The tiles in the order of their times.
    public var cues: [Cue]

    /// Creates a list.
    public init(_ cues: [Cue]) { self.cues = cues }

    /// What the list is called over HTTP.
    public static let contentType = "text/vtt; charset=utf-8"

    /// The list as Vidstack reads cues from JSON, with the sheets' addresses below `folder`.
    ///
    /// Vidstack takes an address for one of the page's, unless it begins with a slash.
    public func json(below folder: String) -> [UInt8] {
        var bytes = Array("[".utf8)
        bytes.reserveCapacity(cues.count * 144)
        for (number, cue) in cues.enumerated() {
            let area = "\(cue.area.x),\(cue.area.y),\(cue.area.width),\(cue.area.height)"
            let line = """
                \(number == 0 ? "" : ",")
                {"startTime":\(cue.start),"endTime":\(cue.end),\
                "text":"\(folder)/\(cue.sheet)#xywh=\(area)"}
                """
            bytes += line.utf8
        }
        return bytes + "\n]\n".utf8
    }

    /// The list as a file.
    ///
    /// Written as bytes, without a string for each of what may be a hundred thousand cues.
    public func vtt() -> [UInt8] {
        var bytes = Array("WEBVTT\n\n".utf8)
        bytes.reserveCapacity(cues.count * 96)
        for cue in cues { cue.write(to: &bytes) }
        return bytes
    }
}

extension [UInt8] {
    /// Appends seconds as WebVTT writes them, such as `01:02:03.450`.
    fileprivate mutating func append(clock seconds: Double) {
        let milliseconds = Int((seconds * 1000).rounded())
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        append(whole / 3600, width: 2)
        self += ":".utf8
        append(whole / 60 % 60, width: 2)
        self += ":".utf8
        append(whole % 60, width: 2)
        self += ".".utf8
        append(rest, width: 3)
    }

    /// Appends a number of at least so many digits, 0 or more.
    fileprivate mutating func append(_ number: Int, width: Int = 1) {
        var (unit, digits) = (1, 1)
        while digits < width || number / unit > 9 { (unit, digits) = (unit * 10, digits + 1) }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(number / unit % 10))
            unit /= 10
        }
    }
}
