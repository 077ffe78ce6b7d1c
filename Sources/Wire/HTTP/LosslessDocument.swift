/// What the pixels of one frame, or of each of several, are: the JSON of a header field.
public struct LosslessDocument: JSONDocument, Equatable {
    /// A plane's place, in bytes, and its size, in samples.
    public struct Plane: Codable, Equatable, Sendable {
        /// Where it begins, and how far its rows are apart.
        public var offset, stride: Int
        /// Samples in a row, and rows.
        public var width, height: Int

        /// Places a plane.
        public init(offset: Int, stride: Int, width: Int, height: Int) {
            (self.offset, self.stride) = (offset, stride)
            (self.width, self.height) = (width, height)
        }
    }

    /// The frame; `nil` of several.
    public var frame: Int?
    /// When it is shown, and for how long, in ticks; `nil` of several.
    public var pts, duration: Int64?
    /// Which frames these are: the first, the one before which they end, and from one to the next;
    /// `nil` of one.
    public var from, to, step: Int?
    /// How many they are; `nil` of one.
    public var count: Int?
    /// Seconds per tick.
    public var timebase: Ratio
    /// Columns and rows, as stored.
    public var width, height: Int
    /// FFmpeg's name of the pixel format.
    public var format: String
    /// The length of each picture.
    public var bytes: Int
    /// Its planes.
    public var planes: [Plane]
    /// What the values mean, by FFmpeg's names; `unknown` where the file does not say.
    public var range, space, primaries, transfer: String
    /// The width of a pixel over its height.
    public var sampleAspectRatio: Ratio
    /// Degrees to turn the picture clockwise before it is shown.
    public var rotation: Int
    /// Whether the decoder concealed errors; `nil` where not.
    public var concealed: Bool?

    /// Describes pixels; which frames they are of is set afterwards.
    public init(
        timebase: Ratio,
        width: Int,
        height: Int,
        format: String,
        bytes: Int,
        planes: [Plane],
        colours: (range: String, space: String, primaries: String, transfer: String),
        sampleAspectRatio: Ratio,
        rotation: Int
    ) {
        (self.timebase, self.width, self.height) = (timebase, width, height)
        (self.format, self.bytes, self.planes) = (format, bytes, planes)
        (range, space, primaries, transfer) = colours
        (self.sampleAspectRatio, self.rotation) = (sampleAspectRatio, rotation)
    }

    /// The document as a header field's value, which has no line breaks.
    public var field: String { String(decoding: json(), as: UTF8.self) }
}
