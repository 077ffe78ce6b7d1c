import CFFmpeg
import Timeline

/// A decoder of sound.
///
/// Owns its `AVCodecContext`, and the frame that it puts out.
struct SoundDecoder: ~Copyable {
    private let context: UnsafeMutablePointer<AVCodecContext>
    /// What was put out last.
    let frame: UnsafeMutablePointer<AVFrame>
    /// The codec.
    let codec: AVCodecID

    /// The most samples of one frame.
    private static let mostSamples: Int64 = 1 << 20

    /// Makes a decoder for `stream`.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - isTrimming: Whether what the container says is not sound, such as an encoder's delay, is
    ///     left out.
    ///   - file: The file's name, for messages.
    /// - Throws: ``MediaError`` where there is no decoder, or none that may be used.
    init(
        for stream: UnsafeMutablePointer<AVStream>,
        isTrimming: Bool,
        file: String
    ) throws(MediaError) {
        let parameters = stream.pointee.codecpar!
        let codec = try Decoder.codec(for: parameters.pointee, file)
        var context = avcodec_alloc_context3(codec)
        avcodec_parameters_to_context(context, parameters)
        context!.pointee.pkt_timebase = stream.pointee.time_base
        context!.pointee.thread_count = 1
        context!.pointee.max_samples = Self.mostSamples
        if !isTrimming { context!.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL }
        Self.setOptions(of: context!)
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else {
            avcodec_free_context(&context)
            throw .notMedia(file: file, LibAVError(code: code, function: "avcodec_open2"))
        }
        self.context = context!
        self.codec = parameters.pointee.codec_id
        frame = av_frame_alloc()!
    }

    deinit {
        var (context, frame) = (Optional(self.context), Optional(self.frame))
        av_frame_free(&frame)
        avcodec_free_context(&context)
    }

    /// Feeds a packet, or the end of the stream; returns whether it can be decoded.
    func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Bool {
        avcodec_send_packet(context, packet) >= 0
    }

    /// What the decoder put out.
    enum Answer {
        case frame, nothing, failure
    }

    /// Puts the next samples into ``frame``.
    func receive() -> Answer {
        let code = avcodec_receive_frame(context, frame)
        if code >= 0 { return frame.pointee.nb_samples > 0 ? .frame : .nothing }
        return code == vn_error_eof || code == vn_error_from_errno(EAGAIN) ? .nothing : .failure
    }

    /// Forgets all that was fed.
    ///
    /// FFmpeg 9's AC-3 decoders forget their options as well, so that they are set again.
    func flush() {
        avcodec_flush_buffers(context)
        Self.setOptions(of: context)
    }

    /// Sets what AC-3's decoders are to do; others have no such options.
    private static func setOptions(of context: UnsafeMutablePointer<AVCodecContext>) {
        // Their noise is then made from the packet, and not from all that came before it.
        av_opt_set_int(context, "cons_noisegen", 1, AV_OPT_SEARCH_CHILDREN)
        av_opt_set_double(context, "drc_scale", 1, AV_OPT_SEARCH_CHILDREN)
    }

    /// Packets to be decoded before one, so that its samples are those of decoding from the start.
    ///
    /// Transforms overlap by one packet. MP3 borrows bits from up to nine packets before; the filters
    /// of Opus, and of the upper band of HE-AAC, forget by and by.
    var preroll: Int {
        switch codec {
        case AV_CODEC_ID_FLAC, AV_CODEC_ID_ALAC, AV_CODEC_ID_WAVPACK, AV_CODEC_ID_TTA: 0
        case _ where isPCM: 0
        case AV_CODEC_ID_MP3, AV_CODEC_ID_MP2, AV_CODEC_ID_MP1: 12
        case AV_CODEC_ID_OPUS: 100
        case AV_CODEC_ID_AAC, AV_CODEC_ID_AAC_LATM: 10
        case AV_CODEC_ID_VORBIS, AV_CODEC_ID_AC3: 2
        case AV_CODEC_ID_EAC3: 4
        default: 8
        }
    }

    /// After how many packets of so many samples it draws the same noise again: it begins where their
    /// number since its own first is, but for multiples of this, that of the stream.
    ///
    /// The noise of HE-AAC's upper band is a table of 512 numbers, of which each of the 32 time slots
    /// of a packet takes as many as there are bands (ISO/IEC 14496-3, 4.6.18.7.6). Flushing does not
    /// go back in it. From FFmpeg 7 on the profile is not known before a packet is decoded; but with
    /// that band a packet holds twice the samples, and without it 1024 at most.
    func period(ofPackets samples: Int) -> Int {
        let hasUpperBand =
            samples > 1024 || [vn_he_aac, vn_he_aac_2].contains(context.pointee.profile)
        return codec == AV_CODEC_ID_AAC && hasUpperBand ? 512 / 32 : 1
    }

    /// Whether it is uncompressed.
    var isPCM: Bool {
        (AV_CODEC_ID_FIRST_AUDIO.rawValue..<AV_CODEC_ID_ADPCM_IMA_QT.rawValue)
            .contains(codec.rawValue)
    }

    /// The form of the frame's samples that loses nothing that the stream has.
    var sample: SoundFormat.Sample {
        let format = AVSampleFormat(frame.pointee.format)
        switch av_get_packed_sample_fmt(format) {
        case AV_SAMPLE_FMT_S32: return .int32
        case AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_DBL: return isPCM ? .float32 : .int16
        default: return .int16
        }
    }

    /// What the stream's samples are like, by the frame that was put out first.
    var format: SoundFormat? {
        let layout = SpeakerLayout(of: frame)
        return SoundFormat(
            rate: Int(frame.pointee.sample_rate),
            channels: layout.channels,
            speakers: layout.mask,
            sample: sample
        )
    }
}
