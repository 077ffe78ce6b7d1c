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
