import Glibc

/// A folder that a store keeps its files in: those of one ending, and nothing else is touched.
///
/// Others may write, read and remove there at the same time. Files appear whole or not at all,
/// and a file that has gone is no error.
struct StoreFolder {
    /// The folder's path.
    let path: String
    /// What the names of the store's files end in.
    let ending: String

    /// A file of the folder.
    struct Item: Hashable {
        /// The name without the ending.
        let name: String
        /// Its length.
        let bytes: Int
        /// When it was written or read last, since 1970.
        let lastUse: Duration
    }

    typealias Failure = SystemFailure

    private var unfinished: String { ending + "-new" }

    /// Reads a whole file of at most `limit` bytes.
    func read(_ name: String, atMost limit: Int) -> [UInt8]? {
        guard let file = self.file(name), file.identity.size <= limit else { return nil }
        return file.bytes(in: 0..<Int(file.identity.size))
    }

    /// Opens a file; `nil` when it is missing, empty or cannot be read.
    func file(_ name: String) -> OpenFile? {
        let descriptor = open(path(of: name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        return descriptor < 0 ? nil : try? OpenFile(owning: descriptor, name: name)
    }

    /// Notes that a file was used; where that cannot be noted, it leaves sooner.
    func touch(_ name: String) {
        utimensat(AT_FDCWD, path(of: name), [Self.now, Self.now], AT_SYMLINK_NOFOLLOW)
    }

    /// Writes a file under another name first, so that nobody sees a part of it.
    func write(_ bytes: [UInt8], to name: String) throws(Failure) {
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
        guard rename(draft, path(of: name)) == 0 else {
            let failure = Failure()
            unlink(draft)
            throw failure
        }
    }

    /// Writes behind the first `end` bytes of a file, in the place of what is there; all or nothing.
    ///
    /// Not flushed to the disk: whoever reads must expect a part, as of a writer that has died.
    func append(_ bytes: [UInt8], to name: String, at end: Int) throws(Failure) {
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

    /// Removes a file, unless another process has been faster.
    func remove(_ name: String) throws(Failure) {
        guard unlink(path(of: name)) == 0 || errno == ENOENT else { throw Failure() }
    }

    /// Gives a file a name of its own, by which nothing looks for it.
    func setAside(_ name: String) {
        let number = String(UInt64.random(in: 0...(.max)), radix: 36)
        rename(path(of: name), "\(path(of: name)).\(number)")
    }

    /// All files there are, those whose writers have died left out.
    var items: [Item] { names(ending: ending).compactMap(item) }

    /// Removes what writers left that have died: nobody writes for an hour.
    func sweep() {
        let now = Self.now
        for name in names(ending: unfinished) {
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0 else { continue }
            if status.st_mtim.tv_sec < now.tv_sec - 3600 { unlink("\(path)/\(name)") }
        }
    }

    /// The least recently used items, without which the others fit.
    static func surplus(of items: [Item], beyond limit: Int) -> [Item] {
        var room = limit
        return items.sorted { $0.lastUse > $1.lastUse }.filter { item in
            room -= item.bytes
            return room < 0
        }
    }

    /// The path of a file.
    func path(of name: String) -> String { "\(path)/\(name)\(ending)" }
}

// MARK: - Calls

extension StoreFolder {
    private static func fill(_ descriptor: CInt, with bytes: [UInt8]) throws(Failure) {
        try Media.write(bytes, to: descriptor)
        futimens(descriptor, [now, now])
    }

    /// The time to the nanosecond: the system's own stamps lag by milliseconds, in which another
    /// file may have been used.
    private static var now: timespec {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now
    }

    /// Makes the folder and those above it, for this user alone.
    func makeFolders() throws(Failure) {
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
