/// What the application does with what the loop hears.
///
/// All calls come on the thread that runs the loop. None of them may block.
package protocol LoopHandler: AnyObject {
    /// A request came in: answer now or later with ``ServiceLoop/respond(to:with:)``.
    func received(_ request: Request, on exchange: ExchangeID)

    /// The client went away before the answer, which nobody waits for any more.
    func abandoned(_ exchange: ExchangeID)

    /// A socket has opened.
    func opened(_ socket: SocketID)

    /// A whole message has come in.
    func received(_ message: SocketInput, from socket: SocketID, at now: ContinuousClock.Instant)

    /// The socket takes one message now: call a `send` of ``ServiceLoop`` at most once.
    func writable(_ socket: SocketID)

    /// The socket is gone; its name means nothing from here on.
    func closed(_ socket: SocketID, _ end: SocketEnd)

    /// Another thread called ``Waker/wake()``, once or more often, since the last time.
    func woken()

    /// A tenth of a second has passed.
    func ticked(at now: ContinuousClock.Instant)
}

/// A message from a client.
///
/// The protocol gives clients text alone; the transport closes a socket that sends binary.
package enum SocketInput: Equatable, Sendable {
    /// Valid UTF-8, put together from its fragments.
    case text([UInt8])
}

/// How a socket came to its end.
package enum SocketEnd: Equatable, Sendable {
    /// The client went without a word, or broke the rules of the network below.
    case lost
    /// The client said goodbye.
    case left(CloseCode)
    /// The server has closed it.
    case sentAway(CloseCode, reason: String)
}

/// Why a socket is closed, as the client hears it (RFC 6455, section 7.4).
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let normal = CloseCode(rawValue: 1000)
    package static let goingAway = CloseCode(rawValue: 1001)
    /// What stands for a goodbye without a reason.
    package static let noStatus = CloseCode(rawValue: 1005)
    package static let unsupportedData = CloseCode(rawValue: 1003)
    package static let invalidText = CloseCode(rawValue: 1007)
    package static let policyViolation = CloseCode(rawValue: 1008)
    package static let messageTooBig = CloseCode(rawValue: 1009)
    package static let internalError = CloseCode(rawValue: 1011)
    package static let tryAgainLater = CloseCode(rawValue: 1013)
}
