/// What a reader has done, for tests and benchmarks that count instead of timing.
public struct ReadWork: Hashable, Sendable {
    /// Packets of the stream that were read.
    public var packetsRead = 0
    /// Frames that were decoded, counted when they were handed out or passed over.
    public var framesDecoded = 0
    /// Further ones that a wanted one waited for, and that a seek then threw away.
    public var framesAwaited = 0
    /// Times the demuxer was sent to another place.
    public var seeks = 0
    /// Attempts that did not lead to the frame.
    public var backOffs = 0

    /// Creates counts of nothing.
    public init() {}
}
