import System

/// Files of a store that nobody could make again: none is taken for missing because it cannot be
/// read.
extension StoreFolder {
    /// What is stored by a name.
    package enum Content: Equatable, Sendable {
        /// No file has the name.
        case missing
        /// The bytes of the file.
        case bytes([UInt8])
        /// It is no file, or a longer one than there may be.
        case unusable
    }

    /// Reads a whole file of at most `limit` bytes.
    ///
    /// - Throws: Why it cannot be read; then there may be a file or none.
    package func content(of name: String, atMost limit: Int) throws(Failure) -> Content {
        let file: OwnedDescriptor
        do throws(Failure) {
            file = try FilePath(path(of: name)).open([.noLink, .unblocked])
        } catch {
            guard error.kind == .missing else { throw error }
            return .missing
        }
        guard let status = file.descriptor.status else { throw Failure(reason: "not known") }
        guard status.kind == .file, status.size <= limit else { return .unusable }
        return .bytes(try file.descriptor.read(atMost: Int(status.size)))
    }

    /// Renames a file to a unique name that is never read, and returns its new path.
    package func setAside(_ name: String) throws(Failure) -> String {
        let number = String(UInt64.random(in: 0...(.max)), radix: 36)
        let place = "\(path(of: name)).\(number)"
        try FilePath(path(of: name)).rename(to: FilePath(place))
        try flush()
        return place
    }

    /// The names in the folder of files that were written whole, also of those set aside.
    package func keptFiles() throws(Failure) -> [String] {
        do throws(Failure) {
            return try FilePath(path).names().filter {
                $0.hasSuffix(ending) || $0.contains(ending + ".")
            }
        } catch {
            // In a file that lies in the way there is nothing either.
            guard error.kind == .missing || error.kind == .noFolder else { throw error }
            return []
        }
    }

    /// Has the disk know which names the folder holds.
    package func flush() throws(Failure) { try FilePath(path).flushFolder() }
}
