import Basics

/// A configuration file: `name = value` on a line, or a flag's name.
///
/// Names are those of the long options without dashes, and `path` for what stands without a name.
/// Empty lines and those that begin with `#` are passed over. A value goes on to the line's end.
struct ConfigurationFile {
    /// One line of it.
    struct Setting {
        let name: String
        /// Nothing for a flag.
        let value: String?
        let line: Int
    }

    /// What the file calls the operands.
    static let operandName = "path"

    let path: String
    let settings: [Setting]

    /// Reads a file.
    init(_ bytes: [UInt8], path: String) throws(UsageError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("\(path): is not UTF-8; write it anew as plain text")
        }
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        settings = zip(1..., lines).compactMap { Setting($1, number: $0) }
        self.path = path
    }

    /// Where a line is, for messages.
    func place(of line: Int) -> String { "\(path), line \(line)" }
}

extension ConfigurationFile.Setting {
    /// Reads a line; `nil` when it is empty or a comment.
    fileprivate init?(_ line: Substring, number: Int) {
        let text = line.trimmed
        guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts[0].trimmed)
        value = parts.count > 1 ? String(parts[1].trimmed) : nil
        self.line = number
    }
}
