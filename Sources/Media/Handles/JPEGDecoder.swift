import CTurboJPEG

/// Reads JPEG pictures back into pixels.
///
/// Owns its TurboJPEG handle.
struct JPEGDecoder: ~Copyable {
    private let handle: tjhandle

    init() { handle = tjInitDecompress()! }

    deinit { tjDestroy(handle) }

    /// The pixels of a picture that was made here.
    func decode(_ preview: Preview) throws(JPEGError) -> PackedImage {
        let size = preview.size
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
}
