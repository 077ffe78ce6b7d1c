public import Timeline

/// What is known of a file once it has been scanned: what it is and every frame of it.
public struct MediaIndex: Sendable {
    /// What the file says about itself.
    public let info: MediaInfo
    /// The frames.
    public let table: FrameTable

    /// Creates an index.
    public init(info: MediaInfo, table: FrameTable) {
        self.info = info
        self.table = table
    }
}
