import CFFmpeg

/// Scales decoded frames to packed 32-bit RGB.
///
/// Owns its `SwsContext`, and makes a new one when a frame's size, format or colours differ
/// from the one before: streams change in the middle.
struct Scaler: ~Copyable {
    private var context: OpaquePointer?
    private var shape: Shape?

    fileprivate struct Shape: Equatable {
        let width, height: CInt
        let format: AVPixelFormat.RawValue
        let colorspace: CInt
        let isFullRange: Bool
        let output: PixelSize
    }

    init() {}

    deinit { sws_freeContext(context) }

    /// Scales `picture` to `size`, as rows of red, green, blue and an unused byte.
    mutating func scale(
        _ picture: borrowing Picture,
        to size: PixelSize
    ) throws(LibAVError) -> PackedImage {
        let frame = picture.pointer
        try prepare(Shape(frame.pointee, output: size))
        var image = PackedImage(size: size)
        let rows = image.withBytes { bytes in
            var planes = [bytes, nil, nil, nil]
            var strides: [CInt] = [CInt(size.width * PackedImage.bytesPerPixel), 0, 0, 0]
            return withUnsafeBytes(of: &frame.pointee.data) { data in
                withUnsafeBytes(of: &frame.pointee.linesize) { lines in
                    sws_scale(
                        context,
                        data.assumingMemoryBound(to: UnsafePointer<UInt8>?.self).baseAddress,
                        lines.assumingMemoryBound(to: CInt.self).baseAddress,
                        0,
                        frame.pointee.height,
                        &planes,
                        &strides
                    )
                }
            }
        }
        try LibAVError.check(rows, "sws_scale")
        return image
    }

    private mutating func prepare(_ wanted: Shape) throws(LibAVError) {
        guard wanted != shape else { return }
        sws_freeContext(context)
        context = sws_getContext(
            wanted.width,
            wanted.height,
            AVPixelFormat(wanted.format),
            CInt(wanted.output.width),
            CInt(wanted.output.height),
            AV_PIX_FMT_RGB0,
            CInt(SWS_AREA),
            nil,
            nil,
            nil
        )
        guard let context else {
            shape = nil
            throw LibAVError(code: vn_error_from_errno(ENOTSUP), function: "sws_getContext")
        }
        setColours(of: context, wanted)
        shape = wanted
    }

    /// Reads the frame's colours by the matrix and range it was made with.
    private func setColours(of context: OpaquePointer, _ shape: Shape) {
        let one = CInt(1 << 16)
        sws_setColorspaceDetails(
            context,
            sws_getCoefficients(shape.colorspace),
            shape.isFullRange ? 1 : 0,
            sws_getCoefficients(CInt(SWS_CS_DEFAULT)),
            1,
            0,
            one,
            one
        )
    }
}

extension Scaler.Shape {
    fileprivate init(_ frame: AVFrame, output: PixelSize) {
        width = frame.width
        height = frame.height
        format = frame.format
        isFullRange = frame.color_range == AVCOL_RANGE_JPEG
        // Streams that do not say are BT.709 from 720 rows on, as players take them.
        let isUnknown = frame.colorspace == AVCOL_SPC_UNSPECIFIED
        let assumed = frame.height >= 720 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
        colorspace = CInt((isUnknown ? assumed : frame.colorspace).rawValue)
        self.output = output
    }
}
