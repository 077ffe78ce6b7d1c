import Basics
import FoundationEssentials

/// A configuration file: `name = value` on a line, or a flag's name; read option by option.
///
/// Names are those of the long options without dashes, and `path` for what stands without a name.
/// Empty lines and those that begin with `#` are passed over. A value goes on to the line's end.
struct ConfigurationFile {
    /// One line of it.
    struct Setting: Equatable {
        let name: String
        /// Nothing for a flag.
        let value: String?
        let line: Int
    }

    private let path: String
    /// What has not been taken.
    private var settings: [Setting]
    /// The lines of what has been taken.
    private var lines: [String: Int] = [:]
    private var flags: Set<String> = []

    /// Reads a file.
    init(_ bytes: [UInt8], path: String) throws(UsageError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("\(path): is not UTF-8; write it anew as plain text")
        }
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        settings = zip(1..., lines).compactMap { Setting($1, number: $0) }
        self.path = path
    }

    /// Takes the next line of an option that has a value.
    mutating func take(_ name: String) -> Setting? {
        guard let index = settings.firstIndex(where: { $0.name == name }) else { return nil }
        lines[name] = settings[index].line
        return settings.remove(at: index)
    }

    /// Takes a flag; tells whether it was there.
    mutating func takeFlag(_ name: String) -> Bool {
        flags.insert(name)
        guard let index = settings.firstIndex(of: name) else { return false }
        lines[name] = settings[index].line
        settings.remove(at: index)
        return true
    }

    /// Puts options aside that the command line overrules.
    mutating func drop(_ names: [String]) { settings.removeAll { names.contains($0.name) } }

    /// The line of an option that has been taken.
    func place(of name: String) -> String? { lines[name].map { "\(path), line \($0)" } }

    /// What is wrong with the first line that nobody has taken.
    var fault: String? {
        settings.first.map { "\(path), line \($0.line): \(fault(of: $0))" }
    }

    private func fault(of setting: Setting) -> String {
        if let line = lines[setting.name] {
            return "\(setting.name) stands in line \(line) already; once is enough"
        }
        if flags.contains(setting.name) { return "\(setting.name) takes no value" }
        return "there is no option “\(setting.name)”; write name = value, without dashes"
    }
}

extension [ConfigurationFile.Setting] {
    /// The first line that is no more than a name.
    fileprivate func firstIndex(of flag: String) -> Int? {
        firstIndex { $0.name == flag && $0.value == nil }
    }
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
