/// A message to a client.
public enum ServerMessage: Equatable {
    /// The answer to `open`.
    case opened(OpenedMessage)

    /// The answer to `configure`.
    case configured(ConfiguredMessage)

    /// Where the scrubber stands.
    case state(StateMessage)

    /// How far the index has come.
    case index(IndexMessage)

    /// A guarded action is to happen.
    case confirmed(DecisionMessage)

    /// A guarded action is not to happen.
    case declined(DecisionMessage)

    /// What is marked in the media that is open.
    case marks(MarksMessage)

    /// What has been exported, and what is to be.
    case exports(ExportsMessage)

    /// Who is in the room, and who leads.
    case room(RoomMessage)

    /// Where another member of the room stands.
    case cursor(CursorMessage)

    /// What the leader plays.
    case transport(TransportMessage)

    /// Who has changed what is marked.
    case marked(MarkedMessage)

    /// The server's clock.
    case pong(PongMessage)

    /// Something went wrong; nothing changed.
    case error(ErrorMessage)
}

/// The answer to `open`.
public struct OpenedMessage: Codable, Equatable, Sendable {
    /// The token to go on with after losing the socket.
    public var session: String

    /// What was opened.
    public var media: MediaDescription

    /// How the session is configured.
    public var configuration: ConfigurationDescription

    /// Where the scrubber stands.
    public var state: StateMessage

    /// What the session had taken, if it goes on; `nil` for a new one.
    public var resumed: ResumedDescription?

    /// Creates the answer.
    public init(
        session: String,
        media: MediaDescription,
        configuration: ConfigurationDescription,
        state: StateMessage,
        resumed: ResumedDescription? = nil
    ) {
        self.session = session
        self.media = media
        self.configuration = configuration
        self.state = state
        self.resumed = resumed
    }
}

/// The answer to `configure`.
public struct ConfiguredMessage: Codable, Equatable, Sendable {
    /// How the session is configured now.
    public var configuration: ConfigurationDescription

    /// Creates the answer.
    public init(configuration: ConfigurationDescription) {
        self.configuration = configuration
    }
}

/// The outcome of a guarded action.
public struct DecisionMessage: Codable, Equatable, Sendable {
    /// The client's number for the gesture.
    public var gesture: Int

    /// The action that `begin` named.
    public var action: String

    /// Creates an outcome.
    public init(gesture: Int, action: String) {
        self.gesture = gesture
        self.action = action
    }
}

/// Something that went wrong, and changed nothing.
public struct ErrorMessage: Codable, Equatable, Sendable {
    /// What a client's program goes by.
    public var code: ErrorCode

    /// What a client's developer reads.
    public var message: String

    /// The message that caused it, if one did.
    public var seq: UInt32?

    /// The media that the room looks at, of `wrong-media`.
    public var media: String?

    /// Creates an error.
    public init(code: ErrorCode, message: String, seq: UInt32? = nil, media: String? = nil) {
        self.media = media
        self.code = code
        self.message = message
        self.seq = seq
    }

    /// Tells a client what is wrong with its message.
    public init(_ error: WireError) {
        self.init(code: error.code, message: error.message, seq: error.seq)
    }
}

extension StateMessage {
    /// The whole message as JSON in UTF-8, on one line.
    public func json() -> [UInt8] {
        StateWriter.write(self) ?? ServerMessage.state(self).encoded()
    }
}

extension ServerMessage: JSONDocument {
    private enum Kind: String, Codable {
        case opened, configured, state, index, confirmed, declined, marks, exports, error
        case room, cursor, transport, marked, pong
    }

    private enum Key: CodingKey {
        case type
    }

    /// Reads a message, as a client does.
    public init(from decoder: any Decoder) throws {
        let kind = try decoder.container(keyedBy: Key.self).decode(Kind.self, forKey: .type)
        switch kind {
        case .opened: self = .opened(try OpenedMessage(from: decoder))
        case .configured: self = .configured(try ConfiguredMessage(from: decoder))
        case .state: self = .state(try StateMessage(from: decoder))
        case .index: self = .index(try IndexMessage(from: decoder))
        case .confirmed: self = .confirmed(try DecisionMessage(from: decoder))
        case .declined: self = .declined(try DecisionMessage(from: decoder))
        case .marks: self = .marks(try MarksMessage(from: decoder))
        case .exports: self = .exports(try ExportsMessage(from: decoder))
        case .room: self = .room(try RoomMessage(from: decoder))
        case .cursor: self = .cursor(try CursorMessage(from: decoder))
        case .transport: self = .transport(try TransportMessage(from: decoder))
        case .marked: self = .marked(try MarkedMessage(from: decoder))
        case .pong: self = .pong(try PongMessage(from: decoder))
        case .error: self = .error(try ErrorMessage(from: decoder))
        }
    }

    /// Writes the message's own fields, and its type beside them.
    public func encode(to encoder: any Encoder) throws {
        let (kind, message) = content
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind, forKey: .type)
        try message.encode(to: encoder)
    }

    /// The message as JSON in UTF-8, on one line.
    public func json() -> [UInt8] {
        switch self {
        case .state(let state): state.json()
        case .marks(let marks): MarksWriter.write(marks)
        default: encoded()
        }
    }

    private var content: (Kind, any Encodable) {
        switch self {
        case .opened(let message): (.opened, message)
        case .configured(let message): (.configured, message)
        case .state(let message): (.state, message)
        case .index(let message): (.index, message)
        case .confirmed(let message): (.confirmed, message)
        case .declined(let message): (.declined, message)
        case .marks(let message): (.marks, message)
        case .exports(let message): (.exports, message)
        case .room(let message): (.room, message)
        case .cursor(let message): (.cursor, message)
        case .transport(let message): (.transport, message)
        case .marked(let message): (.marked, message)
        case .pong(let message): (.pong, message)
        case .error(let message): (.error, message)
        }
    }
}
