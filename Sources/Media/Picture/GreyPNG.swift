import CFFmpeg

/// Writes grey pictures as PNG files.
package enum GreyPNG {
    /// The file of a picture, of one byte for each pixel, row after row; `nil` where there can be none
    /// of this size.
    package static func encode(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8]? {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, pixels.count == count,
            MediaLimits.allow(PixelSize(width: width, height: height))
        else { return nil }
        let picture = Picture()
        guard fill(picture.pointer, with: pixels, width, height) else { return nil }
        return try? PNGEncoder.encode(picture)
    }

    private static func fill(
        _ frame: UnsafeMutablePointer<AVFrame>,
        with pixels: [UInt8],
        _ width: Int,
        _ height: Int
    ) -> Bool {
        (frame.pointee.width, frame.pointee.height) = (CInt(width), CInt(height))
        frame.pointee.format = AV_PIX_FMT_GRAY8.rawValue
        guard av_frame_get_buffer(frame, 0) >= 0, let rows = frame.pointee.data.0 else {
            return false
        }
        let step = Int(frame.pointee.linesize.0)
        for row in 0..<height {
            for column in 0..<width { rows[row * step + column] = pixels[row * width + column] }
        }
        return true
    }
}
