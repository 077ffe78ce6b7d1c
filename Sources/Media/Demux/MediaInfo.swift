import CFFmpeg
public import Timeline

/// What a file's headers say about it and about the stream that is shown.
public struct MediaInfo: Hashable, Sendable {
    /// What the media shows.
    public enum Kind: String, Hashable, Sendable {
        /// Moving pictures.
        case video
        /// Sound only; the timeline counts its packets.
        case audio
        /// One picture.
        case image
    }

    /// What the media shows.
    public let kind: Kind
    /// libavformat's name of the container.
    public let container: String
    /// libavcodec's name of the stream's codec.
    public let codec: String
    /// The stream's number in the file.
    public let stream: Int
    /// The stream's ticks.
    public let timebase: Timebase
    /// The average frame rate; packets per second for sound.
    public internal(set) var frameRate: FrameRate
    /// The size of the stored pictures, or of the cover; 0 × 0 for sound without one.
    public internal(set) var storedSize: PixelSize
    /// Degrees clockwise that the stored pictures are turned by for display: 0, 90, 180 or 270.
    public let rotation: Int
    /// How wide a stored pixel is for its height.
    public internal(set) var sampleAspect: SampleAspect
    /// The first frame's SMPTE timecode, when the file has one.
    public let startTimecode: String?
    /// The chapters in order of time.
    public let chapters: [Chapter]
    /// Every stream of the file, by number.
    public internal(set) var streams: [MediaStream]
    /// The stream of the picture that is shown for sound; `nil` for all other kinds.
    public let cover: Int?
    /// The duration in seconds by the container's headers; `nil` when they have none.
    public let containerDuration: Double?
    /// The duration in seconds that libavformat guesses from the bit rate where there is none.
    public let estimatedDuration: Double?

    /// The pixels' width for their height, as a fraction of positive numbers.
    public struct SampleAspect: Hashable, Sendable {
        /// The numerator.
        public let numerator: Int
        /// The denominator.
        public let denominator: Int

        /// Square pixels.
        package static let square = SampleAspect(numerator: 1, denominator: 1)

        /// Creates a fraction; square where the numbers are not those of a pixel's shape.
        init(numerator: Int, denominator: Int) {
            let most = MediaLimits.pixelShape
            let isShape =
                numerator > 0 && denominator > 0 && numerator <= Int(Int32.max)
                && denominator <= Int(Int32.max) && numerator <= most * denominator
                && denominator <= most * numerator
            (self.numerator, self.denominator) = isShape ? (numerator, denominator) : (1, 1)
        }
    }

    /// Puts everything together.
    package init(
        kind: Kind,
        container: String,
        codec: String,
        stream: Int,
        timebase: Timebase,
        frameRate: FrameRate,
        storedSize: PixelSize,
        rotation: Int,
        sampleAspect: SampleAspect,
        startTimecode: String?,
        chapters: [Chapter],
        streams: [MediaStream],
        cover: Int?,
        containerDuration: Double?,
        estimatedDuration: Double?
    ) {
        (self.kind, self.container, self.codec) = (kind, container, codec)
        (self.stream, self.timebase, self.frameRate) = (stream, timebase, frameRate)
        (self.storedSize, self.rotation, self.sampleAspect) = (storedSize, rotation, sampleAspect)
        (self.startTimecode, self.chapters) = (startTimecode, chapters)
        (self.streams, self.cover) = (streams, cover)
        (self.containerDuration, self.estimatedDuration) = (containerDuration, estimatedDuration)
    }

    /// Whether there are pictures: video, one image, or a cover for sound.
    public var hasPictures: Bool { kind != .audio || cover != nil }

    /// The display size: pixels made square, rotation applied.
    public var size: PixelSize { displaySize(ofStored: storedSize.width, storedSize.height) }

    /// Converts between frames and their timecode labels.
    public var clock: FrameClock { FrameClock(rate: frameRate, startingAt: startTimecode) }

    /// The display size of a stored picture of `width` × `height` pixels: at least one pixel, or
    /// 0 × 0 where there is no picture.
    func displaySize(ofStored width: Int, _ height: Int) -> PixelSize {
        guard width > 0, height > 0 else { return PixelSize(width: 0, height: 0) }
        let stretched = rescale(
            Int64(width),
            by: Int64(sampleAspect.numerator),
            over: Int64(sampleAspect.denominator)
        )
        let size = PixelSize(width: max(1, Int(stretched)), height: height)
        return rotation % 180 == 0 ? size : size.transposed
    }
}

/// One stream of a file, as its header describes it.
public struct MediaStream: Hashable, Sendable {
    /// What a stream carries.
    public enum Kind: String, Hashable, Sendable {
        /// Pictures.
        case video
        /// Sound.
        case audio
        /// Text over pictures.
        case subtitle
        /// Anything else that has times, such as timecode.
        case data
        /// A file within the file.
        case attachment
        /// Something that libavformat does not know.
        case unknown
    }

    /// What it carries.
    public let kind: Kind
    /// libavcodec's name of its codec.
    public let codec: String
    /// The container's own number for the codec; 0 where it has none.
    public let tag: UInt32
    /// The size of the stored pictures; 0 × 0 where there are none.
    public internal(set) var storedSize: PixelSize
    /// The average frame rate of moving pictures, where the headers have it.
    public let frameRate: FrameRate?
    /// Whether the file marks it as the default of its kind.
    public let isDefault: Bool
    /// Whether it is a picture for the whole file, such as a cover, and not video.
    public let isAttachedPicture: Bool
}

