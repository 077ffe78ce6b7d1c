/// The codes of errors on the wire, as clients read them.
public enum ErrorCode: String, Codable, CaseIterable, Sendable {
    /// The text is not JSON.
    case invalidJSON = "invalid-json"

    /// A message lacks a field, or has one of the wrong type or out of range.
    case invalidMessage = "invalid-message"

    /// A message of a type that the protocol does not have.
    case unknownType = "unknown-type"

    /// A message came before `open`.
    case notOpen = "not-open"

    /// No media has this id.
    case unknownMedia = "unknown-media"

    /// The gesture is not the one under way.
    case unknownGesture = "unknown-gesture"

    /// A law, snap or other setting is not one that there is, or out of range.
    case invalidConfiguration = "invalid-configuration"

    /// The media cannot be indexed.
    case indexFailed = "index-failed"

    /// The frame cannot be decoded.
    case decodeFailed = "decode-failed"

    /// The room looks at another media.
    case wrongMedia = "wrong-media"

    /// The leader's gesture is under way.
    case busy

    /// A limit of the server is reached.
    case tooMany = "too-many"

    /// The server is at fault.
    case `internal`
}

/// Why something read from the wire is refused.
///
/// A `reason` names the field, what was expected there, and what came.
public enum WireError: Error, Equatable, Sendable {
    /// The text is not JSON in UTF-8.
    case invalidJSON(reason: String)

    /// The message lacks a field, or has one of the wrong type or out of range.
    case invalidMessage(reason: String, seq: UInt32?)

    /// The message is of a type that the protocol does not have.
    case unknownType(name: String, seq: UInt32?)

    /// The message asks for a setting that there is not, or that is out of range.
    case invalidConfiguration(reason: String, seq: UInt32?)

    /// A line of a trace is refused; lines count from 1.
    indirect case line(Int, WireError)

    /// The code that tells a client's program what is wrong.
    public var code: ErrorCode {
        switch self {
        case .invalidJSON: .invalidJSON
        case .invalidMessage: .invalidMessage
        case .unknownType: .unknownType
        case .invalidConfiguration: .invalidConfiguration
        case .line(_, let error): error.code
        }
    }

    /// The sentence that tells a client's developer what is wrong.
    public var message: String {
        switch self {
        case .invalidJSON(let reason): reason
        case .invalidMessage(let reason, _): reason
        case .unknownType(let name, _):
            "type: expected \(oneOf(ClientMessage.Kind.self)), got \(quoted(name))"
        case .invalidConfiguration(let reason, _): reason
        case .line(let number, let error): "line \(number): \(error.message)"
        }
    }

    /// The number of the message at fault, where it could be read.
    public var seq: UInt32? {
        switch self {
        case .invalidJSON: nil
        case .invalidMessage(_, let seq): seq
        case .unknownType(_, let seq): seq
        case .invalidConfiguration(_, let seq): seq
        case .line(_, let error): error.seq
        }
    }
}

/// The names that a field may hold, for a message to a developer.
func oneOf<Choice: RawRepresentable & CaseIterable>(_ choices: Choice.Type) -> String
where Choice.RawValue == String {
    let names = choices.allCases.map { quoted($0.rawValue) }
    return names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
}

/// What a client sent, short enough to be sent back.
func quoted(_ text: String) -> String {
    let start = text.prefix(40)
    return start.count < text.count ? "\"\(start)…\"" : "\"\(start)\""
}
