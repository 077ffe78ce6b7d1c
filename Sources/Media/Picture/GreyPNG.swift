import CFFmpeg

/// Writes grey pictures as PNG files, by libavcodec's encoder.
package enum GreyPNG {
    /// The file of a picture, of one byte for each pixel, row after row; `nil` where there can be none
    /// of this size.
    package static func encode(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8]? {
        guard width > 0, height > 0, pixels.count == width * height,
            MediaLimits.allow(PixelSize(width: width, height: height)),
            let codec = avcodec_find_encoder(AV_CODEC_ID_PNG)
        else { return nil }
        var context = avcodec_alloc_context3(codec)
        var frame = av_frame_alloc()
        defer {
            av_frame_free(&frame)
            avcodec_free_context(&context)
        }
        guard let context, let frame, open(context, codec, width, height),
            fill(frame, with: pixels, width, height), avcodec_send_frame(context, frame) >= 0
        else { return nil }
        let packet = Packet()
        guard avcodec_receive_packet(context, packet.pointer) >= 0 else { return nil }
        return packet.withData { Array($0) }
    }

    private static func open(
        _ context: UnsafeMutablePointer<AVCodecContext>,
        _ codec: UnsafePointer<AVCodec>,
        _ width: Int,
        _ height: Int
    ) -> Bool {
        (context.pointee.width, context.pointee.height) = (CInt(width), CInt(height))
        context.pointee.pix_fmt = AV_PIX_FMT_GRAY8
        context.pointee.time_base = AVRational(num: 1, den: 1)
        context.pointee.thread_count = 1
        return avcodec_open2(context, codec, nil) >= 0
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
