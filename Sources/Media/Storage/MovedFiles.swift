import System

/// Files that go to another folder, of which none is lost in a crash.
extension StoreFolder {
    /// Moves a file, under the name that it has, from another folder to this one, unless there is
    /// such a file.
    ///
    /// At each moment it is in one of them at least, or in both. Returns whether it has been moved.
    package func take(file name: String, from other: StoreFolder) throws(Failure) -> Bool {
        let (old, new) = (FilePath("\(other.path)/\(name)"), FilePath("\(path)/\(name)"))
        try makeFolders()
        do throws(Failure) {
            try old.link(as: new)
        } catch {
            switch error.kind {
            case .exists where Self.areSame(old, new): break
            case .exists, .missing: return false
            // Other file systems, and those without links.
            case .elsewhere, .notPermitted, .unsupported: return try takeCopy(of: old, as: new)
            default: throw error
            }
        }
        try flush()
        try old.remove()
        return true
    }

    private func takeCopy(of old: FilePath, as new: FilePath) throws(Failure) -> Bool {
        guard !new.exists else { return false }
        let file = try old.open([.noLink, .unblocked])
        guard let status = file.descriptor.status else { throw Failure(reason: "not known") }
        let bytes = try file.descriptor.read(atMost: Int(status.size))
        try write(bytes, toFile: String(new.text.dropFirst(path.count + 1)))
        try old.remove()
        return true
    }

    private static func areSame(_ one: FilePath, _ other: FilePath) -> Bool {
        guard let first = one.status, let second = other.status else { return false }
        return first.isSame(as: second)
    }
}
