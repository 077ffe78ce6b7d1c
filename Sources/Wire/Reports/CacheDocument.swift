/// What is stored, as `vernier cache list --json` prints it.
public struct CacheDocument: JSONDocument, Equatable {
    /// One stored file.
    public struct StoredFile: Codable, Equatable, Sendable {
        /// The media's name when it was written; `nil` when it cannot be read.
        public var media: String?
        /// Bytes on disk.
        public var bytes: Int
        /// When it was written or used last, in seconds since 1970.
        public var used: Int

        /// Creates a row.
        public init(media: String?, bytes: Int, used: Int) {
            (self.media, self.bytes, self.used) = (media, bytes, used)
        }
    }

    /// The stored previews of one media in one format.
    public struct Previews: Codable, Equatable, Sendable {
        /// The media's name when the first was made; `nil` when they cannot be read.
        public var media: String?
        /// Columns at most; `nil` when they cannot be read.
        public var width: Int?
        /// The JPEG quality; `nil` when they cannot be read.
        public var quality: Int?
        /// How many frames have one.
        public var frames: Int
        /// Bytes on disk.
        public var bytes: Int
        /// When one was written or used last, in seconds since 1970.
        public var used: Int

        /// Creates a row.
        public init(
            media: String?,
            width: Int?,
            quality: Int?,
            frames: Int,
            bytes: Int,
            used: Int
        ) {
            (self.media, self.width, self.quality) = (media, width, quality)
            (self.frames, self.bytes, self.used) = (frames, bytes, used)
        }
    }

    /// What was read of media that lies elsewhere.
    public struct Blocks: Codable, Equatable, Sendable {
        /// How many blocks there are.
        public var count: Int
        /// Bytes on disk.
        public var bytes: Int

        /// Creates a row.
        public init(count: Int, bytes: Int) { (self.count, self.bytes) = (count, bytes) }
    }

    /// The index of one media.
    public typealias Index = StoredFile
    /// What is known of the sound of one media.
    public typealias Sound = StoredFile

    /// The folder that all is kept in.
    public var folder: String
    /// The bytes of all.
    public var bytes: Int
    /// The indexes, the most recently used first.
    public var indexes: [Index]
    /// The previews, the most recently used first.
    public var previews: [Previews]
    /// What is known of sounds, the most recently used first.
    public var sounds: [Sound]
    /// What was read of media that lies elsewhere.
    public var blocks: Blocks

    /// Creates a list.
    public init(
        folder: String,
        _ indexes: [Index],
        _ previews: [Previews],
        _ sounds: [Sound],
        _ blocks: Blocks
    ) {
        (self.folder, self.blocks) = (folder, blocks)
        (self.indexes, self.previews, self.sounds) = (indexes, previews, sounds)
        let sizes = indexes.map(\.bytes) + previews.map(\.bytes) + sounds.map(\.bytes)
        bytes = sizes.reduce(blocks.bytes, +)
    }
}

/// What `vernier cache clear --json` prints.
public struct CacheClearing: JSONDocument, Equatable {
    /// The folder that was cleared.
    public var folder: String
    /// How many indexes have left.
    public var removed: Int
    /// How many files of previews have left.
    public var removedPacks: Int
    /// How many files about sounds have left.
    public var removedSounds: Int
    /// How many blocks of media that lies elsewhere have left.
    public var removedBlocks: Int

    /// Creates a report.
    public init(
        folder: String,
        removed: Int,
        removedPacks: Int,
        removedSounds: Int,
        removedBlocks: Int
    ) {
        (self.folder, self.removed, self.removedBlocks) = (folder, removed, removedBlocks)
        (self.removedPacks, self.removedSounds) = (removedPacks, removedSounds)
    }
}
