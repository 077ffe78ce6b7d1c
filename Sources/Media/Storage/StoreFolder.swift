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

    /// The ending of files that are being written.
    var unfinished: String { ending + "-new" }

    /// Names a folder, which need not exist yet, and the ending of its files.
    package init(path: String, ending: String) { (self.path, self.ending) = (path, ending) }

    /// Reads a whole file of at most `limit` bytes.
    package func read(_ name: String, atMost limit: Int) -> [UInt8]? {
        guard let file = self.file(name), file.identity.size <= limit else { return nil }
        return file.bytes(in: 0..<Int(file.identity.size))
    }

    /// Opens a file; `nil` when it is missing, empty or cannot be read.
    package func file(_ name: String) -> OpenFile? {
        guard let file = try? place(of: name).open([.noLink, .unblocked]) else { return nil }
        return try? OpenFile(file, name: name)
    }

    /// Whether there is such a file.
    package func holds(_ name: String) -> Bool { place(of: name).exists }

    /// Sets a file's time of last use; if that fails, the file is evicted earlier.
    package func touch(_ name: String) { place(of: name).touch() }

    /// Writes a file atomically: under a temporary name, flushed and renamed.
    package func write(_ bytes: [UInt8], to name: String) throws(Failure) {
        try write(bytes, toFile: name + ending)
    }

    /// Writes a file with any ending in the same way.
    func write(_ bytes: [UInt8], toFile file: String) throws(Failure) {
        let draft = try StoreDraft(in: self)
        try draft.write(bytes, at: 0)
        try draft.publish(asFile: file)
    }

    /// Replaces everything after the first `end` bytes of a file; truncates it to `end` on failure.
    ///
    /// Not flushed to the disk: after a crash, readers may find a part of the bytes.
    package func append(_ bytes: [UInt8], to name: String, at end: Int) throws(Failure) {
        let file = try place(of: name).open([.writing, .noLink])
        try file.descriptor.truncate(to: Int64(end))
        try file.descriptor.seek(to: Int64(end))
        do throws(Failure) {
            try file.descriptor.write(bytes)
            file.descriptor.touch()
        } catch {
            try? file.descriptor.truncate(to: Int64(end))
            throw error
        }
    }

    /// Removes a file; it may be missing already.
    package func remove(_ name: String) throws(Failure) {
        try place(of: name).remove()
    }

    /// All files of the store, without temporary ones.
    package var items: [Item] { names(ending: ending).compactMap(item) }

    /// Removes temporary files older than an hour, left by processes that crashed.
    package func sweep() {
        let hourAgo = WallClock.now - .seconds(3600)
        for file in names(ending: unfinished).map({ FilePath("\(path)/\($0)") }) {
            if let status = file.status, status.modified < hourAgo { try? file.remove() }
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

    private func place(of name: String) -> FilePath { FilePath(path(of: name)) }

    /// Makes the folder and its parents, with permissions for this user only.
    package func makeFolders() throws(Failure) { try FilePath(path).makeFolders() }

    private func names(ending suffix: String) -> [String] {
        ((try? FilePath(path).names()) ?? []).filter { $0.hasSuffix(suffix) }
    }

    private func item(_ file: String) -> Item? {
        let name = file.dropLast(ending.count)
        guard name.count == 32, name.allSatisfy(\.isHexDigit),
            let status = FilePath("\(path)/\(file)").status, status.kind == .file
        else { return nil }
        return Item(name: String(name), bytes: Int(status.size), lastUse: status.modified)
    }
}

/// An exclusive lock on a store's folder, between processes (`flock`).
///
/// While it is held, no other process adds to, removes or replaces files there. Released with the
/// value, or when the process ends.
package struct DirectoryLock: ~Copyable {
    private let folder: OwnedDescriptor
    /// A process that is stopped while it holds the lock must not block others forever.
    package static let timeout = Duration.seconds(5)

    /// Waits for the lock, polling; `nil` after the timeout.
    package init?(in folder: StoreFolder, timeout: Duration = timeout) throws(StoreFolder.Failure) {
        let opened = try FilePath(folder.path).open(.folder)
        let start = ContinuousClock.now
        while try !opened.descriptor.lock() {
            guard .now - start < timeout else { return nil }
            WorkThread.sleep(for: .milliseconds(2))
        }
        self.folder = opened
    }
}

extension Int {
    /// The sum, or the largest number there is.
    package func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
