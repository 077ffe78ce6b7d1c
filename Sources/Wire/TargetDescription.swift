/// The frame that a position resolves to.
public struct TargetDescription: JSONDocument, Equatable {
    /// A keyframe that decoding starts from.
    public struct Keyframe: Codable, Equatable, Sendable {
        /// The frame's number; `null` if the keyframe is decoded but never displayed.
        @Nullable public var frame: Int?

        /// The time in ticks of the media's timebase.
        public var pts: Int64

        /// Seconds since the first displayed frame.
        public var time: Double

        /// Creates a keyframe.
        public init(frame: Int?, pts: Int64, time: Double) {
            self.frame = frame
            self.pts = pts
            self.time = time
        }
    }

    /// The number in display order, from 0.
    public var frame: Int

    /// The time in ticks of the media's timebase.
    public var pts: Int64

    /// Seconds since the first displayed frame.
    public var time: Double

    /// The timecode.
    public var timecode: String

    /// Whether the frame is a keyframe.
    public var key: Bool

    /// The keyframe that decoding must start from.
    public var keyframe: Keyframe

    /// Whether the index is complete up to this frame, so that the answer can no longer change.
    public var exact: Bool

    /// Creates a target.
    public init(
        frame: Int,
        pts: Int64,
        time: Double,
        timecode: String,
        key: Bool,
        keyframe: Keyframe,
        exact: Bool
    ) {
        self.frame = frame
        self.pts = pts
        self.time = time
        self.timecode = timecode
        self.key = key
        self.keyframe = keyframe
        self.exact = exact
    }
}
