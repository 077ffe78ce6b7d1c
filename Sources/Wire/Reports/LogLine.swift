import Basics
public import FoundationEssentials

/// One event of a server's log, as programs read it; what an event says nothing of is left out.
public struct LogLine: JSONDocument, Equatable {
    /// When it happened, in UTC as ISO 8601 writes it.
    public var time = ""
    /// The severity: `info`, `warning` or `error`.
    public var level: String
    /// What has happened, in one word.
    public var event: String
    /// What is wrong, for people.
    public var message: String?
    /// Where the server listens.
    public var address: String?
    /// Files and folders that the server was given.
    public var roots: Int?
    /// Media that it found there.
    public var files: Int?
    /// Clients that are connected.
    public var clients: Int?
    /// Which of the server's sessions it is about, from 1.
    public var session: Int?
    /// The id of the media that it is about.
    public var media: String?
    /// The media's name below its root.
    public var name: String?
    /// Frames of the media.
    public var frames: Int?
    /// How long it took.
    public var seconds: Double?
    /// The code that a socket was closed with.
    public var code: Int?
    /// Why.
    public var reason: String?
    /// Messages that came from the client.
    public var messages: Int?
    /// Pictures that went to it.
    public var pictures: Int?

    /// Creates a line with nothing more to say, at no time yet.
    public init(level: String, event: String) { (self.level, self.event) = (level, event) }

    /// The line as it was written at a moment, without its end.
    ///
    /// No string in it can end the line for any reader, nor change how a terminal shows it.
    public func text(at moment: Date) -> String {
        var line = self
        line.time = moment.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return String(decoding: line.json(), as: UTF8.self).withoutControls
    }
}

extension String {
    /// The text with all control characters, such as line breaks, written as JSON
    /// writes it: `\u000a`.
    public var withoutControls: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            guard scalar.isControl else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                text += "\\u" + unit.padded(to: 4, radix: 16)
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
