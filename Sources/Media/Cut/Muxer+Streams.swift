import CFFmpeg
import Timeline

extension Muxer {
    /// Adds a stream like one of the source's, with `headers` instead of its own if given, and
    /// gives its number.
    func addStream(
        like source: UnsafeMutablePointer<AVStream>,
        headers: [UInt8]? = nil
    ) -> Int {
        let stream = avformat_new_stream(context, nil)!
        vn_copy_parameters(stream, source)
        stream.pointee.codecpar.pointee.codec_tag = tag(for: source.pointee.codecpar.pointee)
        if let headers { stream.pointee.codecpar.setHeaders(headers) }
        stream.pointee.time_base = source.pointee.time_base
        stream.pointee.avg_frame_rate = source.pointee.avg_frame_rate
        stream.pointee.sample_aspect_ratio = source.pointee.sample_aspect_ratio
        stream.pointee.disposition = source.pointee.disposition
        av_dict_copy(&stream.pointee.metadata, source.pointee.metadata, 0)
        return Int(stream.pointee.index)
    }

    /// Takes over what the source says of itself, but for what names its own container.
    func copyMetadata(of source: borrowing Demuxer) {
        av_dict_copy(&context.pointee.metadata, source.context.pointee.metadata, 0)
        for key in ["major_brand", "minor_version", "compatible_brands"] {
            av_dict_set(&context.pointee.metadata, key, nil, 0)
        }
    }

    /// Says which label the first frame carries, wherever the source says so.
    func setTimecode(_ label: String) {
        for index in 0..<Int(context.pointee.nb_streams) {
            setTimecode(label, in: &context.pointee.streams[index]!.pointee.metadata)
        }
        setTimecode(label, in: &context.pointee.metadata)
    }

    /// Adds what `span` holds of the source's chapters; `span` is in ticks of `clock`.
    func copyChapters(of source: borrowing Demuxer, in span: Range<Int64>, clock: AVRational) {
        for index in 0..<Int(source.context.pointee.nb_chapters) {
            let chapter = source.context.pointee.chapters[index]!.pointee
            let start = av_rescale_q(span.lowerBound, clock, chapter.time_base)
            let end = av_rescale_q(span.upperBound, clock, chapter.time_base)
            guard chapter.end > start, chapter.start < end else { continue }
            addChapter(
                chapter,
                from: start.distance(upTo: max(chapter.start, start)),
                to: start.distance(upTo: min(chapter.end, end))
            )
        }
    }

    private func addChapter(_ source: AVChapter, from start: Int64, to end: Int64) {
        let chapter = av_mallocz(MemoryLayout<AVChapter>.size)!.bindMemory(
            to: AVChapter.self,
            capacity: 1
        )
        (chapter.pointee.id, chapter.pointee.time_base) = (source.id, source.time_base)
        (chapter.pointee.start, chapter.pointee.end) = (start, end)
        av_dict_copy(&chapter.pointee.metadata, source.metadata, 0)
        var count = CInt(context.pointee.nb_chapters)
        av_dynarray_add(&context.pointee.chapters, &count, chapter)
        context.pointee.nb_chapters = UInt32(count)
    }

    private func setTimecode(_ label: String, in metadata: inout OpaquePointer?) {
        guard av_dict_get(metadata, "timecode", nil, 0) != nil else { return }
        av_dict_set(&metadata, "timecode", label, 0)
    }

    /// The source's own tag where this container has it too, else the container's choice.
    private func tag(for parameters: AVCodecParameters) -> UInt32 {
        guard let tags = context.pointee.oformat.pointee.codec_tag else { return 0 }
        let isKnown = av_codec_get_id(tags, parameters.codec_tag) == parameters.codec_id
        return isKnown ? parameters.codec_tag : 0
    }
}

extension Int64 {
    /// How far a later time is, which is as far as can be said where libavformat's times lie.
    fileprivate func distance(upTo later: Int64) -> Int64 {
        Int64(clamping: Int128(later) - Int128(self))
    }
}

extension UnsafeMutablePointer<AVCodecParameters> {
    /// Replaces the headers.
    fileprivate func setHeaders(_ headers: [UInt8]) {
        av_freep(&pointee.extradata)
        let room = headers.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
        pointee.extradata = av_mallocz(room)?.bindMemory(to: UInt8.self, capacity: room)
        pointee.extradata.update(from: headers, count: headers.count)
        pointee.extradata_size = CInt(headers.count)
    }
}
