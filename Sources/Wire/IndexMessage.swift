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
