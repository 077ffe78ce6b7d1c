import CFFmpeg
import Timeline

extension Demuxer {
    /// Everything the header says of the file and of `stream`.
    func info(of index: Int) -> MediaInfo {
        let stream = self.stream(index)
        let parameters = stream.pointee.codecpar.pointee
        let isVideo = parameters.codec_type == AVMEDIA_TYPE_VIDEO
        let format = String(cString: context.pointee.iformat.pointee.name)
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

    /// Seconds that the file lasts, as libavformat tells.
    private var claimedDuration: Double? {
        let duration = context.pointee.duration
        return duration == vn_nopts || duration < 0 ? nil : Double(duration) / Double(AV_TIME_BASE)
    }

    /// Whether it tells so from the bit rate alone, which sound of varying quality belies.
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
    private func frameRate(of stream: UnsafeMutablePointer<AVStream>) -> FrameRate {
        let rates = [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate]
        return rates.lazy.compactMap { FrameRate(Int64($0.num), Int64($0.den)) }.first
            ?? FrameRate(25, 1)!
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

    /// Degrees clockwise, in quarter turns; libavutil's angle is counterclockwise.
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
        var places = [stream(index).pointee.metadata, context.pointee.metadata]
        for other in 0..<Int(context.pointee.nb_streams) {
            places.append(stream(other).pointee.metadata)
        }
        return places.lazy.compactMap { tag("timecode", in: $0) }.first
    }

    private func chapters(onClockOf stream: UnsafeMutablePointer<AVStream>) -> [Chapter] {
        let clock = stream.pointee.time_base
        let all = UnsafeBufferPointer(
            start: context.pointee.chapters,
            count: Int(context.pointee.nb_chapters)
        )
        return all.lazy.compactMap { $0?.pointee }.map { chapter in
            Chapter(
                title: tag("title", in: chapter.metadata) ?? "",
                start: Timestamp(av_rescale_q(chapter.start, chapter.time_base, clock)),
                precision: av_rescale_q(1, chapter.time_base, clock)
            )
        }.sorted { $0.start < $1.start }
    }
}

private func tag(_ key: String, in dictionary: OpaquePointer?) -> String? {
    av_dict_get(dictionary, key, nil, 0).map { String(cString: $0.pointee.value) }
}
