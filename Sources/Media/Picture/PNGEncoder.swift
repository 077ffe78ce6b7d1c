import CFFmpeg

/// Encodes pictures as PNG files, by libavcodec.
enum PNGEncoder {
    /// The pixel formats that files may have: without a palette, which others would have to undo.
    private static let formats = [
        AV_PIX_FMT_RGB24, AV_PIX_FMT_RGBA, AV_PIX_FMT_RGB48BE, AV_PIX_FMT_RGBA64BE,
        AV_PIX_FMT_GRAY8, AV_PIX_FMT_GRAY16BE, AV_PIX_FMT_YA8, AV_PIX_FMT_YA16BE,
        AV_PIX_FMT_NONE,
    ]
    /// zlib's level: from here on, files of video get hardly smaller.
    private static let level: CInt = 4

    /// The format of a file that loses the least of a picture's pixels.
    static func format(for picture: borrowing Picture) -> AVPixelFormat {
        let own = AVPixelFormat(picture.pointer.pointee.format)
        let description = av_pix_fmt_desc_get(own)!.pointee
        let hasAlpha: CInt = description.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 ? 1 : 0
        return avcodec_find_best_pix_fmt_of_list(formats, own, hasAlpha, nil)
    }

    /// The file of a picture that has one of its formats.
    static func encode(_ picture: borrowing Picture) throws(LibAVError) -> [UInt8] {
        var context = avcodec_alloc_context3(avcodec_find_encoder(AV_CODEC_ID_PNG))
        defer { avcodec_free_context(&context) }
        guard let context else {
            throw LibAVError(code: vn_error_from_errno(ENOMEM), function: "avcodec_alloc_context3")
        }
        let frame = picture.pointer.pointee
        (context.pointee.width, context.pointee.height) = (frame.width, frame.height)
        context.pointee.pix_fmt = AVPixelFormat(frame.format)
        context.pointee.time_base = AVRational(num: 1, den: 25)
        context.pointee.compression_level = level
        // Each row as its difference from the one above: much less to compress.
        av_opt_set(context.pointee.priv_data, "pred", "up", 0)
        try LibAVError.check(avcodec_open2(context, nil, nil), "avcodec_open2")
        try LibAVError.check(avcodec_send_frame(context, picture.pointer), "avcodec_send_frame")
        let packet = Packet()
        try LibAVError.check(
            avcodec_receive_packet(context, packet.pointer),
            "avcodec_receive_packet"
        )
        return packet.withData { Array($0) }
    }
}
