import CFFmpeg

/// How the pixels of a frame lie in memory, and what their values mean.
extension Picture {
    /// A frame of a size and format whose pixels are to be written.
    init(_ size: PixelSize, _ format: AVPixelFormat) throws(LibAVError) {
        self.init()
        (pointer.pointee.width, pointer.pointee.height) = (CInt(size.width), CInt(size.height))
        pointer.pointee.format = format.rawValue
        try LibAVError.check(av_frame_get_buffer(pointer, 0), "av_frame_get_buffer")
    }

    /// Columns and rows of pixels.
    var size: PixelSize { PixelSize(width: width, height: height) }

    /// The format of the pixels.
    var pixelFormat: AVPixelFormat { AVPixelFormat(pointer.pointee.format) }

    /// Where the planes begin.
    var planes: [UnsafePointer<UInt8>?] { writablePlanes.map { $0.map { UnsafePointer($0) } } }

    /// Where the planes begin, of a frame that nobody else refers to.
    var writablePlanes: [UnsafeMutablePointer<UInt8>?] {
        let data = pointer.pointee.data
        return [data.0, data.1, data.2, data.3]
    }

    /// The bytes from one row of each plane to the next.
    var strides: [CInt] {
        let lines = pointer.pointee.linesize
        return [lines.0, lines.1, lines.2, lines.3]
    }

    /// Bytes of all planes without padding.
    var byteCount: Int {
        let (width, height) = (pointer.pointee.width, pointer.pointee.height)
        return Int(av_image_get_buffer_size(pixelFormat, width, height, 1))
    }

    /// The planes one after the other, without the padding of their rows.
    var packedPixels: [UInt8] {
        let (width, height) = (pointer.pointee.width, pointer.pointee.height)
        let count = CInt(byteCount)
        // Only hardware frames have no size, and no hardware decoder is used.
        precondition(count >= 0, "a decoded picture has pixels")
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, used in
            let start = buffer.baseAddress
            av_image_copy_to_buffer(start, count, planes, strides, pixelFormat, width, height, 1)
            used = Int(count)
        }
    }

    /// How ``packedPixels`` are laid out.
    var shape: PixelShape {
        let description = av_pix_fmt_desc_get(pixelFormat)!.pointee
        var strides = [CInt](repeating: 0, count: PixelShape.mostPlanes)
        av_image_fill_linesizes(&strides, pixelFormat, pointer.pointee.width)
        var planes: [PixelShape.Plane] = []
        for (number, stride) in strides.enumerated() where stride > 0 {
            // Of the planes, the second and the third are those with less chroma.
            let isChroma = number == 1 || number == 2
            let (across, down) =
                isChroma ? (description.log2_chroma_w, description.log2_chroma_h) : (0, 0)
            planes.append(
                PixelShape.Plane(
                    offset: planes.last.map { $0.offset + $0.stride * $0.height } ?? 0,
                    stride: Int(stride),
                    width: -(-width >> Int(across)),
                    height: -(-height >> Int(down))
                )
            )
        }
        if description.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0 { planes.appendPalette() }
        let format = String(cString: av_get_pix_fmt_name(pixelFormat))
        return PixelShape(format: format, size: size, planes: planes)
    }

    /// What the values mean.
    var colours: PixelColours {
        let frame = pointer.pointee
        let isTopFirst = vn_is_top_field_first(pointer) != 0
        return PixelColours(
            range: Self.name(av_color_range_name(frame.color_range)),
            space: Self.name(av_color_space_name(frame.colorspace)),
            primaries: Self.name(av_color_primaries_name(frame.color_primaries)),
            transfer: Self.name(av_color_transfer_name(frame.color_trc)),
            chromaLocation: Self.name(av_chroma_location_name(frame.chroma_location)),
            isTopFieldFirst: vn_is_interlaced(pointer) != 0 ? isTopFirst : nil
        )
    }

    private static func name(_ name: UnsafePointer<CChar>?) -> String {
        name.map { String(cString: $0) } ?? "unknown"
    }

    /// The frame turned clockwise by a multiple of 90 degrees; it must have whole bytes for each
    /// pixel, all in one plane.
    func turned(clockwise quarters: Int) throws(LibAVError) -> Picture {
        let quarters = quarters & 3
        let result = try Picture(quarters.isMultiple(of: 2) ? size : size.transposed, pixelFormat)
        try LibAVError.check(av_frame_copy_props(result.pointer, pointer), "av_frame_copy_props")
        let description = av_pix_fmt_desc_get(pixelFormat)
        let step = Int(av_get_padded_bits_per_pixel(description)) / 8
        guard let from = planes[0], let to = result.writablePlanes[0] else { return result }
        let (row, resultRow) = (Int(strides[0]), Int(result.strides[0]))
        for y in 0..<result.height {
            for x in 0..<result.width {
                let (column, line) =
                    switch quarters {
                    case 1: (y, height - 1 - x)
                    case 2: (width - 1 - x, height - 1 - y)
                    case 3: (width - 1 - y, x)
                    default: (x, y)
                    }
                (to + y * resultRow + x * step)
                    .update(from: from + line * row + column * step, count: step)
            }
        }
        return result
    }
}

extension [PixelShape.Plane] {
    /// Adds the 256 colours of a palette.
    fileprivate mutating func appendPalette() {
        let end = last.map { $0.offset + $0.stride * $0.height } ?? 0
        self = Array(prefix(1))
        append(PixelShape.Plane(offset: end, stride: 1024, width: 256, height: 1))
    }
}
