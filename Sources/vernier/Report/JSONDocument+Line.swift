import Wire

extension JSONDocument {
    /// The document as a line of its own.
    var line: String { String(decoding: json(), as: UTF8.self) + "\n" }
}
