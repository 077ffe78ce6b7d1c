/// Why bytes are no stored index.
public enum StoredError: Error, Hashable, Sendable, CustomStringConvertible {
    /// They do not begin as a stored index does.
    case notAnIndex
    /// Another version of the format, which this one does not read.
    case otherVersion(Int)
    /// They are cut, too long, or not those that were written.
    case damaged
    /// They are whole, and say what cannot be.
    case impossible

    /// What is wrong with the bytes.
    public var description: String {
        switch self {
        case .notAnIndex: "not a stored index"
        case .otherVersion(let version): "a stored index of version \(version)"
        case .damaged: "a damaged stored index"
        case .impossible: "a stored index that contradicts itself"
        }
    }
}
