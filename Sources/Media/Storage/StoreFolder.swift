import Glibc
package import System

/// A folder with a store's files, which all have one ending; other files are left alone.
///
/// Other processes may write, read and remove files at the same time. Files are written atomically,
/// and a missing file is not an error. Calls block.
package struct StoreFolder {
    /// The folder's path.
    package let path: String
    /// The ending of the names of the store's files.
    package let ending: String

    /// A file of the folder.
    package struct Item: Hashable {
        /// The name without the ending.
        package let name: String
        /// Its length in bytes.
        package let bytes: Int
        /// When it was last written or used, since 1970.
        package let lastUse: Duration

        /// Describes a file.
        package init(name: String, bytes: Int, lastUse: Duration) {
            (self.name, self.bytes, self.lastUse) = (name, bytes, lastUse)
        }
    }

    /// Why a file cannot be written or removed.
    package typealias Failure = SystemFailure

    private var unfinished: String { ending + "-new" }

    /// Names a folder, which need not exist yet, and the ending of its files.
    package init(path: String, ending: String) { (self.path, self.ending) = (path, ending) }

    /// Reads a whole file of at most `limit` bytes.
    package func read(_ name: String, atMost limit: Int) -> [UInt8]? {
        guard let file = self.file(name), file.identity.size <= limit else { return nil }
        return file.bytes(in: 0..<Int(file.identity.size))
    }

    /// Opens a file; `nil` when it is missing, empty or cannot be read.
    package func file(_ name: String) -> OpenFile? {
        let descriptor = open(path(of: name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        return descriptor < 0 ? nil : try? OpenFile(owning: descriptor, name: name)
    }

    /// Sets a file's time of last use; if that fails, the file is evicted earlier.
    package func touch(_ name: String) {
        utimensat(AT_FDCWD, path(of: name), [Self.now, Self.now], AT_SYMLINK_NOFOLLOW)
    }

    /// Writes a file atomically: under a temporary name, flushed and renamed.
    package func write(_ bytes: [UInt8], to name: String) throws(Failure) {
        try write(bytes, toFile: name + ending)
    }

    /// Writes a file with any ending in the same way.
    func write(_ bytes: [UInt8], toFile file: String) throws(Failure) {
        try makeFolders()
        let number = String(UInt64.random(in: 0...(.max)), radix: 36)
        let draft = "\(path)/\(number)\(unfinished)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure() }
        do throws(Failure) {
            defer { close(descriptor) }
            try Self.fill(descriptor, with: bytes)
            guard fsync(descriptor) == 0 else { throw Failure() }
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, "\(path)/\(file)") == 0 else {
            let failure = Failure()
            unlink(draft)
            throw failure
        }
    }

    /// Replaces everything after the first `end` bytes of a file; truncates it to `end` on failure.
    ///
    /// Not flushed to the disk: after a crash, readers may find a part of the bytes.
    package func append(_ bytes: [UInt8], to name: String, at end: Int) throws(Failure) {
        let descriptor = open(path(of: name), O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Failure() }
        defer { close(descriptor) }
        guard ftruncate(descriptor, off_t(end)) == 0, lseek(descriptor, off_t(end), SEEK_SET) >= 0
        else { throw Failure() }
        do throws(Failure) {
            try Self.fill(descriptor, with: bytes)
        } catch {
            ftruncate(descriptor, off_t(end))
            throw error
        }
    }

    /// Removes a file; it may be missing already.
    package func remove(_ name: String) throws(Failure) {
        guard unlink(path(of: name)) == 0 || errno == ENOENT else { throw Failure() }
    }

    /// All files of the store, without temporary ones.
    package var items: [Item] { names(ending: ending).compactMap(item) }

    /// Removes temporary files older than an hour, left by processes that crashed.
    package func sweep() {
        let now = Self.now
        for name in names(ending: unfinished) {
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0 else { continue }
            if status.st_mtim.tv_sec < now.tv_sec - 3600 { unlink("\(path)/\(name)") }
        }
    }

    /// The least recently used items that have to be removed to stay within `limit` bytes.
    package static func surplus(of items: [Item], beyond limit: Int) -> [Item] {
        // A sparse file may be as long as numbers go, and there may be several.
        var total = 0
        return items.sorted { $0.lastUse > $1.lastUse }.filter { item in
            total = total.addingSaturated(item.bytes)
            return total > limit
        }
    }

    /// The path of a file.
    package func path(of name: String) -> String { "\(path)/\(name)\(ending)" }
}

// MARK: - System calls

extension StoreFolder {
    private static func fill(_ descriptor: CInt, with bytes: [UInt8]) throws(Failure) {
        try System.write(bytes, to: descriptor)
        futimens(descriptor, [now, now])
    }

    /// The time to the nanosecond: times that the system sets itself are milliseconds coarse, too
    /// coarse to order uses.
    private static var now: timespec {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now
    }

    /// Makes the folder and its parents, with permissions for this user only.
    package func makeFolders() throws(Failure) {
        var end = path.startIndex
        repeat {
            end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
            guard mkdir(String(path[..<end]), 0o700) == 0 || errno == EEXIST else {
                throw Failure()
            }
        } while end < path.endIndex
    }

    private func names(ending suffix: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(suffix) { names.append(name) }
        }
        return names
    }

    private func item(_ file: String) -> Item? {
        let name = file.dropLast(ending.count)
        var status = stat()
        guard name.count == 32, name.allSatisfy(\.isHexDigit),
            lstat("\(path)/\(file)", &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Item(
            name: String(name),
            bytes: Int(status.st_size),
            lastUse: Duration(sinceEpoch: status.st_mtim)
        )
    }
}

/// An exclusive lock on a store's folder, between processes (`flock`).
///
/// While it is held, no other process adds to, removes or replaces files there. Released with the
/// value, or when the process ends.
package struct DirectoryLock: ~Copyable {
    private let descriptor: CInt
    /// A process that is stopped while it holds the lock must not block others forever.
    package static let timeout = Duration.seconds(5)

    /// Waits for the lock, polling; `nil` after the timeout.
    package init?(in folder: StoreFolder, timeout: Duration = timeout) throws(StoreFolder.Failure) {
        descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFolder.Failure() }
        let start = ContinuousClock.now
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw StoreFolder.Failure() }
            guard .now - start < timeout else { return nil }
            usleep(2000)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}

extension Int {
    /// The sum, or the largest number there is.
    package func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