extension Demuxer {
    /// Everything the headers say of the file and of the stream with number `index`.
    func info(of index: Int) -> MediaInfo {
        let stream = self.stream(index)
        let parameters = stream.pointee.codecpar.pointee
        let isVideo = parameters.codec_type == AVMEDIA_TYPE_VIDEO
        let picture = isVideo ? index : cover
        let isImage = isVideo && format.hasSuffix("_pipe") && format != "gif_pipe"
        return MediaInfo(
            kind: isImage ? .image : isVideo ? .video : .audio,
            container: format,
            codec: String(cString: avcodec_get_name(parameters.codec_id)),
            stream: index,
            timebase: timebase(of: stream),
            frameRate: isVideo ? frameRate(of: stream) : packetRate(of: parameters),
            storedSize: picture.map { size(of: $0) } ?? PixelSize(width: 0, height: 0),
            rotation: isVideo ? rotation(of: stream) : 0,
            sampleAspect: picture.map { sampleAspect(of: $0) } ?? .square,
            startTimecode: startTimecode(preferring: index),
            chapters: chapters(onClockOf: stream),
            streams: streams,
            cover: isVideo ? nil : cover,
            containerDuration: isEstimate ? nil : claimedDuration,
            estimatedDuration: isEstimate ? claimedDuration : nil
        )
    }

    /// The duration in seconds that libavformat reports; `nil` where it has none.
    private var claimedDuration: Double? {
        let duration = context.pointee.duration
        return duration == vn_nopts || duration < 0 ? nil : Double(duration) / Double(AV_TIME_BASE)
    }

    /// Whether that is guessed from the bit rate alone, which is wrong for variable bit rates.
    private var isEstimate: Bool {
        context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
    }
}

extension Demuxer {
    private func timebase(of stream: UnsafeMutablePointer<AVStream>) -> Timebase {
        let base = stream.pointee.time_base
        return Timebase(Int64(base.num), Int64(base.den)) ?? Timebase(1, Int64(AV_TIME_BASE))!
    }

    /// The average rate; where the container has none, the codec's guess, else FFmpeg's own 25.
    ///
    /// Where fields may be in packets of their own, the average counts those, or takes the least
    /// distance of two for that of frames.
    private func frameRate(of stream: UnsafeMutablePointer<AVStream>) -> FrameRate {
        let rates = [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate]
        let rate = rates.lazy.compactMap { FrameRate(Int64($0.num), Int64($0.den)) }.first
        let sets = stream.pointee.codecpar.pointee.parameterSets
        let sequence = sets?.sequences.first.flatMap { SequenceParameters($0) }
        if let rate, let sequence, !sequence.isFramesOnly, let coded = sequence.frameRate,
            (1.1...4.5).contains(rate.value / coded.value)
        {
            return coded
        }
        return rate ?? FrameRate(25, 1)!
    }

    private func packetRate(of parameters: AVCodecParameters) -> FrameRate {
        // Codecs without a frame size (PCM) are read in packets of about 1024 samples.
        let samples = parameters.frame_size > 0 ? parameters.frame_size : 1024
        return FrameRate(Int64(parameters.sample_rate), Int64(samples)) ?? FrameRate(25, 1)!
    }

    private func sampleAspect(of index: Int) -> MediaInfo.SampleAspect {
        let aspect = av_guess_sample_aspect_ratio(context, stream(index), nil)
        return MediaInfo.SampleAspect(numerator: Int(aspect.num), denominator: Int(aspect.den))
    }

    /// Degrees clockwise, a multiple of 90; libavutil's angle is counterclockwise.
    private func rotation(of stream: UnsafeMutablePointer<AVStream>) -> Int {
        guard let matrix = vn_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX) else { return 0 }
        let angle = matrix.withMemoryRebound(to: Int32.self, capacity: 9) {
            av_display_rotation_get($0)
        }
        guard angle.isFinite else { return 0 }
        return (Int((-angle / 90).rounded()) & 3) * 90
    }

    /// The timecode tag of the stream, of the file, or of a timecode track.
    private func startTimecode(preferring index: Int) -> String? {
        var metadata = [stream(index).pointee.metadata, context.pointee.metadata]
        for other in 0..<Int(context.pointee.nb_streams) {
            metadata.append(stream(other).pointee.metadata)
        }
        return metadata.lazy.compactMap { tag("timecode", in: $0) }.first
    }

    private func chapters(onClockOf stream: UnsafeMutablePointer<AVStream>) -> [Chapter] {
        let clock = stream.pointee.time_base
        let all = UnsafeBufferPointer(
            start: context.pointee.chapters,
            count: Int(context.pointee.nb_chapters)
        )
        return all.lazy.prefix(MediaLimits.chapters).compactMap { $0?.pointee }.map { chapter in
            Chapter(
                title: tag("title", in: chapter.metadata) ?? "",
                start: Timestamp(av_rescale_q(chapter.start, chapter.time_base, clock)),
                precision: av_rescale_q(1, chapter.time_base, clock)
            )
        }.sorted { $0.start < $1.start }
    }
}

private func tag(_ key: String, in dictionary: OpaquePointer?) -> String? {
    av_dict_get(dictionary, key, nil, 0).map { entry in
        let text = UnsafeRawBufferPointer(start: entry.pointee.value, count: MediaLimits.text)
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
}
