import CFFmpeg

/// What the first packets of a file tell of its streams, for those who open the same file again.
///
/// Of an MP4 film of two hours, to read and decode those packets takes 55 ms, and its header 33.
/// Immutable.
final class KnownStreams {
    /// The stream that is read.
    private let stream: Int
    private let parameters: [UnsafeMutablePointer<AVCodecParameters>]
    /// The formats whose header lists all streams, and the times of packets.
    ///
    /// Others find streams in packets, or compute the times of some from what they have read before.
    private static let format = "mov,mp4,m4a,3gp,3g2,mj2"

    /// Takes what `context` knows of its streams, after `avformat_find_stream_info`.
    init(of context: UnsafeMutablePointer<AVFormatContext>, reading stream: Int) {
        self.stream = stream
        parameters = (0..<Int(context.pointee.nb_streams)).map { stream in
            let copy = avcodec_parameters_alloc()!
            avcodec_parameters_copy(copy, context.pointee.streams[stream]!.pointee.codecpar)
            return copy
        }
    }

    deinit {
        for parameters in parameters {
            var parameters = Optional(parameters)
            avcodec_parameters_free(&parameters)
        }
    }

    /// Tells a file of which the header alone was read what its first packets would tell.
    ///
    /// - Parameter context: The file.
    /// - Returns: Whether that is known; if not, the packets have to be read.
    func complete(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        guard String(cString: context.pointee.iformat.pointee.name) == Self.format,
            parameters.count == Int(context.pointee.nb_streams),
            parameters.indices.contains(stream),
            // Of fragments, the header has those of the first.
            avformat_index_get_entries_count(context.pointee.streams[stream]) > 0
        else { return false }
        for (stream, known) in parameters.enumerated() {
            avcodec_parameters_copy(context.pointee.streams[stream]!.pointee.codecpar, known)
        }
        return true
    }
}
