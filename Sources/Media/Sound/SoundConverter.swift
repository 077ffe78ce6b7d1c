import CFFmpeg
import Timeline

/// Which speaker each channel is for.
struct SpeakerLayout: ~Copyable {
    fileprivate var layout = AVChannelLayout()

    /// The layout of a frame; the usual one for as many channels where it names none.
    init(of frame: UnsafeMutablePointer<AVFrame>) {
        let channels = frame.pointee.ch_layout.nb_channels
        if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&layout, channels)
        } else {
            av_channel_layout_copy(&layout, &frame.pointee.ch_layout)
        }
    }

    /// The layout of a format.
    init(_ format: SoundFormat) {
        let isNamed =
            format.speakers != 0
            && av_channel_layout_from_mask(&layout, UInt64(format.speakers)) >= 0
            && layout.nb_channels == CInt(format.channels)
        if !isNamed { av_channel_layout_default(&layout, CInt(format.channels)) }
    }

    /// The usual layout of so many channels.
    init(channels: Int) { av_channel_layout_default(&layout, CInt(channels)) }

    deinit {
        var layout = self.layout
        av_channel_layout_uninit(&layout)
    }

    /// How many channels there are.
    var channels: Int { Int(layout.nb_channels) }

    /// The speakers as a WAV file names them; 0 where they have no names there.
    var mask: UInt32 {
        let isNative = layout.order == AV_CHANNEL_ORDER_NATIVE
        return isNative ? UInt32(exactly: layout.u.mask) ?? 0 : 0
    }
}

/// Converts samples: their form, their channels and their rate.
///
/// Owns its `SwrContext`. What it gives for the same samples is the same wherever it begins, as far
/// as its filter reaches.
struct SoundConverter: ~Copyable {
    private let context: OpaquePointer

    /// One side of a conversion.
    struct Side: Equatable {
        let sample: AVSampleFormat
        let rate: Int
    }

    /// Creates a converter; `nil` where channels cannot be mixed so.
    init?(
        from source: borrowing SpeakerLayout,
        _ input: Side,
        to target: borrowing SpeakerLayout,
        _ output: Side
    ) {
        var context: OpaquePointer?
        var (from, to) = (source.layout, target.layout)
        let code = swr_alloc_set_opts2(
            &context,
            &to,
            output.sample,
            CInt(output.rate),
            &from,
            input.sample,
            CInt(input.rate),
            0,
            nil
        )
        guard code >= 0, let result = context, swr_init(result) >= 0 else {
            swr_free(&context)
            return nil
        }
        self.context = result
    }

    deinit {
        var context = Optional(self.context)
        swr_free(&context)
    }

    /// Converts samples into `planes`, which have space for `capacity`; returns how many came.
    func convert(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
        count: Int,
        into planes: [UnsafeMutablePointer<UInt8>?],
        capacity: Int
    ) -> Int {
        var planes = planes
        return planes.withUnsafeMutableBufferPointer { planes in
            let input = data.map { UnsafeMutableRawPointer($0) }?
                .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
            let output = planes.baseAddress
            return max(0, Int(swr_convert(context, output, CInt(capacity), input, CInt(count))))
        }
    }
}

/// A converter of frames, made anew where their form changes.
struct FrameConverter: ~Copyable {
    private let format: SoundFormat
    private let sample: AVSampleFormat
    private var converter: SoundConverter?
    private var side: SoundConverter.Side?
    private var channels = 0
    private var mask: UInt32 = 0

    /// Converts to a format's channels, in another form of samples where one is given.
    init(to format: SoundFormat, as sample: AVSampleFormat? = nil) {
        self.format = format
        self.sample = sample ?? format.sample.packed
    }

    /// Converts a frame into `planes`; returns how many samples came, or `nil` where the frame is of
    /// another rate, or its channels cannot be mixed so.
    mutating func convert(
        _ frame: UnsafeMutablePointer<AVFrame>,
        into planes: [UnsafeMutablePointer<UInt8>?]
    ) -> Int? {
        let layout = SpeakerLayout(of: frame)
        guard Int(frame.pointee.sample_rate) == format.rate else { return nil }
        let input = SoundConverter.Side(
            sample: AVSampleFormat(frame.pointee.format),
            rate: format.rate
        )
        if side != input || channels != layout.channels || mask != layout.mask {
            converter = SoundConverter(
                from: layout,
                input,
                to: SpeakerLayout(format),
                SoundConverter.Side(sample: sample, rate: format.rate)
            )
            (side, channels, mask) = (input, layout.channels, layout.mask)
        }
        let count = Int(frame.pointee.nb_samples)
        return converter?.convert(
            frame.pointee.extended_data,
            count: count,
            into: planes,
            capacity: count
        )
    }
}

extension SoundFormat.Sample {
    /// FFmpeg's name of the form, with the channels of one sample together.
    var packed: AVSampleFormat {
        switch self {
        case .int16: AV_SAMPLE_FMT_S16
        case .int32: AV_SAMPLE_FMT_S32
        case .float32: AV_SAMPLE_FMT_FLT
        }
    }
}
