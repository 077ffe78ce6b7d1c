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
