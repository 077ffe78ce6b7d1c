import CFFmpeg

/// Converts decoded frames to other pixel formats, by the rules of `ffmpeg -pix_fmt`.
///
/// As of FFmpeg's filter `scale`: bicubic where the size changes, a matrix that the file does not
/// name is that of BT.601, and limited luma stays as it is in `gray`. Owns an `SwsContext`, for the
/// frames of one shape.
struct PixelConverter: ~Copyable {
    fileprivate struct Shape: Equatable {
        let width, height: CInt
        let format: AVPixelFormat
        let colorspace: CInt
        let range: AVColorRange
        let output: PixelSize
        let target: AVPixelFormat
    }

    private var shape: Shape?
    private var context: vn_scaler?

    init() {}

    deinit { sws_freeContext(context) }

    /// The frame with pixels of `format` and of a size.
    mutating func convert(
        _ picture: borrowing Picture,
        to format: AVPixelFormat,
        _ size: PixelSize
    ) throws(LibAVError) -> Picture {
        let source = picture.pointer.pointee
        try prepare(
            Shape(
                width: source.width,
                height: source.height,
                format: AVPixelFormat(source.format),
                colorspace: CInt(source.colorspace.rawValue),
                range: source.color_range,
                output: size,
                target: format
            )
        )
        let result = try Picture(size, format)
        try LibAVError.check(
            av_frame_copy_props(result.pointer, picture.pointer),
            "av_frame_copy_props"
        )
        var (planes, strides) = (result.writablePlanes, result.strides)
        let rows = sws_scale(
            context,
            picture.planes,
            picture.strides,
            0,
            source.height,
            &planes,
            &strides
        )
        try LibAVError.check(rows, "sws_scale")
        return result
    }

    private mutating func prepare(_ wanted: Shape) throws(LibAVError) {
        if shape == wanted { return }
        sws_freeContext(context)
        (shape, context) = (nil, sws_alloc_context())
        for (name, value) in wanted.options {
            try LibAVError.check(
                av_opt_set_int(UnsafeMutableRawPointer(context), name, value, 0),
                "av_opt_set_int"
            )
        }
        try LibAVError.check(sws_init_context(context, nil, nil), "sws_init_context")
        setColours(wanted)
        shape = wanted
    }

    /// Sets the frame's matrix and range, and leaves those of the result as they are.
    private func setColours(_ shape: Shape) {
        var (table, inverse): (UnsafeMutablePointer<CInt>?, UnsafeMutablePointer<CInt>?)
        var (isFull, isResultFull, brightness): (CInt, CInt, CInt) = (0, 0, 0)
        var (contrast, saturation): (CInt, CInt) = (0, 0)
        let code = sws_getColorspaceDetails(
            context,
            &inverse,
            &isFull,
            &table,
            &isResultFull,
            &brightness,
            &contrast,
            &saturation
        )
        // Formats without colours have no matrix.
        guard code >= 0 else { return }
        if shape.range != AVCOL_RANGE_UNSPECIFIED {
            isFull = shape.range == AVCOL_RANGE_JPEG ? 1 : 0
        }
        let matrix = sws_getCoefficients(shape.matrix)
        sws_setColorspaceDetails(
            context,
            matrix,
            isFull,
            matrix,
            isResultFull,
            brightness,
            contrast,
            saturation
        )
    }
}

extension PixelConverter.Shape {
    /// The number of the matrix, as the filter has it: that of BT.601 where there is none.
    fileprivate var matrix: CInt { (1...10).contains(colorspace) ? colorspace : SWS_CS_DEFAULT }

    /// The options of an `SwsContext`.
    fileprivate var options: [(String, Int64)] {
        let sizes = [
            ("srcw", Int64(width)), ("srch", Int64(height)), ("dstw", Int64(output.width)),
            ("dsth", Int64(output.height)), ("src_format", Int64(format.rawValue)),
            ("dst_format", Int64(target.rawValue)), ("sws_flags", Int64(vn_scale_bicubic)),
        ]
        // Chroma of 4:2:0 lies in the middle of two rows, as the filter assumes of every file.
        let isHalved = format == AV_PIX_FMT_YUV420P
        return isHalved ? sizes + [("src_v_chr_pos", 128)] : sizes
    }
}
