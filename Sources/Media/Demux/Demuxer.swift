import CFFmpeg
import Timeline

/// An open media file, read packet by packet.
///
/// Owns its `AVFormatContext`. Belongs to the thread that made it.
struct Demuxer: ~Copyable {
    let context: UnsafeMutablePointer<AVFormatContext>
    // The context reads through the input until `deinit` has closed it.
    private let input: FileInput
    private let errors: DemuxerErrors
    private let fields = FieldJoiner()
    private let planes = UncodedPlanes()
    /// End of the bytes that were read to find the streams, if errors were logged meanwhile; else
    /// 0.
    private let damagedTo: Int64
    /// The file's name, for messages.
    let name: String

    /// Opens `file`, but for padding in it, and reads enough of it to find its streams, as far as
    /// they are not known.
    init(
        _ file: OpenFile,
        padding: PaddingElement? = nil,
        knowing known: KnownStreams? = nil
    ) throws(MediaError) {
        let input = FileInput(file, padding: padding)
        do throws(MediaError) {
            (context, errors) = try Self.open(
                input,
                name: file.name,
                fromAfar: file.isRemote,
                knowing: known
            )
        } catch {
            try file.checkReads()
            throw error
        }
        damagedTo = errors.take() > 0 ? context.pointee.pb.pointee.pos : 0
        name = file.name
        self.input = input
    }

    /// Opens a file for the times, places and flags of its packets alone, as its header tells them;
    /// no packet is read, and each holds nothing but zeros.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - packets: Where it has its packets.
    /// - Throws: ``MediaError`` when the file cannot be read as media.
    init(headerOf file: OpenFile, packets: [Range<Int64>]) throws(MediaError) {
        let input = FileInput(file, blank: packets)
        do throws(MediaError) {
            (context, errors) = try Self.open(input, name: file.name, asHeader: true)
        } catch {
            try file.checkReads()
            throw error
        }
        (damagedTo, name) = (0, file.name)
        self.input = input
    }

    /// Opens a file of which there is an index, whose streams have to be in the file: the index may
    /// come from a disk that others can write to.
    static func opened(
        _ file: OpenFile,
        indexedAs info: MediaInfo
    ) throws(MediaError) -> Demuxer {
        let demuxer = try Demuxer(file)
        let count = Int(demuxer.context.pointee.nb_streams)
        guard info.stream < count, info.streams.count <= count else {
            throw .changed(file: file.name)
        }
        return demuxer
    }

    deinit {
        var context = Optional(self.context)
        avformat_close_input(&context)
    }

    /// Has the packets of a stream be one for each frame; see ``FieldJoiner`` and ``UncodedPlanes``.
    func follow(stream: Int) {
        fields.follow(self.stream(stream))
        planes.follow(self.stream(stream))
    }

    /// Whether the content of packets has to tell which of them are frames of the stream that is
    /// followed.
    var needsContent: Bool { fields.mayJoin || planes.mayMark }

