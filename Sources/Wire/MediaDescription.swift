/// What is known of a media.
public struct MediaDescription: JSONDocument, Equatable {
    /// What a media shows.
    public enum Kind: String, Codable, Sendable {
        /// Moving pictures.
        case video

        /// Sound only.
        case audio

        /// One picture.
        case image
    }

    /// A chapter of a media.
    public struct Chapter: Codable, Equatable, Sendable {
        /// The chapter's name.
        public var title: String

        /// The first displayed frame.
        public var frame: Int

        /// Seconds since the media's first displayed frame.
        public var time: Double

        /// The position of the first displayed frame, in 0...1.
        public var position: Double

        /// Creates a chapter.
        public init(title: String, frame: Int, time: Double, position: Double) {
            self.title = title
            self.frame = frame
            self.time = time
            self.position = position
        }
    }

    /// How far the scan has come.
    public struct Index: Codable, Equatable, Sendable {
        /// How far the scan has come.
        public var state: IndexState

        /// The part of the media that is scanned, in 0...1.
        public var progress: Double

        /// Creates a report.
        public init(state: IndexState, progress: Double) {
            self.state = state
            self.progress = progress
        }
    }

    /// The name that URLs and `open` use.
    public var id: String

    /// The name for people.
    public var name: String

    /// What the media shows.
    public var kind: Kind

    /// The container's name.
    public var container: String

    /// The codec's name.
    public var codec: String

    /// Seconds from the first displayed frame to the end of the last one.
    public var duration: Double

    /// The pts of the first displayed frame.
    public var first: Int64

    /// The pts of the last displayed frame plus its duration.
    public var end: Int64

    /// Seconds per tick.
    public var timebase: Ratio

    /// How many frames are displayed.
    public var frames: Int

    /// How many keyframes there are.
    public var keyframes: Int

    /// Frames per second, on average.
    public var frameRate: Ratio

    /// Pixels per line; 0 without pictures.
    public var width: Int

    /// Lines; 0 without pictures.
    public var height: Int

    /// Degrees to turn the picture clockwise before it is shown.
    public var rotation: Int

    /// The width of a pixel over its height.
    public var sar: Ratio

    /// The timecode of the first displayed frame; `null` if the media has none.
    @Nullable public var timecode: String?

    /// The chapters, in order.
    public var chapters: [Chapter]

    /// How far the scan has come.
    public var index: Index

    /// Creates a description; what the arguments do not say can be set afterwards.
    public init(
        id: String,
        name: String,
        kind: Kind,
        container: String,
        codec: String,
        timebase: Ratio,
        index: Index
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.container = container
        self.codec = codec
        self.timebase = timebase
        self.index = index
        (duration, first, end, frames, keyframes) = (0, 0, 0, 0, 0)
        (frameRate, width, height, rotation, sar) = (Ratio(0, 1), 0, 0, 0, Ratio(1, 1))
        (timecode, chapters) = (nil, [])
    }
}

/// A fraction; `[numerator, denominator]` on the wire.
public struct Ratio: Equatable, Sendable {
    /// The number above the line.
    public var numerator: Int

    /// The number below the line.
    public var denominator: Int

    /// Creates a fraction, without reducing it.
    public init(_ numerator: Int, _ denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }
}

extension Ratio: Codable {
    /// Reads the two numbers.
    public init(from decoder: any Decoder) throws {
        var numbers = try decoder.unkeyedContainer()
        numerator = try numbers.decode(Int.self)
        denominator = try numbers.decode(Int.self)
    }

    /// Writes the two numbers.
    public func encode(to encoder: any Encoder) throws {
        var numbers = encoder.unkeyedContainer()
        try numbers.encode(numerator)
        try numbers.encode(denominator)
    }
}

/// The media that can be opened.
public struct MediaList: JSONDocument, Equatable {
    /// A media that can be opened.
    public struct Entry: Codable, Equatable, Sendable {
        /// The name that URLs and `open` use.
        public var id: String

        /// The name for people.
        public var name: String

        /// The size of the file.
        public var bytes: Int64

        /// Creates an entry.
        public init(id: String, name: String, bytes: Int64) {
            self.id = id
            self.name = name
            self.bytes = bytes
        }
    }

    /// The media, in the order to show them.
    public var media: [Entry]

    /// Creates a list.
    public init(media: [Entry]) {
        self.media = media
    }
}
