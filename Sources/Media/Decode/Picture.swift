import CFFmpeg
import Timeline

/// A decoded frame, as the decoder output it.
///
/// A reusable buffer that owns its `AVFrame`. Its pixels are valid until the next frame is
/// received into it.
public struct Picture: ~Copyable {
    let pointer: UnsafeMutablePointer<AVFrame>

    init() { pointer = av_frame_alloc()! }

    deinit {
        var pointer = Optional(self.pointer)
        av_frame_free(&pointer)
    }

    /// The ordinal of the packet that carried the frame.
    var ordinal: Int { Int(vn_ordinal(pointer)) }
    /// Columns of pixels.
    package var width: Int { Int(pointer.pointee.width) }
    /// Rows of pixels.
    package var height: Int { Int(pointer.pointee.height) }
    /// Whether the decoder concealed errors, in this frame or in one that it refers to.
    var isConcealed: Bool {
        pointer.pointee.decode_error_flags != 0
            || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    }

    /// How the frame was coded.
    var type: PictureType {
        switch pointer.pointee.pict_type {
        case AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_SI: .intra
        case AV_PICTURE_TYPE_P, AV_PICTURE_TYPE_SP, AV_PICTURE_TYPE_S: .predicted
        case AV_PICTURE_TYPE_B, AV_PICTURE_TYPE_BI: .bipredicted
        default: .unknown
        }
    }

    /// Marks the frame as referring to damaged data, which decoders do not report.
    func markAsConcealed() { pointer.pointee.flags |= AV_FRAME_FLAG_CORRUPT }

    /// Whether both are the same frame in memory.
    func sharesPixels(with other: borrowing Picture) -> Bool {
        pointer.pointee.data.0 != nil && pointer.pointee.data.0 == other.pointer.pointee.data.0
    }

    /// References the frame of `other`; empty where there is no memory for it.
    func refer(to other: borrowing Picture) {
        av_frame_unref(pointer)
        av_frame_ref(pointer, other.pointer)
    }

    /// Moves the frame out of `other`, which is empty afterwards.
    func take(from other: borrowing Picture) {
        av_frame_unref(pointer)
        av_frame_move_ref(pointer, other.pointer)
    }
}

/// What identifies a decoded picture, for comparing seeking with linear decoding.
public struct PictureIdentity: Hashable, Sendable {
    /// A hash of the size, the pixel format and every pixel.
    public let pixels: [UInt8]
    /// The number in the picture's barcode, if it is one of the samples.
    public let barcode: Int
    /// Whether the decoder concealed errors.
    public let isConcealed: Bool

    /// Creates an identity.
    public init(pixels: [UInt8], barcode: Int = 0, isConcealed: Bool = false) {
        self.pixels = pixels
        self.barcode = barcode
        self.isConcealed = isConcealed
    }
}

extension Picture {
    /// What identifies this picture.
    public var identity: PictureIdentity {
        PictureIdentity(pixels: pixelHash, barcode: barcode, isConcealed: isConcealed)
    }

    private var pixelHash: [UInt8] {
        let shape = [pointer.pointee.width, pointer.pointee.height, pointer.pointee.format]
        return Digest.murmur3(of: shape.withUnsafeBytes { Array($0) }, packedPixels)
    }
}

// MARK: - Barcodes

extension Picture {
    /// The number in every picture of a sample: 16 bits over the full width of the top tenth, the
    /// lowest on the left, white for 1.
    var barcode: Int {
        let line = luma8(row: height / 20)
        return (0..<Self.barcodeBits).reduce(0) { number, bit in
            // In the middle of a block, compression does not mix in its neighbours.
            let isWhite = line[(2 * bit + 1) * width / (2 * Self.barcodeBits)] > 125
            return isWhite ? number | 1 << bit : number
        }
    }

    private static var barcodeBits: Int { 16 }

    /// The first component along a row, of any pixel format, scaled to 8 bits.
    func luma8(row: Int) -> [Int] {
        let description = av_pix_fmt_desc_get(pixelFormat)!
        var line = [UInt16](repeating: 0, count: width)
        var planes = self.planes
        let (row, width) = (CInt(row), CInt(width))
        let hasPalette: CInt = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0 ? 1 : 0
        av_read_image_line2(&line, &planes, strides, description, 0, row, 0, width, hasPalette, 2)
        return line.map { (Int($0) << 8) >> description.pointee.comp.0.depth }
    }
}
