/// Why a file could not be opened, indexed, decoded or turned into a picture.
///
/// Each case names the file; `description` says what failed on it and what to do.
public enum MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be opened for reading.
    case cannotOpen(file: String, reason: String)
    /// The name leads to a folder, a device or a pipe.
    case notAFile(file: String)
    /// The file has no bytes.
    case empty(file: String)
    /// libavformat does not recognise the content, or cannot read its header.
    case notMedia(file: String, LibAVError)
    /// The content is of a kind that opens other files, or that is not on the list.
    case refused(file: String)
    /// The content takes more than a file may, or a codec that is not on the list.
    case unsuitable(file: String, reason: String)
    /// There is nothing to show: no video, audio or picture.
    case noStreams(file: String)
    /// The stream that was asked for is missing, or is neither video nor audio.
    case noSuchStream(file: String, stream: Int)
    /// The file holds packets, none of which can be shown.
    case noFrames(file: String)
    /// No decoder is there for the stream.
    case noDecoder(file: String, codec: String)
    /// The frame number is beyond the last.
    case noSuchFrame(file: String, frame: Int, count: Int)
    /// The decoder never gave the frame.
    case undecodable(file: String, frame: Int)
    /// The stream has no pictures.
    case noPictures(file: String)
    /// A picture could not be scaled or compressed.
    case cannotEncode(file: String, reason: String)
    /// A stored index or preview cannot be removed.
    case cannotClear(folder: String, reason: String)
    /// Something has the name of the file that was to be written.
    case exists(file: String)
    /// The disk has too little room for the file that was to be written.
    case noRoom(file: String, needed: Int64, free: Int64)
    /// The file cannot be written.
    case cannotWrite(file: String, reason: String)
    /// The file cannot be cut in the way that was asked for.
    case cannotCut(file: String, reason: String)
    /// The file was written anew while it was open.
    case changed(file: String)
    /// The process that read the file has ended, or had to be ended.
    case workerLost(file: String, reason: String)
    /// Reading the file has ended too many processes.
    case quarantined(file: String)
    /// The caller gave up.
    case cancelled(file: String)

    /// What failed, on which file, and what to do.
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
        case .cannotEncode(let file, let reason): "\(file): no picture could be made: \(reason)"
        case .cannotClear(let folder, let reason):
            "\(folder): what is stored there cannot be removed: \(reason)"
        case .exists(let file):
            "\(file): is there already; give another name, or have it replaced (--overwrite)"
        case .noRoom(let file, let needed, let free):
            "\(file): needs about \(needed >> 20) MiB, and \(free >> 20) are free"
        case .cannotWrite(let file, let reason): "\(file): cannot be written: \(reason)"
        case .cannotCut(let file, let reason): "\(file): cannot be cut so: \(reason)"
        case .changed(let file): "\(file): was written anew while it was open; open it again"
        case .workerLost(let file, let reason):
            "\(file): the process that read it \(reason); ask again, it has been started anew"
        case .quarantined(let file):
            "\(file): left alone, because reading it has ended three processes; check that it is"
                + " what it seems to be, and start the server anew to have it read again"
        case .cancelled(let file): "\(file): cancelled"
        }
    }
}
