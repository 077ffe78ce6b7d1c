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
