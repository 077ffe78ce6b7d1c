import Glibc
import System

/// Files of a store that nobody could make again: none is taken for missing because it cannot be
/// read, and none is lost on its way elsewhere.
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
        let file = open(path(of: name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            guard errno == ENOENT else { throw Failure() }
            return .missing
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Failure() }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return .unusable }
        return .bytes(try Self.readAll(of: file, count: Int(status.st_size)))
    }

    /// Renames a file to a unique name that is never read, and returns its new path.
    package func setAside(_ name: String) throws(Failure) -> String {
        let number = String(UInt64.random(in: 0...(.max)), radix: 36)
        let place = "\(path(of: name)).\(number)"
        guard rename(path(of: name), place) == 0 else { throw Failure() }
        try flush()
        return place
    }

    /// The names in the folder of files that were written whole, also of those set aside.
    package func keptFiles() throws(Failure) -> [String] {
        guard let folder = opendir(path) else {
            // In a file that lies in the way there is nothing either.
            guard errno == ENOENT || errno == ENOTDIR else { throw Failure() }
            return []
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(ending) || name.contains(ending + ".") { names.append(name) }
        }
        return names
    }

    /// Moves a file, under the name that it has, from another folder to this one, unless there is
    /// such a file.
    ///
    /// At each moment it is in one of them at least, or in both. Returns whether it has been moved.
    package func take(file name: String, from other: StoreFolder) throws(Failure) -> Bool {
        let (old, new) = ("\(other.path)/\(name)", "\(path)/\(name)")
        try makeFolders()
        if link(old, new) != 0 {
            switch errno {
            case EEXIST where Self.areSame(old, new): break
            case EEXIST, ENOENT: return false
            // Other file systems, and those without links.
            case EXDEV, EPERM, EOPNOTSUPP: return try takeCopy(of: name, from: other)
            default: throw Failure()
            }
        }
        try flush()
        guard unlink(old) == 0 || errno == ENOENT else { throw Failure() }
        return true
    }

    /// Has the disk know which names the folder holds.
    package func flush() throws(Failure) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure() }
        defer { close(descriptor) }
        // Some file systems have no such call for folders.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw Failure() }
    }

    private func takeCopy(of name: String, from other: StoreFolder) throws(Failure) -> Bool {
        guard access("\(path)/\(name)", F_OK) != 0 else { return false }
        let file = open("\(other.path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { throw Failure() }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Failure() }
        try write(try Self.readAll(of: file, count: Int(status.st_size)), toFile: name)
        guard unlink("\(other.path)/\(name)") == 0 || errno == ENOENT else { throw Failure() }
        return true
    }

    private static func readAll(of file: CInt, count: Int) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress! + done, count - done)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw Failure() }
            // It has become shorter since.
            guard got > 0 else { return Array(bytes.prefix(done)) }
            done += got
        }
        return bytes
    }

    private static func areSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return lstat(one, &first) == 0 && lstat(other, &second) == 0
            && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
