package import Media
import Synchronization
import System
import Timeline

/// A cache on disk of the indexes of scanned files.
///
/// An index is used only if the file, the stream and FFmpeg's versions are those that it was made
/// with, and if it is undamaged; otherwise it counts as missing. Failing to write is not an error:
/// the file is scanned again. Safe on every thread, and with other processes on the same folder.
package final class IndexStore: Sendable {
    /// Hits and misses of the cache.
    package struct Counts: Hashable, Sendable {
        /// Indexes found.
        package var hits = 0
        /// Indexes that were missing, outdated or damaged.
        package var misses = 0

        /// Creates counts.
        package init(hits: Int = 0, misses: Int = 0) {
            self.hits = hits
            self.misses = misses
        }
    }

    /// A file of the store.
    package struct Entry: Hashable, Sendable {
        /// The file's name when it was scanned; `nil` when the entry cannot be read.
        package let media: String?
        /// Bytes on disk.
        package let bytes: Int
        /// When it was last written or used, in seconds since 1970.
        package let lastUse: Int
    }

    private let folder: StoreFolder
    private let byteLimit: Int
    private let versions: LibraryVersions
    /// The bytes of the longest index that is read: more than the longest table takes.
    private static let longest = 256 << 20
    private let log: LogOnce
    private let found = Mutex(Counts())

    /// Creates a store in a folder, which is made when the first index is written.
    ///
    /// - Parameters:
    ///   - folder: The folder; other files in it are left alone.
    ///   - byteLimit: Bytes of all indexes together; the least recently used are removed first.
    ///   - versions: The versions of FFmpeg that make the indexes; those of others are not found.
    ///   - log: Called once when indexes cannot be written.
    package init(
        folder: String,
        byteLimit: Int,
        versions: LibraryVersions = .loaded,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.folder = StoreFolder(path: folder, ending: ".vnix")
        self.byteLimit = byteLimit
        self.versions = versions
        self.log = LogOnce(log)
    }

    /// Hits and misses so far.
    package var counts: Counts { found.withLock { $0 } }

    /// The index of `file`, if it is stored and valid.
    ///
    /// - Parameters:
    ///   - file: The file as it is now.
    ///   - stream: The stream that was asked for; `nil` is the best one.
    /// - Returns: The index, or `nil` when the file has to be scanned.
    package func index(of file: OpenFile, stream: Int? = nil) -> MediaIndex? {
        let index = find(Fingerprint(of: file, stream: stream, versions: versions))
        found.withLock { counts in
            if index == nil { counts.misses += 1 } else { counts.hits += 1 }
        }
        return index
    }

    /// Stores the index of `file`, unless the file has changed meanwhile or may still be written.
    ///
    /// - Parameters:
    ///   - index: The complete index.
    ///   - file: The file that was scanned.
    ///   - stream: The stream that was asked for; `nil` is the best one.
    package func keep(_ index: MediaIndex, of file: OpenFile, stream: Int? = nil) {
        guard index.table.isComplete, file.isUnchanged, file.identity.isQuiet() else { return }
        let print = Fingerprint(of: file, stream: stream, versions: versions)
        var about = ByteWriter()
        about.append(file.name)
        index.info.encode(into: &about)
        let bytes = StoredIndex.encode(key: print.bytes, about: about.bytes, table: index.table)
        guard bytes.count <= byteLimit else { return }
        do throws(StoreFolder.Failure) {
            try folder.write(bytes, to: print.name)
            folder.sweep()
            for item in StoreFolder.surplus(of: folder.items, beyond: byteLimit) {
                try folder.remove(item.name)
            }
        } catch {
            log.report("\(folder.path): no index is kept: \(error.reason)")
        }
    }

    private func find(_ print: Fingerprint) -> MediaIndex? {
        guard let bytes = folder.read(print.name, atMost: min(byteLimit, Self.longest)),
            let stored = try? StoredIndex(decoding: bytes), stored.key == print.bytes,
            let index = try? MediaIndex(stored)
        else { return nil }
        folder.touch(print.name)
        return index
    }
}

// MARK: - Listing and clearing

extension IndexStore {
    /// What is stored, the most recently used first.
    package var entries: [Entry] {
        folder.items.sorted { $0.lastUse > $1.lastUse }.map { item in
            let bytes = folder.read(item.name, atMost: min(byteLimit, Self.longest))
            let stored = bytes.flatMap { try? StoredIndex(decoding: $0) }
            var about = stored.map { ByteReader($0.about) }
            return Entry(
                media: try? about?.text(),
                bytes: item.bytes,
                lastUse: Int(item.lastUse.components.seconds)
            )
        }
    }

    /// Removes every index.
    ///
    /// - Returns: How many were removed.
    /// - Throws: ``MediaError/cannotClear(folder:reason:)`` when one cannot be removed.
    package func clear() throws(MediaError) -> Int {
        let items = folder.items
        for item in items {
            do throws(StoreFolder.Failure) {
                try folder.remove(item.name)
            } catch {
                throw .cannotClear(folder: folder.path, reason: error.reason)
            }
        }
        return items.count
    }
}

extension MediaIndex {
    fileprivate init(_ stored: StoredIndex) throws(StoredError) {
        var about = ByteReader(stored.about)
        _ = try about.text()
        let info = try MediaInfo(from: &about)
        try about.finish()
        self.init(info: info, table: try stored.table())
    }

    /// The index of `file` from the store, else by a scan, whose result is stored.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - stream: The number of the stream; `nil` takes the best one.
    ///   - store: The store; `nil` always scans.
    /// - Throws: ``MediaError`` when the file cannot be opened or nothing in it can be shown.
    package init(
        of file: OpenFile,
        stream: Int? = nil,
        store: IndexStore?
    ) throws(MediaError) {
        if let known = store?.index(of: file, stream: stream) {
            self = known
            return
        }
        try self.init(scanning: file, stream: stream)
        store?.keep(self, of: file, stream: stream)
    }
}
