import CFFmpeg
import Timeline

/// Encodes pictures whose packets are mixed with those of an existing H.264 stream.
///
/// Owns its `AVCodecContext`. One thread and no B-frames, so that the output is deterministic and
/// packets come in the order of the pictures. Its parameter sets have an id of their own, so that
/// they coexist with the stream's.
struct H264Encoder: ~Copyable {
    /// The stream's parameter sets.
    private let streamSets: ParameterSets
    /// The encoder's parameter sets.
    private let encoderSets: ParameterSets
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame = Picture()
    private let packet = Packet()

    /// Makes an encoder for pictures of `stream`.
    init(
        like stream: UnsafeMutablePointer<AVStream>,
        rate: FrameRate,
        file: String
    ) throws(MediaError) {
        let parameters = stream.pointee.codecpar.pointee
        guard parameters.codec_id == AV_CODEC_ID_H264, let streamSets = parameters.parameterSets,
            let number = streamSets.freeNumber, let codec = avcodec_find_encoder_by_name("libx264"),
            let context = avcodec_alloc_context3(codec)
        else {
            throw .cannotCut(file: file, reason: "only H.264 can be encoded to match")
        }
        context.configure(like: parameters, rate: rate)
        context.restrict(to: parameters.profile, number: number)
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0, let encoderSets = context.parameterSets else {
            var context = Optional(context)
            avcodec_free_context(&context)
            let error = LibAVError(code: code, function: "avcodec_open2")
            throw .cannotCut(file: file, reason: "no matching encoder (\(error))")
        }
        (self.streamSets, self.encoderSets, self.context) = (streamSets, encoderSets, context)
    }

    deinit {
        var context = Optional(self.context)
        avcodec_free_context(&context)
    }

    /// The parameter sets of both, as extradata.
    var headers: [UInt8] { streamSets.joined(with: encoderSets) }

    /// The length of the last GOP among `count` encoded pictures, so that a packet of the stream
    /// can follow them; `nil` where it cannot.
    func lastGOPLength(before packet: [UInt8], count: Int) -> Int? {
        guard let slice = streamSets.slice(packet) else { return nil }
        guard !slice.isReset else { return count }
        guard let order = streamSets.order, let encoded = encoderSets.order else { return nil }
        let bits = order.lowestBits(ofSlice: slice.unit)
        return order.lastGOPLength(before: bits, count: count, encoded: encoded)
    }

    /// Sends the next picture, to be encoded as a keyframe or as a P-frame.
    func send(_ picture: borrowing Picture, number: Int, isKeyframe: Bool) -> Bool {
        av_frame_unref(frame.pointer)
        guard av_frame_ref(frame.pointer, picture.pointer) >= 0 else { return false }
        frame.pointer.pointee.pts = Int64(number)
        frame.pointer.pointee.pict_type = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_P
        return avcodec_send_frame(context, frame.pointer) >= 0
    }

    /// Sends the end of the stream.
    func sendEnd() { avcodec_send_frame(context, nil) }

    /// Receives the next packet, in the stream's format (avcC or Annex B); `false` when there is
    /// none.
    ///
    /// Keyframes carry parameter sets in Annex B, and where `carriesHeaders` is `true`.
    func receive(into result: borrowing Packet, carriesHeaders: Bool) -> Bool {
        guard avcodec_receive_packet(context, packet.pointer) >= 0 else { return false }
        let isKeyframe = packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0
        let isHeaded = isKeyframe && (carriesHeaders || !streamSets.countsLengths)
        let content = streamSets.packet(packet.bytes, headedBy: isHeaded ? encoderSets : nil)
        result.fill(with: content, flags: packet.pointer.pointee.flags)
        return true
    }
}

extension UnsafeMutablePointer<AVCodecContext> {
    /// Sets the pictures' size, format and rates.
    fileprivate func configure(like parameters: AVCodecParameters, rate: FrameRate) {
        (pointee.width, pointee.height) = (parameters.width, parameters.height)
        pointee.pix_fmt = AVPixelFormat(parameters.format)
        pointee.sample_aspect_ratio = parameters.sample_aspect_ratio
        pointee.color_range = parameters.color_range
        pointee.color_primaries = parameters.color_primaries
        pointee.color_trc = parameters.color_trc
        pointee.colorspace = parameters.color_space
        pointee.chroma_sample_location = parameters.chroma_location
        pointee.framerate = AVRational(num: CInt(rate.numerator), den: CInt(rate.denominator))
        pointee.time_base = AVRational(num: CInt(rate.denominator), den: CInt(rate.numerator))
        let laced = [AV_FIELD_TT, AV_FIELD_BB, AV_FIELD_TB, AV_FIELD_BT]
        if laced.contains(parameters.field_order) { pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT }
    }

    /// Sets options for the stream's profile and for deterministic output.
    fileprivate func restrict(to profile: CInt, number: Int) {
        pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
        pointee.thread_count = 1
        // No B-frame is made, but if some are allowed, x264 writes picture order count type 0.
        pointee.max_b_frames = 16
        pointee.gop_size = 1 << 30
        let names: [CInt: String] = [77: "main", 100: "high", 110: "high10"]
        av_opt_set(pointee.priv_data, "profile", names[profile & 0xff], 0)
        av_opt_set(pointee.priv_data, "preset", "fast", 0)
        // The quality must not visibly differ from the copied frames'.
        av_opt_set(pointee.priv_data, "crf", "17", 0)
        av_opt_set(pointee.priv_data, "forced-idr", "1", 0)
        let parameters = "sps-id=\(number):scenecut=0:lookahead-threads=1:log-level=-1"
        av_opt_set(pointee.priv_data, "x264-params", parameters, 0)
    }

    fileprivate var parameterSets: ParameterSets? {
        let bytes = UnsafeBufferPointer(
            start: pointee.extradata,
            count: Int(pointee.extradata_size)
        )
        return ParameterSets(Array(bytes))
    }
}
