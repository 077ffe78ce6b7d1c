import CFFmpeg
import Timeline

/// A decoder that remembers which packet each frame came from.
///
/// Owns its `AVCodecContext`. The packet's ordinal travels through the decoder in
/// `reordered_opaque`, so a frame is known by its packet and never by its timestamp.
struct Decoder: ~Copyable {
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// Makes a decoder for `stream`, with `threads` frame threads.
    init(
        for stream: UnsafeMutablePointer<AVStream>,
        threads: Int = 1,
        file: String
    ) throws(MediaError) {
        let parameters = stream.pointee.codecpar!
        guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
            let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
            throw .noDecoder(file: file, codec: name)
        }
        var context = avcodec_alloc_context3(codec)
        avcodec_parameters_to_context(context, parameters)
        // Without it some decoders give the first frame a wrong time.
        context!.pointee.pkt_timebase = stream.pointee.time_base
        context!.pointee.thread_count = CInt(threads)
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else {
            avcodec_free_context(&context)
            throw .notMedia(file: file, LibAVError(code: code, function: "avcodec_open2"))
        }
        self.context = context!
    }

    deinit {
        var context = Optional(self.context)
        avcodec_free_context(&context)
    }

    /// Feeds a packet.
    ///
    /// Damage is not an error here: what cannot be decoded gives no frame.
    ///
    /// - Parameters:
    ///   - packet: The packet that was read last.
    ///   - ordinal: The packet's number in decode order.
    ///   - isWanted: Whether its frame is. Unwanted frames that no other refers to are skipped,
    ///     which leaves every other frame's pixels as they are and saves half the work.
    func send(_ packet: borrowing Packet, ordinal: Int, isWanted: Bool) {
        context.pointee.reordered_opaque = Int64(ordinal)
        context.pointee.skip_frame = isWanted ? AVDISCARD_DEFAULT : AVDISCARD_NONREF
        avcodec_send_packet(context, packet.pointer)
    }

    /// Tells the decoder that nothing follows, so that it gives every frame it holds.
    func sendEnd() { avcodec_send_packet(context, nil) }

    /// Takes the next frame in display order; returns `false` when more packets are needed.
    func receive(into picture: borrowing Picture) -> Bool {
        avcodec_receive_frame(context, picture.pointer) >= 0
    }

    /// Forgets everything fed so far; needed after a seek and after ``sendEnd()``.
    func flush() { avcodec_flush_buffers(context) }
}
