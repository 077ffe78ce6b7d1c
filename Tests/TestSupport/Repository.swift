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

extension String {
    fileprivate var withoutTrailingSlash: String {
        hasSuffix("/") ? String(dropLast()) : self
    }
}
