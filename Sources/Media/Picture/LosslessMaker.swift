import CFFmpeg

/// Takes the pixels of decoded frames without a loss: as they are, converted, or as a PNG file.
///
/// Belongs to the thread that made it.
public struct LosslessMaker: ~Copyable {
    private let info: MediaInfo
    private let file: String
    private var converter = PixelConverter()

    /// Creates a maker for the frames of one file.
    public init(info: MediaInfo, file: String) { (self.info, self.file) = (info, file) }

    /// Takes the pixels of a frame.
    ///
    /// - Throws: ``MediaError/cannotEncode(file:reason:)``, also where they are too many to be sent.
    public mutating func make(
        from picture: borrowing Picture,
        _ format: LosslessFormat
    ) throws(MediaError) -> LosslessPicture {
        let size = format == .png ? upright(picture) : picture.size
        guard Self.allows(size), picture.byteCount <= Self.byteLimit else {
            let reason = "\(size.width) × \(size.height) pixels are too many to be sent"
            throw .cannotEncode(file: file, reason: reason)
        }
        do throws(LibAVError) {
            return try take(picture, format)
        } catch {
            throw .cannotEncode(file: file, reason: "\(error)")
        }
    }

    /// Bytes of a picture at most: a message has other fields, too.
    package static let byteLimit = WorkerChannel.limit / 2

    /// Whether a picture of this size may be made, whatever its format: none has more than 8 bytes
    /// for a pixel.
    private static func allows(_ size: PixelSize) -> Bool {
        MediaLimits.allow(size) && size.width * size.height * 8 <= byteLimit
    }

    private mutating func take(
        _ picture: borrowing Picture,
        _ format: LosslessFormat
    ) throws(LibAVError) -> LosslessPicture {
        switch format {
        case .decoded: return picture.lossless(picture.packedPixels, picture.shape, of: picture)
        case .rgb24: return try convert(picture, to: AV_PIX_FMT_RGB24)
        case .rgb48le: return try convert(picture, to: AV_PIX_FMT_RGB48LE)
        case .gray: return try convert(picture, to: AV_PIX_FMT_GRAY8)
        case .png: return try png(picture)
        }
    }

    private mutating func convert(
        _ picture: borrowing Picture,
        to format: AVPixelFormat
    ) throws(LibAVError) -> LosslessPicture {
        let result = try converter.convert(picture, to: format, picture.size)
        return result.lossless(result.packedPixels, result.shape, of: picture)
    }

    private mutating func png(_ picture: borrowing Picture) throws(LibAVError) -> LosslessPicture {
        let quarters = info.rotation / 90
        let size = upright(picture)
        let stored = quarters.isMultiple(of: 2) ? size : size.transposed
        let format = PNGEncoder.format(for: picture)
        let converted = try converter.convert(picture, to: format, stored)
        let turned = try converted.turned(clockwise: quarters)
        let shape = PixelShape(format: turned.shape.format, size: turned.size, planes: [])
        return turned.lossless(try PNGEncoder.encode(turned), shape, of: picture)
    }

    private func upright(_ picture: borrowing Picture) -> PixelSize {
        info.displaySize(ofStored: picture.width, picture.height)
    }
}

extension Picture {
    /// Bytes and what they are; how the frame was coded is that of `source`.
    fileprivate func lossless(
        _ bytes: [UInt8],
        _ shape: PixelShape,
        of source: borrowing Picture
    ) -> LosslessPicture {
        LosslessPicture(
            bytes: bytes[...],
            shape: shape,
            colours: source.colours,
            isConcealed: source.isConcealed,
            type: source.type
        )
    }
}

extension FrameReader {
    /// Takes the pixels of one frame; the decoder stays there, so that a later one takes no seek.
    ///
    /// - Throws: ``MediaError`` when the frame cannot be decoded or encoded.
    public mutating func lossless(
        _ format: LosslessFormat,
        of frame: Int,
        by maker: inout LosslessMaker
    ) throws(MediaError) -> LosslessPicture {
        var result: Result<LosslessPicture, MediaError>?
        try read(frame, .since(frame)) { shown, picture in
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
