import CFFmpeg
import System
import Timeline

/// A media file that is being written, packet by packet.
///
/// Owns its `AVFormatContext`. Belongs to the thread that made it. Writes the same bytes for the
/// same packets: neither dates nor versions.
struct Muxer: ~Copyable {
    let context: UnsafeMutablePointer<AVFormatContext>
    // The context writes through the output until `deinit` has freed it.
    private let output: FileOutput
    /// The file's name, for messages.
    let name: String

    /// Allocates a muxer for a container; writes nothing yet.
    init(_ file: Descriptor, as container: Container, name: String) throws(MediaError) {
        var context: UnsafeMutablePointer<AVFormatContext>?
        avformat_alloc_output_context2(&context, container.format, nil, nil)
        guard let context else {
            throw .cannotWrite(file: name, reason: "no memory")
        }
        output = FileOutput(file)
        context.pointee.pb = output.context
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
        (self.context, self.name) = (context, name)
    }

    deinit { avformat_free_context(context) }

    /// Writes the header; all streams must have been added.
    ///
    /// An MP4's edit lists have `timescale` ticks per second.
    func writeHeader(timescale: Int64) throws(MediaError) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set_int(&options, "movie_timescale", timescale, 0)
        try check(avformat_write_header(context, &options), "avformat_write_header")
    }

    /// Writes a packet, whose times are in ticks of `clock`; it is empty afterwards.
    func write(
        _ packet: borrowing Packet,
        to stream: Int,
        clock: AVRational
    ) throws(MediaError) {
        packet.pointer.pointee.stream_index = CInt(stream)
        packet.pointer.pointee.pos = -1
        let target = context.pointee.streams[stream]!.pointee.time_base
        av_packet_rescale_ts(packet.pointer, clock, target)
        try check(av_interleaved_write_frame(context, packet.pointer), "av_interleaved_write_frame")
    }

    /// Writes the trailer and flushes.
    func finish() throws(MediaError) {
        try check(av_write_trailer(context), "av_write_trailer")
        avio_flush(context.pointee.pb)
        try check(context.pointee.pb.pointee.error, "avio_flush")
    }

    /// Throws the system's error for a failed write, or else libavformat's.
    private func check(_ code: CInt, _ function: String) throws(MediaError) {
        if let failure = output.failure {
            throw .cannotWrite(file: name, reason: failure.reason)
        }
        guard code < 0 else { return }
        throw .cannotWrite(file: name, reason: "\(LibAVError(code: code, function: function))")
    }
}

extension Muxer {
    /// Says whether the metadata of a stream (KLV) has times of its own.
    func setKLV(_ target: Int, hasTimes: Bool) {
        let profile = hasTimes ? vn_klv_synchronous : vn_klv_asynchronous
        context.pointee.streams[target]!.pointee.codecpar.pointee.profile = profile
    }

    /// Adds a copy of a stream of the source, with `headers` as its extradata if given; returns its
    /// number.
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

    /// Adds a cover as an attached file.
    func attach(_ cover: borrowing Packet, as type: String) {
        let stream = avformat_new_stream(context, nil)!
        stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
        stream.pointee.codecpar.setHeaders(cover.bytes)
        let name = "cover." + type.split(separator: "/")[1]
        av_dict_set(&stream.pointee.metadata, "filename", name, 0)
        av_dict_set(&stream.pointee.metadata, "mimetype", type, 0)
    }

    /// Copies the source's metadata, without the keys that describe its container.
    func copyMetadata(of source: borrowing Demuxer) {
        av_dict_copy(&context.pointee.metadata, source.context.pointee.metadata, 0)
        for key in ["major_brand", "minor_version", "compatible_brands"] {
            av_dict_set(&context.pointee.metadata, key, nil, 0)
        }
    }

    /// Sets the first frame's timecode label, wherever the source has a timecode tag.
    func setTimecode(_ label: String) {
        for index in 0..<Int(context.pointee.nb_streams) {
            setTimecode(label, in: &context.pointee.streams[index]!.pointee.metadata)
        }
        setTimecode(label, in: &context.pointee.metadata)
    }

    /// Copies the source's chapters within `span`, which is in ticks of `clock`.
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

    /// The source's own tag where this container has it too, or it is of data, for which libavformat
    /// makes no choice; else the container's.
    private func tag(for parameters: AVCodecParameters) -> UInt32 {
        guard let tags = context.pointee.oformat.pointee.codec_tag else { return 0 }
        let isKnown = av_codec_get_id(tags, parameters.codec_tag) == parameters.codec_id
        let isData = parameters.codec_type == AVMEDIA_TYPE_DATA
        return isKnown || isData ? parameters.codec_tag : 0
    }
}

extension Int64 {
    /// The distance to a later time, limited to `Int64`: chapters may have any times.
    fileprivate func distance(upTo later: Int64) -> Int64 {
        Int64(clamping: Int128(later) - Int128(self))
    }
}

extension UnsafeMutablePointer<AVCodecParameters> {
    /// Replaces the extradata.
    fileprivate func setHeaders(_ headers: [UInt8]) {
        av_freep(&pointee.extradata)
        let space = headers.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
        pointee.extradata = av_mallocz(space)?.bindMemory(to: UInt8.self, capacity: space)
        pointee.extradata.update(from: headers, count: headers.count)
        pointee.extradata_size = CInt(headers.count)
    }
}
