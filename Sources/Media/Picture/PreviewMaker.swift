public import Timeline

/// Turns decoded frames into JPEG pictures, as they are meant to be seen.
///
/// Pixels are made square and the file's rotation is applied. Belongs to the thread that
/// made it.
public struct PreviewMaker: ~Copyable {
    private let info: MediaInfo
    private let file: String
    private var scaler = Scaler()
    private let encoder = JPEGEncoder()
    /// Raised whenever the same frame makes another picture, so that stored ones are made anew.
    static let version: UInt64 = 2

    /// Creates a maker for the pictures of one file.
    public init(info: MediaInfo, file: String) {
        self.info = info
        self.file = file
    }

    /// Makes a picture of at most `format.width` columns; never larger than the frame itself.
    public mutating func make(
        from picture: borrowing Picture,
        _ format: PreviewFormat
    ) throws(MediaError) -> Preview {
        let native = info.displaySize(ofStored: picture.width, picture.height)
        let size = native.fitted(toWidth: format.width)
        let quarters = info.rotation / 90
        do {
            guard Limits.allow(size) else {
                let text = "a picture of \(size.width) × \(size.height) is none that a JPEG can be"
                throw JPEGError(text: text)
            }
            let upright = quarters.isMultiple(of: 2) ? size : size.transposed
            let image = try scaler.scale(picture, to: upright).turned(clockwise: quarters)
            let bytes = try encoder.encode(image, quality: format.quality)
            return Preview(
                bytes: bytes,
                size: size,
                isConcealed: picture.isConcealed,
                type: picture.type
            )
        } catch {
            throw .cannotEncode(file: file, reason: "\(error)")
        }
    }
}

/// What a preview should look like.
public struct PreviewFormat: Hashable, Sendable {
    /// Columns at most; `nil` keeps the frame's own.
    public let width: Int?
    /// JPEG quality, 1…100.
    public let quality: Int

    /// Creates a format.
    public init(width: Int?, quality: Int = 80) {
        self.width = width
        self.quality = quality
    }
}

/// A JPEG picture of one frame.
public struct Preview: Hashable, Sendable {
    /// The JPEG file.
    public let bytes: [UInt8]
    /// Its size.
    public let size: PixelSize
    /// Whether the decoder made up pixels for damaged data.
    public let isConcealed: Bool
    /// How the frame was coded; several frames in one picture have no type.
    public let type: PictureType
}

extension PixelSize {
    /// The size scaled down to `width` columns, if it is wider; at least one pixel.
    package func fitted(toWidth limit: Int?) -> PixelSize {
        guard let limit, limit < width else {
            return PixelSize(width: max(1, width), height: max(1, height))
        }
        let rows = (Double(height) * Double(limit) / Double(width)).rounded()
        return PixelSize(width: max(1, limit), height: max(1, Int(rows)))
    }
}
