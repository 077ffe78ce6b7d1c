public import Timeline

/// One stream of a file, as its header describes it.
public struct MediaStream: Hashable, Sendable {
    /// What a stream carries.
    public enum Kind: String, Hashable, Sendable {
        /// Pictures.
        case video
        /// Sound.
        case audio
        /// Text over pictures.
        case subtitle
        /// Anything else that has times, such as timecode.
        case data
        /// A file within the file.
        case attachment
        /// Something that libavformat does not know.
        case unknown
    }

    /// What it carries.
    public let kind: Kind
    /// libavcodec's name of its codec.
    public let codec: String
    /// The size of the stored pictures; 0 × 0 where there are none.
    public let storedSize: PixelSize
    /// The average frame rate of moving pictures, where the header tells.
    public let frameRate: FrameRate?
    /// Whether the file wants it shown before others of its kind.
    public let isDefault: Bool
    /// Whether it is a picture for the whole file, such as a cover, and no film.
    public let isAttachedPicture: Bool
}
