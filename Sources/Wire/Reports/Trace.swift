/// A recorded conversation: a client's messages and when it sent them.
///
/// As a file, one JSON object per line: the message, and beside its fields `at`, the milliseconds
/// since the recording began, which never decrease. Empty lines are skipped. Lines can be sent as
/// they are, since a server ignores the field that it does not know.
public struct Trace: Equatable, Sendable {
    /// One message and its moment.
    public struct Entry: Equatable, Sendable {
        /// Milliseconds since the recording began; finite, 0 or more.
        public let at: Double

        /// The message.
        public let message: ClientMessage

        /// The line that it was read from.
        public let json: [UInt8]
    }

    /// The messages, in the order they were sent.
    public let entries: [Entry]

    /// Reads a file of lines.
    ///
    /// - Throws: ``WireError/line(_:_:)`` for the first line that is no message of a trace.
    public init(jsonLines file: [UInt8]) throws(WireError) {
        entries = try readLines(file) { (line, last: Entry?) throws(WireError) in
            try Entry(line, since: last?.at ?? 0)
        }
    }
}

extension Trace.Entry {
    fileprivate init(_ line: [UInt8], since last: Double) throws(WireError) {
        let content = try decodeJSON(Content.self, from: line)
        guard content.at >= last else {
            let reason = "at: expected \(last) or more, got \(content.at)"
            throw .invalidMessage(reason: reason, seq: content.message.seq)
        }
        self.init(at: content.at, message: content.message, json: line)
    }

    private struct Content: Decodable {
        let at: Double
        let message: ClientMessage

        init(from decoder: any Decoder) throws {
            let fields = try Fields(decoder)
            at = try fields.number(.at, "a number of milliseconds, 0 or more") { $0 >= 0 }
            message = try ClientMessage(fields)
        }
    }
}

/// Reads a file of one value a line; empty lines are skipped.
///
/// `read` is given each line and the value before it.
///
/// - Throws: ``WireError/line(_:_:)`` for the first line that `read` refuses.
func readLines<Value>(
    _ file: [UInt8],
    _ read: ([UInt8], Value?) throws(WireError) -> Value
) throws(WireError) -> [Value] {
    var values: [Value] = []
    let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in zip(1..., lines) where !line.allSatisfy(isSpace) {
        do throws(WireError) {
            values.append(try read(Array(line), values.last))
        } catch {
            throw .line(number, error)
        }
    }
    return values
}

extension Trace.Entry {
    /// Records what a client sent, `at` milliseconds after its trace began.
    ///
    /// The text stays as the client wrote it, on one line, with the moment before its own fields.
    ///
    /// - Throws: ``WireError`` for what is no message, and so no line of a trace.
    public init(recording text: [UInt8], at: Double) throws(WireError) {
        let message = try ClientMessage(json: text)
        // Nothing but blanks precedes the brace, and no string holds a raw line break.
        let fields = text.drop { $0 != UInt8(ascii: "{") }.dropFirst()
        let line = fields.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? 32 : $0 }
        self.init(at: at, message: message, json: Array("{\"at\":\(at),".utf8) + line)
    }
}
