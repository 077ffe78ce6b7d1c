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

        /// The part of the media that is scanned, in 0...1; with a ``reason``, that is decoded.
        public var progress: Double

        /// Why the media is being decoded as a whole; `nil` unless it is.
        public var reason: DecodingReason?

        /// What has come of a media that lies elsewhere; `nil` for one that lies here.
        public var remote: RemoteProgress?

        /// Creates a report.
        public init(
            state: IndexState,
            progress: Double,
            reason: DecodingReason? = nil,
            remote: RemoteProgress? = nil
        ) {
            (self.state, self.progress, self.reason) = (state, progress, reason)
            self.remote = remote
        }
    }

    /// The name that URLs and `open` use.
    public var id: String

    /// The name for people.
    public var name: String

    /// Which bytes the file has: another one under the same id has another version.
    public var version: String

    /// What the media shows.
    public var kind: Kind

    /// The container's name.
    public var container: String

    /// The codec's name.
    public var codec: String

    /// The number of the stream that is shown.
    public var stream: Int

    /// Every stream, by number.
    public var streams: [Stream]

    /// Seconds from the first displayed frame to the end of the last one, as well as is known.
    public var duration: Double

    /// How that is known.
    public var durations: Durations

    /// The pts of the first displayed frame.
    public var first: Int64

    /// Where position 1 is: the pts of the last displayed frame plus its duration, or an estimate
    /// of it.
    public var end: Int64

    /// Seconds per tick.
    public var timebase: Ratio

    /// How many frames are displayed, as far as is known.
    public var frames: Int

    /// About how many frames lie on the track: those found, once its end is known.
    public var framesOnTrack: Int

    /// How many keyframes there are.
    public var keyframes: Int

    /// Frames per second, on average.
    public var frameRate: Ratio

    /// Whether the picture is one for all frames: that of a cover.
    public var cover: Bool

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
        version: String,
        kind: Kind,
        container: String,
        codec: String,
        timebase: Ratio,
        index: Index
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.kind = kind
        self.container = container
        self.codec = codec
        self.timebase = timebase
        self.index = index
        (duration, first, end, frames, framesOnTrack, keyframes) = (0, 0, 0, 0, 0, 0)
        (frameRate, width, height, rotation, sar) = (Ratio(0, 1), 0, 0, 0, Ratio(1, 1))
        (timecode, chapters, stream, streams, cover) = (nil, [], 0, [], false)
        durations = Durations(container: nil, estimate: nil, scan: 0, used: .scan)
    }
}

extension MediaDescription {
    /// Where a media's duration comes from.
    public struct Durations: Codable, Equatable, Sendable {
        /// How it is known.
        public enum Source: String, Codable, Sendable {
            /// What the container claims.
            case container

            /// The frames that were found.
            case scan

            /// A guess from the bit rate.
            case estimate
        }

        /// Seconds that the container claims; `null` when it does not say.
        @Nullable public var container: Double?

        /// Seconds guessed from the bit rate; `null` when there was no need to.
        @Nullable public var estimate: Double?

        /// Seconds that have been scanned: all of them once the index is complete.
        public var scan: Double

        /// Which of them is the media's `duration`.
        public var used: Source

        /// Creates a comparison.
        public init(container: Double?, estimate: Double?, scan: Double, used: Source) {
            _container = Nullable(wrappedValue: container)
            _estimate = Nullable(wrappedValue: estimate)
            (self.scan, self.used) = (scan, used)
        }

        /// The seconds from the source that is used.
        public var seconds: Double {
            switch used {
            case .container: container ?? scan
            case .estimate: estimate ?? scan
            case .scan: scan
            }
        }
    }
}

extension MediaDescription {
    /// One stream of a media.
    public struct Stream: Codable, Equatable, Sendable {
        /// What it carries: `video`, `audio`, `subtitle`, `data`, `attachment` or `unknown`.
        public var kind: String

        /// The number to ask for it by.
        public var number: Int

        /// The codec's name.
        public var codec: String

        /// Pixels per line as stored; 0 without pictures.
        public var width: Int

        /// Lines as stored; 0 without pictures.
        public var height: Int

        /// Frames per second, on average; `null` where the file does not say.
        @Nullable public var frameRate: Ratio?

        /// Whether the file wants it shown before others of its kind.
        public var isDefault: Bool

        /// Whether it is one picture for the whole file, such as a cover.
        public var isAttachedPicture: Bool

        enum CodingKeys: String, CodingKey {
            case kind, number, codec, width, height, frameRate
            case isDefault = "default"
            case isAttachedPicture = "attachedPicture"
        }

        /// Creates the description of a stream.
        public init(
            number: Int,
            kind: String,
            codec: String,
            size: (width: Int, height: Int) = (0, 0),
            frameRate: Ratio? = nil,
            isDefault: Bool = false,
            isAttachedPicture: Bool = false
        ) {
            (self.number, self.kind, self.codec) = (number, kind, codec)
            (width, height) = size
            _frameRate = Nullable(wrappedValue: frameRate)
            (self.isDefault, self.isAttachedPicture) = (isDefault, isAttachedPicture)
        }
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
