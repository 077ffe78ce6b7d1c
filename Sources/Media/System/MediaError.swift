import CFFmpeg

/// Why a file could not be opened, indexed, decoded, encoded or cut.
///
/// Each case has the file's name; `description` says what failed and what to do.
public enum MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be opened for reading.
    case cannotOpen(file: String, reason: String)
    /// The name leads to a folder, a device or a pipe.
    case notAFile(file: String)
    /// The file has no bytes.
    case empty(file: String)
    /// libavformat does not recognise the content, or cannot read its header.
    case notMedia(file: String, LibAVError)
    /// The format would open other files, or is not on the allowlist.
    case refused(file: String)
    /// The content exceeds a limit, or its codec is not on the allowlist.
    case unsuitable(file: String, reason: String)
    /// There is nothing to show: no video, audio or picture.
    case noStreams(file: String)
    /// The stream that was asked for is missing, or is neither video nor audio.
    case noSuchStream(file: String, stream: Int)
    /// The file holds packets, none of which can be shown.
    case noFrames(file: String)
    /// This build of FFmpeg has no decoder for the stream.
    case noDecoder(file: String, codec: String)
    /// The frame number is beyond the last.
    case noSuchFrame(file: String, frame: Int, count: Int)
    /// The decoder never output the frame.
    case undecodable(file: String, frame: Int)
    /// The stream has no pictures.
    case noPictures(file: String)
    /// No sound can be decoded: there is no stream of it, or no sample in the stream.
    case noSound(file: String)
    /// A picture could not be scaled or compressed.
    case cannotEncode(file: String, reason: String)
    /// A stored index or preview cannot be removed.
    case cannotClear(folder: String, reason: String)
    /// A file with the name of the one to write exists already.
    case exists(file: String)
    /// The disk has too little space for the file to write.
    case noSpace(file: String, needed: Int64, free: Int64)
    /// The file cannot be written.
    case cannotWrite(file: String, reason: String)
    /// The file cannot be cut in this mode.
    case cannotCut(file: String, reason: String)
    /// The file was changed while it was open.
    case changed(file: String)
    /// The worker process that read the file has ended, or was killed.
    case workerLost(file: String, reason: String)
    /// The file is in quarantine: reading it has ended too many worker processes.
    case quarantined(file: String)
    /// The file lies elsewhere, and its bytes cannot be had.
    case elsewhere(file: String, RemoteFault)
    /// The caller cancelled.
    case cancelled(file: String)

    /// The file, what failed, and what to do.
    public var description: String {
        switch self {
        case .cannotOpen(let file, let reason): "\(file): cannot be opened: \(reason)"
        case .notAFile(let file): "\(file): not a regular file; name a media file"
        case .empty(let file): "\(file): the file is empty; is it still being copied?"
        case .notMedia(let file, let error):
            "\(file): not media that can be read (\(error)); check that the file is complete"
        case .refused(let file):
            "\(file): refused, because playlists and other formats that open further files"
                + " are not read; name the media file itself"
        case .unsuitable(let file, let reason): "\(file): not read: \(reason)"
        case .noStreams(let file): "\(file): holds neither video nor audio"
        case .noSuchStream(let file, let stream):
            "\(file): has no video or audio stream \(stream); leave the stream out for the best one"
        case .noFrames(let file): "\(file): no frame in it can be shown"
        case .noDecoder(let file, let codec):
            "\(file): no decoder for “\(codec)” in this build of FFmpeg"
        case .noSuchFrame(let file, let frame, let count):
            "\(file): there is no frame \(frame); frames go from 0 to \(count - 1)"
        case .undecodable(let file, let frame):
            "\(file): frame \(frame) cannot be decoded; the file is damaged there"
        case .noPictures(let file): "\(file): has sound only, no pictures"
        case .noSound(let file): "\(file): has no sound"
        case .cannotEncode(let file, let reason): "\(file): no picture could be made: \(reason)"
        case .cannotClear(let folder, let reason):
            "\(folder): what is stored there cannot be removed: \(reason)"
        case .exists(let file):
            "\(file): is there already; give another name, or have it replaced (--overwrite)"
        case .noSpace(let file, let needed, let free):
            "\(file): needs about \(needed >> 20) MiB, and \(free >> 20) are free"
        case .cannotWrite(let file, let reason): "\(file): cannot be written: \(reason)"
        case .cannotCut(let file, let reason): "\(file): cannot be cut so: \(reason)"
        case .changed(let file): "\(file): was written anew while it was open; open it again"
        case .workerLost(let file, let reason):
            "\(file): the process that read it \(reason); ask again, it has been started anew"
        case .quarantined(let file):
            "\(file): left alone, because reading it has ended three processes; check that it is"
                + " what it seems to be, and start the server anew to have it read again"
        case .elsewhere(let file, let fault): "\(file): lies elsewhere, and \(fault)"
        case .cancelled(let file): "\(file): cancelled"
        }
    }
}

/// A failure that a libav* call reported.
public struct LibAVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The negative code that the call returned.
    public let code: CInt
    /// The C function that returned it.
    public let function: String

    /// The function's name and FFmpeg's text for the code.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
        av_strerror(code, &text, text.count)
        let message = String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        return "\(function): \(message)"
    }

    /// Returns a result, or throws it when it is negative.
    @discardableResult
    static func check(_ code: CInt, _ function: String) throws(LibAVError) -> CInt {
        guard code >= 0 else { throw LibAVError(code: code, function: function) }
        return code
    }
}
