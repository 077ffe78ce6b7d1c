/// The stored indexes, as `vernier cache list --json` prints them.
public struct CacheDocument: JSONDocument, Equatable {
    /// One stored index.
    public struct Row: Codable, Equatable, Sendable {
        /// The media's name when it was scanned; `nil` when the index cannot be read.
        public var media: String?
        /// Bytes on disk.
        public var bytes: Int
        /// When it was written or used last, in seconds since 1970.
        public var used: Int

        /// Creates a row.
        public init(media: String?, bytes: Int, used: Int) {
            self.media = media
            self.bytes = bytes
            self.used = used
        }
    }

    /// The folder that they are kept in.
    public var folder: String
    /// The bytes of all.
    public var bytes: Int
    /// The indexes, the most recently used first.
    public var indexes: [Row]

    /// Creates a list.
    public init(folder: String, _ indexes: [Row]) {
        self.folder = folder
        self.indexes = indexes
        bytes = indexes.map(\.bytes).reduce(0, +)
    }
}

/// What `vernier cache clear --json` prints.
public struct CacheClearing: JSONDocument, Equatable {
    /// The folder that was cleared.
    public var folder: String
    /// How many indexes have left.
    public var removed: Int

    /// Creates a report.
    public init(folder: String, removed: Int) {
        self.folder = folder
        self.removed = removed
    }
}
