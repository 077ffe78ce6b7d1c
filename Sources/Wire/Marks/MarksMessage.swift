public import Marks

/// What is marked in the media that is open, as every client that asked hears after each change.
public struct MarksMessage: Codable, Equatable, Sendable {
    /// The message that caused it, for the client that sent that.
    public var seq: UInt32?
    /// All that is marked.
    public var marks: MarksDocument

    /// Creates the message of what is marked now.
    public init(_ history: MarkHistory, seq: UInt32? = nil) {
        (marks, self.seq) = (MarksDocument(history), seq)
    }

    private enum Key: CodingKey {
        case seq
    }

    /// Reads a message, as a client does.
    public init(from decoder: any Decoder) throws {
        seq = try decoder.container(keyedBy: Key.self).decodeIfPresent(UInt32.self, forKey: .seq)
        marks = try MarksDocument(from: decoder)
    }

    /// Writes the marks' own fields, and the number beside them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(seq, forKey: .seq)
        try marks.encode(to: encoder)
    }
}

extension MarksDocument {
    /// What `PUT` asks for: these marks in the place of all, for the version that they name.
    ///
    /// - Parameter count: How many frames the media has.
    /// - Returns: The change, and the version that it is made for.
    /// - Throws: What is wrong with the marks, or that no version is named.
    public func replacement(
        in count: Int
    ) throws(MarksError) -> (change: MarkHistory.Change, version: Int) {
        guard let version else {
            throw .expected("the version of the marks that these replace", got: "none")
        }
        return (.edit(.replace(try sheet(in: count))), version)
    }
}
