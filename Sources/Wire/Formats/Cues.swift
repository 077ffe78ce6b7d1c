/// A list of tiles in the WebVTT form that players read for their preview pictures.
///
/// Each cue names a picture and the part of it that belongs to the time
/// (https://www.w3.org/TR/webvtt1, https://www.w3.org/TR/media-frags).
public struct Cues: Equatable, Sendable {
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

        fileprivate var text: String {
            let (x, y, width, height) = area
            return """
                \(clock(start)) --> \(clock(end))
                \(sheet)#xywh=\(x),\(y),\(width),\(height)


                """
        }
    }

    /// The tiles in the order of their times.
    public var cues: [Cue]

    /// Creates a list.
    public init(_ cues: [Cue]) { self.cues = cues }

    /// What the list is called over HTTP.
    public static let contentType = "text/vtt; charset=utf-8"

    /// The list as a file.
    public func vtt() -> [UInt8] {
        Array(("WEBVTT\n\n" + cues.map(\.text).joined()).utf8)
    }
}

/// Seconds as WebVTT writes them, such as `01:02:03.450`.
private func clock(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let fields = [whole / 3600, whole / 60 % 60, whole % 60].map { padded($0, to: 2) }
    return fields.joined(separator: ":") + "." + padded(rest, to: 3)
}

private func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
