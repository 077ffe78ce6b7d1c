import CFFmpeg
import Glibc

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

    /// Starts a file of a format that ``Container`` has found.
    init(_ descriptor: CInt, as container: Container, name: String) throws(MediaError) {
        var context: UnsafeMutablePointer<AVFormatContext>?
        avformat_alloc_output_context2(&context, container.format, nil, nil)
        guard let context else {
            throw .cannotWrite(file: name, reason: "no memory")
        }
        output = FileOutput(descriptor)
        context.pointee.pb = output.context
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
        (self.context, self.name) = (context, name)
    }

    deinit { avformat_free_context(context) }

    /// Writes what comes before the packets; all streams have been added.
    ///
    /// An MP4 counts its edits in `timescale` ticks a second.
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

    /// Writes what comes behind the packets.
    func finish() throws(MediaError) {
        try check(av_write_trailer(context), "av_write_trailer")
        avio_flush(context.pointee.pb)
        try check(context.pointee.pb.pointee.error, "avio_flush")
    }

    /// Throws what the disk said, or else what libavformat did.
    private func check(_ code: CInt, _ function: String) throws(MediaError) {
        if let failure = output.failure {
            throw .cannotWrite(file: name, reason: failure.reason)
        }
        guard code < 0 else { return }
        throw .cannotWrite(file: name, reason: "\(LibAVError(code: code, function: function))")
    }
}
