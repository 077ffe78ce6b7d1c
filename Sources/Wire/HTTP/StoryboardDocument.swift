/// Which pictures there are of a film by now, from all over it.
public struct StoryboardDocument: JSONDocument, Equatable {
    /// A picture that can be had without decoding anything.
    public struct Picture: Codable, Equatable, Sendable {
        /// The number of the frame that it shows.
        public var frame: Int
        /// The position of that frame, in 0...1.
        public var position: Double

        /// Names a picture.
        public init(frame: Int, position: Double) {
            (self.frame, self.position) = (frame, position)
        }
    }

    /// Whether no more pictures are going to be made.
    public var complete: Bool
    /// The pictures, ascending.
    public var pictures: [Picture]
    /// What their addresses, those of single frames, have for `width` and `quality`.
    public var width, quality: Int

    /// Lists pictures of a size and quality.
    public init(complete: Bool, pictures: [Picture], width: Int, quality: Int) {
        (self.complete, self.pictures) = (complete, pictures)
        (self.width, self.quality) = (width, quality)
    }
}
