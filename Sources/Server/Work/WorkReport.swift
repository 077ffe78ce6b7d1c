import Marks
import Media
import Timeline

/// What workers tell the loop.
enum WorkReport: Sendable {
    /// A picture of a frame on the way to the ordered one is at hand.
    case progressed(PictureOrder)
    /// An index has grown; `progress` is in 0…1.
    case scanned(ClipKey, MediaIndex, progress: Double)
    /// An index is complete; with it comes what was marked in the file before.
    case indexed(ClipKey, MediaIndex, MarkHistory)
    /// A file cannot be indexed.
    case indexFailed(ClipKey, MediaError)
    /// Marks cannot be kept on disk.
    case marksNotKept(ClipKey, MediaError)
    /// A cut is planned, or cannot be made; `replaces` says whether its file is there already.
    case planned(Int, Result<Cut, MediaError>, replaces: Bool)
    /// A cut is being made; `progress` is in 0…1.
    case exporting(Int, progress: Double)
    /// A cut has ended, with a file of so many bytes or without.
    case exported(Int, Result<Int64, MediaError>)
    /// Tiles are bound into what was asked for, or cannot be.
    case bound(ExchangeID, Result<[UInt8], MediaError>)
    /// A picture is ready, or cannot be made; `nil` when it was given up.
    case picture(PictureOrder, Result<EncodedFrame, MediaError>?)
}
