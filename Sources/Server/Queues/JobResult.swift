import Marks
import Media
import Timeline
import Transport

/// What worker threads tell the loop, through a ``Mailbox``.
enum JobResult: Sendable {
    /// The files below the roots are known as they are now.
    case listed(FolderUpdate)
    /// A picture of a frame on the way to the requested one is in memory.
    case progressed(PictureJob)
    /// The body of an answer is written, or cannot be.
    case written(ExchangeID, Result<[UInt8], RequestError>)
    /// The marks that a request puts are read, or cannot be.
    case read(ExchangeID, Result<NewMarks.Replacement, RequestError>)
    /// An index has grown; `progress` is in 0…1.
    case scanned(ClipKey, MediaIndex, progress: Double)
    /// An index is complete; with it come the marks that are stored for the file.
    case indexed(ClipKey, MediaIndex, MarkHistory)
    /// A file cannot be indexed.
    case indexFailed(ClipKey, MediaError)
    /// Marks cannot be stored.
    case marksNotKept(ClipKey, MediaError)
    /// A cut is planned, or cannot be made; `replaces` says whether its file is there already.
    case planned(Int, Result<Cut, MediaError>, replaces: Bool)
    /// A cut is being written; `progress` is in 0…1.
    case exporting(Int, progress: Double)
    /// A cut has ended: the size of its file in bytes, or why there is none.
    case exported(Int, Result<Int64, MediaError>)
    /// Tiles have been put together into the bytes of a response, or cannot be.
    case composed(ExchangeID, Result<[UInt8], MediaError>)
    /// A picture is ready, or cannot be made; `nil` when its job was cancelled.
    case picture(PictureJob, Result<EncodedFrame, MediaError>?)
}
