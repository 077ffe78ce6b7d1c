import Foundation

/// Where this package stands.
public enum Repository {
    /// The absolute path of the package's folder, found from where this file was compiled.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .path(percentEncoded: false)
        .withoutTrailingSlash
}

/// Real media made by others, which stand outside the repository.
public enum Corpus {
    /// The folder that `VERNIER_CORPUS` names, or nil where there is none.
    public static let directory = ProcessInfo.processInfo.environment["VERNIER_CORPUS"]

    /// The absolute path of a file of the corpus, or nil where there is no corpus.
    public static func path(of name: String) -> String? {
        directory.map { "\($0.withoutTrailingSlash)/\(name)" }
    }
}

extension String {
    fileprivate var withoutTrailingSlash: String {
        hasSuffix("/") ? String(dropLast()) : self
    }
}
