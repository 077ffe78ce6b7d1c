import CTurboJPEG

/// Reads JPEG pictures back into pixels.
///
/// Owns its TurboJPEG handle.
struct JPEGDecoder: ~Copyable {
    private let handle: tjhandle

    init() { handle = tjInitDecompress()! }

    deinit { tjDestroy(handle) }

    /// The pixels of a picture, which is of the size that it is said to be.
    ///
    /// It may come from a process that a file has taken over: nothing is made room for before.
    func decode(_ preview: Preview) throws(JPEGError) -> PackedImage {
        let size = preview.size
        guard Limits.allow(size), self.size(of: preview.bytes) == size else {
            throw JPEGError(text: "a picture is not of the size that it is said to be")
        }
        var image = PackedImage(size: size)
        let code = image.withBytes { pixels in
            tjDecompress2(
                handle,
                preview.bytes,
                UInt(preview.bytes.count),
                pixels,
                CInt(size.width),
                CInt(size.width * PackedImage.bytesPerPixel),
                CInt(size.height),
                CInt(TJPF_RGBX.rawValue),
                0
            )
        }
        guard code == 0 else { throw JPEGError(text: String(cString: tjGetErrorStr2(handle))) }
        return image
    }

    /// The size that stands in the head of a JPEG; `nil` where there is none.
    private func size(of bytes: [UInt8]) -> PixelSize? {
        var (width, height, sampling, colours) = (CInt(0), CInt(0), CInt(0), CInt(0))
        let count = UInt(bytes.count)
        let code = tjDecompressHeader3(
            handle,
            bytes,
            count,
            &width,
            &height,
            &sampling,
            &colours
        )
        return code == 0 ? PixelSize(width: Int(width), height: Int(height)) : nil
    }
}
