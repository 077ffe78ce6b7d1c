package import Wire

/// Why a client's message was rejected; it has changed nothing.
package struct SessionError: Error, Equatable {
    /// The protocol's code.
    package let code: ErrorCode
    /// What is wrong, and what to do about it.
    package let message: String
    /// The number of the message, where it had one.
    package let seq: UInt32?
    /// The media to open instead, where there is one.
    package let media: String?

    /// Describes an error.
    package init(
        _ code: ErrorCode,
        _ message: String,
        seq: UInt32? = nil,
        media: String? = nil
    ) {
        (self.code, self.message) = (code, message)
        (self.seq, self.media) = (seq, media)
    }

    init(_ error: WireError) {
        self.init(error.code, error.message, seq: error.seq)
    }

    /// The message that tells the client.
    var reply: ServerMessage {
        .error(ErrorMessage(code: code, message: message, seq: seq, media: media))
    }
}
