import CFFmpeg

/// Scales decoded frames to packed 32-bit RGB in JPEG's colour space (sRGB, full range).
///
/// Owns an `SwsContext` for each size, format and colour space of frames and pictures: streams may
/// change in the middle, and the same frames are scaled to two sizes, the client's and the
/// storyboard's. It keeps those that were used last.
struct Scaler: ~Copyable {
    private var scalings: [Scaling] = []
    private static let limit = 2

    /// How frames of one shape are scaled.
    fileprivate struct Scaling {
        let shape: Shape
        let context: vn_scaler
        let toneMap: ToneMap?
    }

    fileprivate struct Shape: Equatable {
        let width, height: CInt
        let format: AVPixelFormat.RawValue
        let colorspace: CInt
        let isFullRange: Bool
        /// The transfer function to tone-map from; `nil` when a JPEG can show it as it is.
        let transfer: ToneMap.Transfer?
        let output: PixelSize
    }

    init() {}

    deinit { for scaling in scalings { sws_freeContext(scaling.context) } }

    /// Scales `picture` to `size`, as rows of red, green, blue and an unused byte.
    mutating func scale(
        _ picture: borrowing Picture,
        to size: PixelSize
    ) throws(LibAVError) -> PackedImage {
        let frame = picture.pointer
        let scaling = try prepare(Shape(frame.pointee, output: size))
        var image = PackedImage(size: size)
        guard let toneMap = scaling.toneMap else {
            try image.withBytes { bytes throws(LibAVError) in
                let rowSize = size.width * PackedImage.bytesPerPixel
                try scaling.fill(bytes, rowSize: rowSize, from: frame)
            }
            return image
        }
        let deep = try scaling.deepPixels(of: frame, size)
        image.fill { toneMap.pixel(deep[4 * $0], deep[4 * $0 + 1], deep[4 * $0 + 2]) }
        return image
    }

    private mutating func prepare(_ wanted: Shape) throws(LibAVError) -> Scaling {
        if let index = scalings.firstIndex(where: { $0.shape == wanted }) {
            scalings.append(scalings.remove(at: index))
        } else {
            if scalings.count == Self.limit { sws_freeContext(scalings.removeFirst().context) }
            scalings.append(try Self.scaling(wanted))
        }
        return scalings[scalings.count - 1]
    }

    private static func scaling(_ wanted: Shape) throws(LibAVError) -> Scaling {
        let context = sws_getContext(
            wanted.width,
            wanted.height,
            AVPixelFormat(wanted.format),
            CInt(wanted.output.width),
            CInt(wanted.output.height),
            wanted.transfer == nil ? AV_PIX_FMT_RGB0 : AV_PIX_FMT_RGBA64LE,
            vn_scale_area,
            nil,
            nil,
            nil
        )
        guard let context else {
            throw LibAVError(code: vn_error_from_errno(ENOTSUP), function: "sws_getContext")
        }
        setColours(of: context, wanted)
        return Scaling(shape: wanted, context: context, toneMap: wanted.transfer.map(ToneMap.init))
    }

    /// Sets the matrix and range of the frame's colours.
    private static func setColours(of context: vn_scaler, _ shape: Shape) {
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

extension Scaler.Scaling {
    /// Red, green, blue and an unused value of 16 bits for each pixel.
    func deepPixels(
        of frame: UnsafeMutablePointer<AVFrame>,
        _ size: PixelSize
    ) throws(LibAVError) -> [UInt16] {
        // swscale writes whole vectors, so the buffer has space for one more at its end.
        var deep = [UInt16](repeating: 0, count: size.width * size.height * 4 + 32)
        try deep.withUnsafeMutableBufferPointer { values throws(LibAVError) in
            let bytes = UnsafeMutableRawPointer(values.baseAddress!)
            try fill(
                bytes.assumingMemoryBound(to: UInt8.self),
                rowSize: size.width * 8,
                from: frame
            )
        }
        return deep
    }

    func fill(
        _ bytes: UnsafeMutablePointer<UInt8>,
        rowSize: Int,
        from frame: UnsafeMutablePointer<AVFrame>
    ) throws(LibAVError) {
        var planes = [bytes, nil, nil, nil]
        var strides: [CInt] = [CInt(rowSize), 0, 0, 0]
        let rows = withUnsafeBytes(of: &frame.pointee.data) { data in
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
        try LibAVError.check(rows, "sws_scale")
    }
}

extension Scaler.Shape {
    fileprivate init(_ frame: AVFrame, output: PixelSize) {
        width = frame.width
        height = frame.height
        format = frame.format
        isFullRange = frame.color_range == AVCOL_RANGE_JPEG
        // Unspecified colour spaces are taken for BT.709 from 720 rows on, as players do.
        let isUnknown = frame.colorspace == AVCOL_SPC_UNSPECIFIED
        let assumed = frame.height >= 720 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
        colorspace = CInt((isUnknown ? assumed : frame.colorspace).rawValue)
        transfer = Self.transfer(frame)
        self.output = output
    }

    private static func transfer(_ frame: AVFrame) -> ToneMap.Transfer? {
        switch frame.color_trc {
        case AVCOL_TRC_SMPTE2084: .pq
        case AVCOL_TRC_ARIB_STD_B67: .hlg
        default: frame.color_primaries == AVCOL_PRI_BT2020 ? .standard : nil
        }
    }
}
