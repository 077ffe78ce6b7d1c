import CTurboJPEG

/// Compresses images to JPEG.
///
/// Owns its TurboJPEG handle.
struct JPEGEncoder: ~Copyable {
    private let handle: tjhandle

    init() { handle = tjInitCompress()! }

    deinit { tjDestroy(handle) }

    /// Compresses `image`; `quality` is 1…100.
    ///
    /// Colour is kept at full resolution from quality 90 on, at half of it below.
    func encode(_ image: consuming PackedImage, quality: Int) throws(JPEGError) -> [UInt8] {
        let size = image.size
        let sampling = CInt((quality >= 90 ? TJSAMP_444 : TJSAMP_420).rawValue)
        var bytes = [UInt8](
            repeating: 0,
            count: Int(tjBufSize(CInt(size.width), CInt(size.height), sampling))
        )
        var count = UInt(bytes.count)
        let code = bytes.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return image.withBytes { pixels in
                tjCompress2(
                    handle,
                    pixels,
                    CInt(size.width),
                    CInt(size.width * PackedImage.bytesPerPixel),
                    CInt(size.height),
                    CInt(TJPF_RGBX.rawValue),
                    &start,
                    &count,
                    sampling,
                    CInt(quality),
                    CInt(TJFLAG_NOREALLOC)
                )
            }
        }
        guard code == 0 else { throw JPEGError(text: String(cString: tjGetErrorStr2(handle))) }
        // A copy of its own size: the buffer is many times larger, and pictures are kept.
        return Array(bytes.prefix(Int(count)))
    }
}

/// TurboJPEG's own words for what went wrong.
struct JPEGError: Error {
    let text: String
}
