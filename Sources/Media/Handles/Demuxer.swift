import CFFmpeg
import Timeline

/// An open media file, read packet by packet.
///
/// Owns its `AVFormatContext`. Belongs to the thread that made it.
struct Demuxer: ~Copyable {
    let context: UnsafeMutablePointer<AVFormatContext>
    // The context reads through the input until `deinit` has closed it.
    private let input: FileInput
    private let complaints: Complaints
    /// Up to which byte the file was read to know its streams, if there was damage on the way.
    private let damagedTo: Int64
    /// The file, for messages.
    let name: String

    /// Opens `file` and reads enough of it to know its streams.
    init(_ file: OpenFile) throws(MediaError) {
        let input = FileInput(file)
        (context, complaints) = try Self.open(input, name: file.name)
        damagedTo = complaints.take() > 0 ? context.pointee.pb.pointee.pos : 0
        name = file.name
        self.input = input
    }

    deinit {
        var context = Optional(self.context)
        avformat_close_input(&context)
    }

    /// Lets only packets of `stream` through; the others are skipped, where possible unread.
    func select(stream: Int) {
        for index in 0..<Int(context.pointee.nb_streams) {
            context.pointee.streams[index]!.pointee.discard =
                index == stream ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Reads the next packet of `stream`; returns `false` at the end or where reading fails.
    ///
    /// A damaged container ends where it can no longer be read: what came before it counts.
    func read(stream: Int, into packet: borrowing Packet) -> Bool {
        while true {
            av_packet_unref(packet.pointer)
            guard av_read_frame(context, packet.pointer) >= 0 else { return false }
            if Int(packet.pointer.pointee.stream_index) == stream { return true }
        }
    }

    /// Whether the file was damaged on the way to what was read last, or to the end.
    func metDamage(before packet: borrowing Packet) -> Bool {
        complaints.take() > 0 || (0..<damagedTo).contains(packet.pointer.pointee.pos)
    }

    /// Goes to a place in the file; packets read next come from about there.
    func seek(to address: SeekPlan.Address, stream: Int) -> Bool {
        switch address {
        case .byte(let position):
            return av_seek_frame(context, CInt(stream), position, AVSEEK_FLAG_BYTE) >= 0
        case .time(let time):
            return avformat_seek_file(context, CInt(stream), .min, time.ticks, time.ticks, 0) >= 0
        case .beginning:
            return false
        }
    }

    /// How this container is best sought.
    ///
    /// Transport and program streams and raw streams have no index; libavformat searches them
    /// by decoding time and comes out anywhere (`ff_seek_frame_binary`, no key flags).
    var seekMethod: SeekPlan.Method {
        let format = context.pointee.iformat.pointee
        let isPacketStream = ["mpegts", "mpeg", "mpegvideo"].contains(String(cString: format.name))
        let isRaw = String(cString: format.long_name).hasPrefix("raw ")
        return isPacketStream || isRaw ? .byByte : .byTime
    }

    private static func open(
        _ input: borrowing FileInput,
        name: String
    ) throws(MediaError) -> (UnsafeMutablePointer<AVFormatContext>, Complaints) {
        Complaints.listen()
        var context = avformat_alloc_context()
        context!.pointee.pb = input.context
        context!.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        context!.pointee.io_open = refuseToOpen
        av_opt_set(context, "format_whitelist", AllowedFormats.list, 0)
        av_opt_set(context, "codec_whitelist", AllowedCodecs.list, 0)
        av_opt_set(context, "protocol_whitelist", "none", 0)
        Limits.set(on: context!)
        // On failure avformat_open_input frees the context and sets it to nil.
        let opened = avformat_open_input(&context, nil, nil, nil)
        guard opened >= 0, let result = context else { throw openingFailed(opened, name) }
        let complaints = Complaints(about: result)
        let found = avformat_find_stream_info(result, nil)
        guard found >= 0 else {
            avformat_close_input(&context)
            throw .notMedia(
                file: name,
                LibAVError(code: found, function: "avformat_find_stream_info")
            )
        }
        return (result, complaints)
    }

    private static func openingFailed(_ code: CInt, _ name: String) -> MediaError {
        // libavformat's answer to a format that is not on the list we gave it.
        if code == vn_error_from_errno(EINVAL) { return .refused(file: name) }
        // And to more streams than it may add.
        if code == vn_error_from_errno(ENOMEM) {
            let reason = "it has more than \(Limits.streams) streams, or takes too much memory"
            return .unsuitable(file: name, reason: reason)
        }
        return .notMedia(file: name, LibAVError(code: code, function: "avformat_open_input"))
    }
}

/// Answers every wish of a demuxer to open a further file.
private func refuseToOpen(
    context: UnsafeMutablePointer<AVFormatContext>?,
    io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
    url: UnsafePointer<CChar>?,
    flags: CInt,
    options: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    vn_error_from_errno(EACCES)
}