    /// Makes libavformat discard packets of all other streams, where possible without reading them.
    func select(stream: Int) {
        follow(stream: stream)
        for index in 0..<Int(context.pointee.nb_streams) {
            context.pointee.streams[index]!.pointee.discard =
                index == stream ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Reads the next packet of `stream`; returns `false` at the end or where reading fails.
    ///
    /// A damaged container is treated as ending where it can no longer be parsed.
    func read(stream: Int, into packet: borrowing Packet) -> Bool {
        while read(into: packet) {
            if Int(packet.pointer.pointee.stream_index) == stream { return true }
        }
        return false
    }

    /// Reads the next packet of any stream; returns `false` at the end or where reading fails.
    func read(into packet: borrowing Packet) -> Bool {
        guard fields.read(from: context, into: packet) else { return false }
        planes.mark(packet)
        return true
    }

    /// Whether errors were logged since this was last asked, or `packet` lies in damaged bytes.
    func metDamage(before packet: borrowing Packet) -> Bool {
        errors.take() > 0 || (0..<damagedTo).contains(packet.pointer.pointee.pos)
    }

    /// Seeks, so that the next packets come from about that address; `false` when it cannot seek.
    func seek(to address: SeekPlan.Address, stream: Int) -> Bool {
        forget()
        switch address {
        case .byte(let position):
            return av_seek_frame(context, CInt(stream), position, AVSEEK_FLAG_BYTE) >= 0
        case .time(let time):
            return avformat_seek_file(context, CInt(stream), .min, time.ticks, time.ticks, 0) >= 0
        case .beginning:
            return false
        }
    }

    /// Seeks to an entry of the container's index.
    func seek(toEntry time: Int64, stream: Int) -> Bool {
        forget()
        return av_seek_frame(context, CInt(stream), time, 0) >= 0
    }

    /// Forgets the packets before a seek.
    private func forget() {
        fields.forget()
        planes.forget()
    }

    /// libavformat's name of the container.
    var format: String { String(cString: context.pointee.iformat.pointee.name) }

    /// Whether to seek in this container by time or by byte.
    ///
    /// Transport, program and raw streams have no index; libavformat searches them by decoding
    /// time and stops at any packet (`ff_seek_frame_binary` ignores key flags).
    var seekMethod: SeekPlan.Method {
        isPacketStream || isRaw ? .byByte : .byTime
    }

    /// Whether it is what an encoder has made, without a container: packets have no times, or times that
    /// are counted from the first.
    var isRaw: Bool {
        let name = String(cString: context.pointee.iformat.pointee.long_name)
        return format == "mpegvideo" || name.hasPrefix("raw ")
    }

    /// Whether packets have times but no index.
    var isPacketStream: Bool { ["mpegts", "mpeg"].contains(format) }

    /// Whether files of this format often lack presentation times, or are joined from others: their
    /// pictures' headers are then read with the first scan.
    var mayLackTimes: Bool {
        seekMethod == .byByte || format == "avi"
    }

    private static func open(
        _ input: borrowing FileInput,
        name: String,
        asHeader: Bool = false,
        fromAfar isRemote: Bool = false,
        knowing known: KnownStreams? = nil
    ) throws(MediaError) -> (UnsafeMutablePointer<AVFormatContext>, DemuxerErrors) {
        DemuxerErrors.install()
        var context = avformat_alloc_context()
        context!.pointee.pb = input.context
        context!.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | (asHeader ? AVFMT_FLAG_NOPARSE : 0)
        context!.pointee.io_open = refuseToOpen
        av_opt_set(context, "format_whitelist", AllowedFormats.list, 0)
        av_opt_set(context, "codec_whitelist", AllowedCodecs.list, 0)
        av_opt_set(context, "protocol_whitelist", "none", 0)
        MediaLimits.set(on: context!)
        // Teletext has its own times, which libavformat else replaces by those of the stream's clock.
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "fix_teletext_pts", "0", 0)
        // Where fragments are listed at the file's end, their headers need not be read one by one.
        if isRemote { av_dict_set(&options, "use_mfra_for", "pts", 0) }
        // The names of chapters are packets.
        if asHeader { av_dict_set(&options, "ignore_chapters", "1", 0) }
        // On failure avformat_open_input frees the context and sets it to nil.
        let opened = avformat_open_input(&context, nil, nil, &options)
        guard opened >= 0, let result = context else { throw openingFailed(opened, name) }
        let errors = DemuxerErrors(about: result)
        if asHeader || known?.complete(result) ?? false { return (result, errors) }
        do throws(MediaError) {
            try findStreams(of: result, name)
        } catch {
            avformat_close_input(&context)
            throw error
        }
        return (result, errors)
    }

    private static func findStreams(
        of context: UnsafeMutablePointer<AVFormatContext>,
        _ name: String
    ) throws(MediaError) {
        let code = avformat_find_stream_info(context, nil)
        guard code >= 0 else {
            throw .notMedia(
                file: name,
                LibAVError(code: code, function: "avformat_find_stream_info")
            )
        }
        if context.pointee.nb_streams > MediaLimits.streams { throw tooManyStreams(name) }
    }

    private static func openingFailed(_ code: CInt, _ name: String) -> MediaError {
        // What libavformat returns for a format that is not on the whitelist.
        if code == vn_error_from_errno(EINVAL) { return .refused(file: name) }
        // And for more streams than `max_streams`.
        if code == vn_error_from_errno(ENOMEM) { return tooManyStreams(name) }
        return .notMedia(file: name, LibAVError(code: code, function: "avformat_open_input"))
    }

    private static func tooManyStreams(_ name: String) -> MediaError {
        let reason = "it has more than \(MediaLimits.streams) streams, or takes too much memory"
        return .unsuitable(file: name, reason: reason)
    }
}

/// libavformat's `io_open` callback, which rejects every attempt of a demuxer to open a file.
private func refuseToOpen(
    context: UnsafeMutablePointer<AVFormatContext>?,
    io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
    url: UnsafePointer<CChar>?,
    flags: CInt,
    options: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    vn_error_from_errno(EACCES)
}
