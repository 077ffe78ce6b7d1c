public import Timeline

/// What a file says about itself and about the stream that is shown.
public struct MediaInfo: Hashable, Sendable {
    /// What the media shows.
    public enum Kind: String, Hashable, Sendable {
        /// Moving pictures.
        case video
        /// Sound only; the timeline counts its packets.
        case audio
        /// One picture.
        case image
    }

    /// What the media shows.
    public let kind: Kind
    /// libavformat's name of the container.
    public let container: String
    /// libavcodec's name of the stream's codec.
    public let codec: String
    /// The stream's number in the file.
    public let stream: Int
    /// The stream's ticks.
    public let timebase: Timebase
    /// The average frame rate; packets per second for sound.
    public let frameRate: FrameRate
    /// The size of the stored pictures, or of the cover; 0 × 0 for sound without one.
    public let storedSize: PixelSize
    /// Degrees clockwise that the stored pictures are turned by for display: 0, 90, 180 or 270.
    public let rotation: Int
    /// How wide a stored pixel is for its height.
    public let sampleAspect: SampleAspect
    /// The first frame's SMPTE timecode, when the file has one.
    public let startTimecode: String?
    /// The chapters in order of time.
    public let chapters: [Chapter]
    /// Every stream of the file, by number.
    public let streams: [MediaStream]
    /// The stream of the picture that is shown for sound; `nil` for all other kinds.
    public let cover: Int?
    /// Seconds the container claims to last; `nil` when it does not say.
    public let containerDuration: Double?
    /// Seconds that libavformat guesses from the bit rate where the container does not say.
    public let estimatedDuration: Double?

    /// The pixels' width for their height, as a fraction of positive numbers.
    public struct SampleAspect: Hashable, Sendable {
        /// The numerator.
        public let numerator: Int
        /// The denominator.
        public let denominator: Int

        /// Square pixels.
        static let square = SampleAspect(numerator: 1, denominator: 1)

        /// Takes over a fraction; one that no pixel has is a lie, or a mistake, and means square.
        init(numerator: Int, denominator: Int) {
            let most = Limits.pixelShape
            let isShape =
                numerator > 0 && denominator > 0 && numerator <= Int(Int32.max)
                && denominator <= Int(Int32.max) && numerator <= most * denominator
                && denominator <= most * numerator
            (self.numerator, self.denominator) = isShape ? (numerator, denominator) : (1, 1)
        }
    }

    /// Whether there is anything to see.
    public var hasPictures: Bool { kind != .audio || cover != nil }

    /// The size that the pictures are meant to be seen at: pixels made square, rotation applied.
    public var size: PixelSize { displaySize(ofStored: storedSize.width, storedSize.height) }

    /// The labels that the frames carry.
    public var clock: FrameClock { FrameClock(rate: frameRate, startingAt: startTimecode) }

    /// The size at which a stored picture of `width` × `height` pixels is meant to be seen: at least
    /// one pixel, unless there is none.
    func displaySize(ofStored width: Int, _ height: Int) -> PixelSize {
        guard width > 0, height > 0 else { return PixelSize(width: 0, height: 0) }
        let stretched = rescale(
            Int64(width),
            by: Int64(sampleAspect.numerator),
            over: Int64(sampleAspect.denominator)
        )
        let size = PixelSize(width: max(1, Int(stretched)), height: height)
        return rotation % 180 == 0 ? size : size.transposed
    }
}
