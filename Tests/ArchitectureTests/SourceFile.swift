import Foundation
import TestSupport

/// A file of this repository, as text.
struct SourceFile: Sendable, CustomStringConvertible {
    /// The path below the repository's root.
    let path: String

    /// The lines, without comments that stand on lines of their own.
    let code: [Substring]

    /// The same as one text, in which a pattern that begins with `^` finds the start of a line.
    private let text: String

    /// How many lines there are, comments included.
    let lineCount: Int

    var description: String { path }

    /// The module a source belongs to: the folder below `Sources`.
    var module: String { String(path.split(separator: "/")[1]) }

    /// The modules it imports.
    var imports: [String] {
        let pattern = #/^ *(?:@\w+(?:\(\w+\))? )*(?:\w+ )?import (?:\w+ )?(\w+)/#
        return code.compactMap { $0.firstMatch(of: pattern).map { String($0.1) } }
    }

    /// Whether any line has a match of `pattern`.
    ///
    /// Not of a `Regex`, whose `\b` is Unicode's: it finds no end of a word before the dot of `a.b`.
    func contains(_ pattern: NSRegularExpression) -> Bool {
        pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    /// A pattern for ``contains(_:)``.
    static func pattern(_ text: String) throws -> NSRegularExpression {
        try NSRegularExpression(pattern: text, options: .anchorsMatchLines)
    }

    private init(path: String) throws {
        let text = try String(contentsOfFile: "\(Repository.root)/\(path)", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        self.path = path
        code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        self.text = code.joined(separator: "\n")
        lineCount = text.hasSuffix("\n") ? lines.count - 1 : lines.count
    }

    /// Every file below `folder` whose name ends in one of `extensions`, in the order of paths.
    static func all(
        below folder: String,
        extensions: Set<String> = ["swift"]
    ) throws -> [SourceFile] {
        let manager = FileManager.default
        let below = try manager.subpathsOfDirectory(atPath: "\(Repository.root)/\(folder)")
        return
            try below
            .filter { extensions.contains(URL(filePath: $0).pathExtension) }
            .sorted()
            .map { try SourceFile(path: "\(folder)/\($0)") }
    }
}
