/// Reassembles a socket's messages from the pieces in which they arrive, within limits.
///
/// libwebsockets passes on what the network delivers: a piece may be a whole message,
/// a fragment of one, or a part of a fragment.
struct Reassembly {
    /// A part of a frame, with its position in the message.
    struct Piece {
        var bytes: [UInt8]
        var isBinary = false
        /// Whether the message starts here.
        var isFirst = true
        /// Whether the message ends here.
        var isFinal = true
        /// Bytes of the same frame still to come, as its sender claims.
        var remaining = 0
    }

    enum Outcome: Equatable {
        case incomplete
        case message([UInt8])
        /// The message breaks a limit; the socket must close.
        case refused(CloseCode)
    }

    private let byteLimit: Int
    private let fragmentLimit: Int
    private let acceptsBinary: Bool
    private var bytes: [UInt8] = []
    private var fragments = 0
    private var isInsideFrame = false

    /// When the message under way began, or `nil` between messages.
    private(set) var began: ContinuousClock.Instant?

    init(byteLimit: Int, fragmentLimit: Int, acceptsBinary: Bool = false) {
        self.byteLimit = byteLimit
        self.fragmentLimit = fragmentLimit
        self.acceptsBinary = acceptsBinary
    }

    mutating func take(_ piece: Piece, at now: ContinuousClock.Instant) -> Outcome {
        if piece.isFirst { begin(at: now) }
        if piece.isBinary, !acceptsBinary { return .refused(.unsupportedData) }
        if !isInsideFrame { fragments += 1 }
        isInsideFrame = piece.remaining > 0
        guard fits(piece) else { return .refused(.messageTooBig) }
        // Most messages come in one piece, which needs no copy.
        if piece.isFirst { bytes = piece.bytes } else { bytes += piece.bytes }
        return piece.isFinal ? finish(with: piece) : .incomplete
    }

    private mutating func begin(at now: ContinuousClock.Instant) {
        bytes = []
        fragments = 0
        isInsideFrame = false
        began = now
    }

    private mutating func finish(with last: Piece) -> Outcome {
        began = nil
        defer { bytes = [] }
        // libwebsockets validates text as it arrives, but not at a final fragment without bytes.
        let isValidated = !last.bytes.isEmpty || last.isBinary
        guard isValidated || String(validating: bytes, as: UTF8.self) != nil else {
            return .refused(.invalidText)
        }
        return .message(bytes)
    }

    /// Whether the message stays within the limits, if its frame is as long as its sender claims.
    private func fits(_ piece: Piece) -> Bool {
        // A frame may claim nearly 2^63 bytes.
        let (claimed, overflow) = (bytes.count + piece.bytes.count)
            .addingReportingOverflow(piece.remaining)
        return !overflow && piece.remaining >= 0 && claimed <= byteLimit
            && fragments <= fragmentLimit
    }
}
