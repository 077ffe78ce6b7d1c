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
    /// Chroma has full resolution (4:4:4) from quality 90 on, half of it (4:2:0) below.
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
        // A copy of the exact size: the buffer is many times larger, and pictures are cached.
        return Array(bytes.prefix(Int(count)))
    }
}

/// TurboJPEG's message for a failed call.
struct JPEGError: Error {
    let text: String
}

/// Decodes JPEG pictures that were encoded here or by a worker.
///
/// Owns its TurboJPEG handle.
struct JPEGDecoder: ~Copyable {
    private let handle: tjhandle

    init() { handle = tjInitDecompress()! }

    deinit { tjDestroy(handle) }

    /// The pixels of a picture, whose JPEG header must have the size that is stated.
    ///
    /// The picture may come from a compromised worker, so no memory is allocated before the check.
    func decode(_ preview: Preview) throws(JPEGError) -> PackedImage {
        let size = preview.size
        guard MediaLimits.allow(size), self.size(of: preview.bytes) == size else {
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

    /// The size in a JPEG's header; `nil` where there is none.
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
