/// A named stretch of the media.
public struct Chapter: Hashable, Sendable {
    /// The title, empty when it has none.
    public let title: String
    /// Where it starts, on the video stream's clock.
    public let start: Timestamp
    /// How coarse the chapter's own clock is, in ticks of the stream.
    public let precision: Int64

    /// Creates a chapter.
    public init(title: String, start: Timestamp, precision: Int64) {
        self.title = title
        self.start = start
        self.precision = precision
    }
}

extension FrameTable {
    /// The first frame of a chapter, held within the first and the last frame.
    ///
    /// Chapters are often written in milliseconds, cut off rather than rounded, so a frame
    /// that starts within one unit of the chapter's clock is the one that was meant.
    public func firstFrame(of chapter: Chapter) -> Int {
        frame(at: Timestamp(chapter.start.ticks &+ max(chapter.precision - 1, 0))) ?? 0
    }
}
