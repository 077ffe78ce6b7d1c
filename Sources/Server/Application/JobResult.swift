import Basics
import Library
import Marks
import Pictures
import Sounds

/// What worker threads tell the loop, through a ``Mailbox``.
enum JobResult: Sendable {
    /// Media, marks or exports have changed.
    case library(LibraryReport)
    /// A picture or tiles are ready, or cannot be made.
    case pictures(PictureReport)
    /// A sound is decoded, or cannot be.
    case sounds(SoundReport)
    /// The body of an answer is written, or cannot be.
    case written(ExchangeID, Result<[UInt8], RequestError>)
    /// The marks that a request puts are read, or cannot be.
    case read(ExchangeID, Result<NewMarks.Replacement, RequestError>)
    /// A part of a file is read that a client waits for, or none is any more.
    case hasRead(ExchangeID)
    /// A session is written that is to be given to other servers.
    case session(WrittenSession)
}
