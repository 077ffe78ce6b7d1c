public import Timeline

/// Encodes decoded frames as JPEG pictures for display.
///
/// Pixels are made square and the file's rotation is applied. Belongs to the thread that made it.
public struct PreviewMaker: ~Copyable {
    private let info: MediaInfo
    private let file: String
    private var scaler = Scaler()
    private let encoder = JPEGEncoder()
    /// Increased whenever the same frame gives another picture, so that stored ones are replaced.
    package static let version: UInt64 = 2

    /// Creates a maker for the pictures of one file.
    public init(info: MediaInfo, file: String) {
        self.info = info
        self.file = file
    }

    /// Makes a picture of at most `format.width` columns, and never wider than the frame itself.
    ///
    /// - Throws: ``MediaError/cannotEncode(file:reason:)``.
    public mutating func make(
        from picture: borrowing Picture,
        _ format: PreviewFormat
    ) throws(MediaError) -> Preview {
        let native = info.displaySize(ofStored: picture.width, picture.height)
        let size = native.fitted(toWidth: format.width)
        let quarters = info.rotation / 90
        do {
            guard MediaLimits.allow(size) else {
                let text = "a JPEG cannot have \(size.width) × \(size.height) pixels"
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

/// The width and quality of a preview.
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
    /// Whether the decoder concealed errors.
    public let isConcealed: Bool
    /// The frame's coding type; `unknown` for a sprite sheet.
    public let type: PictureType

    /// Takes a JPEG file that was made elsewhere.
    package init(bytes: [UInt8], size: PixelSize, isConcealed: Bool, type: PictureType) {
        (self.bytes, self.size, self.isConcealed, self.type) = (bytes, size, isConcealed, type)
    }
}

extension Preview {
    /// Whether there can be such a picture: its size is one that is made, and its bytes are no more
    /// than a JPEG of that size can have.
    package var isPlausible: Bool {
        MediaLimits.allow(size) && (1...MediaLimits.jpegBytes(of: size)).contains(bytes.count)
    }
}

extension PreviewFormat {
    /// Whether a picture in this format may have this size.
    package func allows(_ size: PixelSize) -> Bool {
        MediaLimits.allow(size) && size.width <= width ?? MediaLimits.side
    }
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

extension FrameReader {
    /// Makes the preview of one frame.
    ///
    /// - Parameters:
    ///   - frame: The frame's number.
    ///   - selection: Which frames are decoded with it.
    ///   - format: The width and quality.
    ///   - maker: The encoder.
    /// - Returns: The preview.
    /// - Throws: ``MediaError`` when the frame cannot be decoded or encoded.
    public mutating func preview(
        of frame: Int,
        _ selection: FrameSelection,
        _ format: PreviewFormat,
        by maker: inout PreviewMaker
    ) throws(MediaError) -> Preview {
        var result: Result<Preview, MediaError>?
        try read(frame, selection) { shown, picture in
            guard shown == frame else { return true }
            do throws(MediaError) {
                result = .success(try maker.make(from: picture, format))
            } catch {
                result = .failure(error)
            }
            return true
        }
        guard let result else { throw .undecodable(file: file, frame: frame) }
        return try result.get()
    }
}
