package import Wire

/// Why a client's message was not carried out, and changed nothing.
package struct SessionError: Error, Equatable {
    /// The protocol's code.
    package let code: ErrorCode
    /// What was wrong, and what to do.
    package let message: String
    /// The number of the message, where it had one.
    package let seq: UInt32?

    init(_ code: ErrorCode, _ message: String, seq: UInt32? = nil) {
        self.code = code
        self.message = message
        self.seq = seq
    }

    init(_ error: WireError) {
        self.init(error.code, error.message, seq: error.seq)
    }

    /// The error as the client reads it.
    var reply: ServerMessage {
        .error(ErrorMessage(code: code, message: message, seq: seq))
    }
}
