import CFFmpeg

/// Derives the order counts of a stream's pictures (H.264 and HEVC, 8.2.1 and 8.3.1) from their
/// headers, by libavcodec's parser, which knows every way to code them.
///
/// Belongs to the thread that made it.
final class POCParser {
    private let parser: UnsafeMutablePointer<AVCodecParserContext>
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// Makes a parser for `stream`; `nil` where libavcodec has none.
    init?(for stream: UnsafeMutablePointer<AVStream>) {
        let parameters = stream.pointee.codecpar!
        guard let parser = vn_parser(parameters.pointee.codec_id),
            let context = avcodec_alloc_context3(nil)
        else { return nil }
        avcodec_parameters_to_context(context, parameters)
        // A packet is one picture.
        parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
        (self.parser, self.context) = (parser, context)
    }

    deinit {
        av_parser_close(parser)
        var context = Optional(self.context)
        avcodec_free_context(&context)
    }

    /// The order count of a packet's first picture; `nil` where its header cannot be read.
    func count(of packet: borrowing Packet) -> Int? {
        var (output, size): (UnsafeMutablePointer<UInt8>?, CInt) = (nil, 0)
        let content = packet.pointer.pointee
        parser.pointee.output_picture_number = .min
        av_parser_parse2(
            parser,
            context,
            &output,
            &size,
            content.data,
            content.size,
            vn_nopts,
            vn_nopts,
            -1
        )
        let count = parser.pointee.output_picture_number
        return count == .min ? nil : Int(count)
    }
}
