package import Basics
package import Media

/// What the threads that make pictures have done.
package enum PictureReport: Sendable {
    /// A picture of a frame on the way to the requested one was made.
    case progressed(PictureJob, EncodedFrame)
    /// A picture is ready, or cannot be made; `nil` when its job was cancelled.
    case picture(PictureJob, Result<EncodedFrame, MediaError>?)
    /// Tiles have been put together into the bytes of a response, or cannot be.
    case composed(ExchangeID, Result<[UInt8], MediaError>)
    /// The pixels of the first frame that a request is for are there, or cannot be had.
    case described(ExchangeID, Result<LosslessPicture, MediaError>)
    /// There are further bytes of a stream whose client waits for them, or it has ended.
    case fed(ExchangeID)
    /// A worker has done what a request for pixels takes.
    case released(ExchangeID)
}
