import CFFmpeg

/// What tells one decoded picture from another.
public struct PictureIdentity: Hashable, Sendable {
    /// A hash of the size, the pixel format and every pixel.
    public let pixels: [UInt8]
    /// The number that the picture carries, if it is one of the samples.
    public let barcode: Int
    /// Whether the decoder made up pixels for damaged data.
    public let isConcealed: Bool

    /// Creates an identity.
    public init(pixels: [UInt8], barcode: Int = 0, isConcealed: Bool = false) {
        self.pixels = pixels
        self.barcode = barcode
        self.isConcealed = isConcealed
    }
}

extension Picture {
    /// What tells this picture from another.
    public var identity: PictureIdentity {
        PictureIdentity(pixels: pixelHash, barcode: barcode, isConcealed: isConcealed)
    }

    /// MurmurHash3, 128 bits: nobody tries to deceive us, and it is libavutil's fastest.
    private var pixelHash: [UInt8] {
        let state = av_murmur3_alloc()
        defer { av_free(UnsafeMutableRawPointer(state)) }
        av_murmur3_init(state)
        let shape = [pointer.pointee.width, pointer.pointee.height, pointer.pointee.format]
        shape.withUnsafeBytes { bytes in
            let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
            av_murmur3_update(state, start, bytes.count)
        }
        let pixels = packedPixels
        av_murmur3_update(state, pixels, pixels.count)
        var digest = [UInt8](repeating: 0, count: 16)
        digest.withUnsafeMutableBufferPointer { av_murmur3_final(state, $0.baseAddress) }
        return digest
    }

    /// The planes one after the other, without what pads their rows.
    private var packedPixels: [UInt8] {
        let (width, height) = (pointer.pointee.width, pointer.pointee.height)
        let count = av_image_get_buffer_size(pixelFormat, width, height, 1)
        // Only pictures in the memory of a graphics card have no size, and nothing here makes them.
        precondition(count >= 0, "a decoded picture has pixels")
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, used in
            let start = buffer.baseAddress
            av_image_copy_to_buffer(start, count, planes, strides, pixelFormat, width, height, 1)
            used = Int(count)
        }
    }
}

// MARK: - Barcodes

extension Picture {
    /// The number that every picture of a sample carries: 16 bits over the full width of the top
    /// tenth, the lowest on the left, white for 1.
    var barcode: Int {
        let line = luma8(row: height / 20)
        return (0..<Self.barcodeBits).reduce(0) { number, bit in
            // The middle of a block is where no coder smears its neighbours.
            let isWhite = line[(2 * bit + 1) * width / (2 * Self.barcodeBits)] > 125
            return isWhite ? number | 1 << bit : number
        }
    }

    private static var barcodeBits: Int { 16 }

    /// The first component along a row, in whatever format the picture is, scaled to 8 bits.
    private func luma8(row: Int) -> [Int] {
        let description = av_pix_fmt_desc_get(pixelFormat)!
        var line = [UInt16](repeating: 0, count: width)
        var planes = self.planes
        let (row, width) = (CInt(row), CInt(width))
        let hasPalette: CInt = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0 ? 1 : 0
        av_read_image_line2(&line, &planes, strides, description, 0, row, 0, width, hasPalette, 2)
        return line.map { (Int($0) << 8) >> description.pointee.comp.0.depth }
    }
}

extension Picture {
    private var pixelFormat: AVPixelFormat { AVPixelFormat(pointer.pointee.format) }

    private var planes: [UnsafePointer<UInt8>?] {
        let data = pointer.pointee.data
        return [data.0, data.1, data.2, data.3].map { plane in plane.map { UnsafePointer($0) } }
    }

    private var strides: [CInt] {
        let lines = pointer.pointee.linesize
        return [lines.0, lines.1, lines.2, lines.3]
    }
}
