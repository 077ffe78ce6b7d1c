import CFFmpeg
import Timeline

/// A decoder that tells which packet each frame came from.
///
/// Owns its `AVCodecContext`. The packet's ordinal is passed through the decoder, so a frame is
/// identified by its packet and never by its timestamp.
struct Decoder: ~Copyable {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let concealments = Concealments()
    private let disposable: DisposablePackets?
    /// A reference to the frame that was output last, so that its memory is not used again; only
    /// where frames may be repeated.
    private let latest = Picture()

    /// Makes a decoder for `stream`, with `threads` frame threads.
    init(
        for stream: UnsafeMutablePointer<AVStream>,
        threads: Int = 1,
        file: String
    ) throws(MediaError) {
        let parameters = stream.pointee.codecpar!
        let codec = try Self.codec(for: parameters.pointee, file)
        var context = avcodec_alloc_context3(codec)
        avcodec_parameters_to_context(context, parameters)
        // Without it some decoders give the first frame a wrong timestamp.
        context!.pointee.pkt_timebase = stream.pointee.time_base
        context!.pointee.thread_count = CInt(threads)
        vn_keep_ordinals(context)
        // The picture size may change within the stream.
        context!.pointee.max_pixels = Int64(MediaLimits.pixels)
        // With frame threads, dav1d gives a repeated frame the ordinal of the packet that it first
        // came in. Low delay makes the threads share one frame, which is as fast.
        if String(cString: codec.pointee.name) == "libdav1d" {
            context!.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
        }
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else {
            avcodec_free_context(&context)
            throw .notMedia(file: file, LibAVError(code: code, function: "avcodec_open2"))
        }
        self.context = context!
        disposable = DisposablePackets(in: parameters.pointee)
    }

    deinit {
        var context = Optional(self.context)
        avcodec_free_context(&context)
    }

    /// The decoder of a stream, if it may be used.
    static func codec(
        for parameters: AVCodecParameters,
        _ file: String
    ) throws(MediaError) -> UnsafePointer<AVCodec> {
        let name = String(cString: avcodec_get_name(parameters.codec_id))
        guard let codec = avcodec_find_decoder(parameters.codec_id) else {
            throw .noDecoder(file: file, codec: name)
        }
        guard AllowedCodecs.names.contains(String(cString: codec.pointee.name)) else {
            let reason = "“\(name)” is not among the codecs that are decoded here"
            throw .unsuitable(file: file, reason: reason)
        }
        let (width, height) = (Int(parameters.width), Int(parameters.height))
        guard width * height <= MediaLimits.pixels else {
            let most = MediaLimits.pixels / 1_000_000
            let reason = "pictures of \(width) × \(height) have more than \(most) million pixels"
            throw .unsuitable(file: file, reason: reason)
        }
        return codec
    }

    /// Whether a packet need not be fed whose own picture is not wanted.
    func isDisposable(_ packet: borrowing Packet) -> Bool { disposable?.contain(packet) == true }

    /// Feeds a packet.
    ///
    /// A packet that cannot be decoded gives no frame and damages those that refer to it.
    ///
    /// - Parameters:
    ///   - packet: The packet that was read last.
    ///   - ordinal: The packet's number in decode order.
    ///   - isWanted: Whether its frame is wanted. Unwanted non-reference frames are skipped, which
    ///     changes no other frame's pixels and saves half the work.
    ///
    /// - Returns: Whether the decoder accepted it.
    @discardableResult
    func send(_ packet: borrowing Packet, ordinal: Int, isWanted: Bool) -> Bool {
        vn_set_ordinal(context, packet.pointer, Int64(ordinal))
        context.pointee.opaque = concealments.tag(ordinal)
        context.pointee.skip_frame = isWanted ? AVDISCARD_DEFAULT : AVDISCARD_NONREF
        return avcodec_send_packet(context, packet.pointer) >= 0
    }

    /// Sends the end of the stream, so that the decoder outputs every frame it holds.
    func sendEnd() { avcodec_send_packet(context, nil) }

    /// What the decoder returned.
    enum Answer {
        /// A frame.
        case frame
        /// Nothing until more packets are fed; after the end of the stream, nothing more.
        case nothing
        /// A packet that could not be decoded, which gives no frame.
        case failure
    }

    /// By how many packets output lags behind input: a decoder with several frame threads returns a
    /// packet's result when it accepts a later one.
    ///
    /// As in `ff_thread_decode_frame` of libavcodec/pthread_frame.c.
    var lag: Int {
        guard context.pointee.active_thread_type & FF_THREAD_FRAME != 0 else { return 0 }
        let early = context.pointee.codec_id == AV_CODEC_ID_FFV1 ? 1 : 0
        return max(0, Int(context.pointee.thread_count) - 1 - early)
    }

    /// The ordinals of packets with concealed errors since the last call.
    func takeConcealed() -> Set<Int> { concealments.take() }

    /// Receives the next frame in display order.
    func receive(into picture: borrowing Picture) -> Answer {
        let code = avcodec_receive_frame(context, picture.pointer)
        if code >= 0 { return repeatsLatest(picture) ? .nothing : .frame }
        let isEmpty = code == vn_error_eof || code == vn_error_again
        return isEmpty ? .nothing : .failure
    }

    /// Whether a frame is the one before it again.
    ///
    /// When it is drained, libavcodec's MPEG-4 decoder outputs its last frame again for a last
    /// packet that it skipped, with that packet's ordinal. It is meant for a packet without a
    /// picture, but the decoder skips a leading picture whose references it was not fed, too.
    private func repeatsLatest(_ picture: borrowing Picture) -> Bool {
        guard context.pointee.codec_id == AV_CODEC_ID_MPEG4 else { return false }
        if picture.sharesPixels(with: latest) { return true }
        latest.refer(to: picture)
        return false
    }

    /// Discards everything fed so far; needed after a seek and after ``sendEnd()``.
    func flush() { avcodec_flush_buffers(context) }
}
