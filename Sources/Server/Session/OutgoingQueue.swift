import Wire

/// What waits to be sent to one client: answers in order, and at most one state, one message of
/// each topic and one picture.
///
/// What is superseded before it left is dropped, unless a client was promised it.
struct OutgoingQueue {
    /// A message that the socket takes.
    enum Item: Equatable {
        case text([UInt8])
        case picture([UInt8])
    }

    /// What there is news of, beside the client's own hand.
    enum Topic: CaseIterable {
        case marks, exports
    }

    private var answers: [ServerMessage] = []
    private var state: StateMessage?
    private var news: [Topic: ServerMessage] = [:]
    private var picture: (bytes: [UInt8], seq: UInt32)?
    /// More answers than this wait only for a client that does not read.
    private static let limit = 1024

    /// Whether there is nothing to send.
    var isEmpty: Bool { !hasText && picture == nil }

    /// Whether there is more to send than a picture.
    var hasText: Bool { !answers.isEmpty || state != nil || !news.isEmpty }

    /// Whether the client has let too much pile up.
    var isOverfull: Bool { answers.count > Self.limit }

    /// Adds an answer that must arrive, behind all that were added before.
    mutating func add(_ message: ServerMessage) {
        if case .state = message { state = nil }
        answers.append(message)
    }

    /// Puts a state in the place of one that still waits.
    mutating func show(_ state: StateMessage) { self.state = state }

    /// Puts news in the place of those of the same topic that still wait.
    mutating func show(_ message: ServerMessage, of topic: Topic) { news[topic] = message }

    /// Puts the picture that answers `seq` in the place of one that still waits.
    ///
    /// - Returns: The number that the dropped one would have answered.
    mutating func show(picture bytes: [UInt8], seq: UInt32) -> UInt32? {
        defer { picture = (bytes, seq) }
        return picture?.seq
    }

    /// Drops a picture that still waits, and returns the number that it would have answered.
    mutating func dropPicture() -> UInt32? {
        defer { picture = nil }
        return picture?.seq
    }

    /// Takes the next message: answers before states before news before pictures.
    mutating func next() -> Item? {
        if !answers.isEmpty { return .text(answers.removeFirst().json()) }
        if let state {
            self.state = nil
            return .text(state.json())
        }
        for topic in Topic.allCases {
            if let message = news.removeValue(forKey: topic) { return .text(message.json()) }
        }
        defer { picture = nil }
        return picture.map { .picture($0.bytes) }
    }
}
