package import Media
import Synchronization
import System
import Timeline

/// A cache on disk of the indexes of scanned files.
///
/// An index is used only if the file, the stream and FFmpeg's versions are those that it was made
/// with, and if it is undamaged; otherwise it counts as missing. Failing to write is not an error:
/// the file is scanned again. What is known of a file that may still be written is stored apart, for
/// a scan to go on from. Safe on every thread, and with other processes on the same folder.
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

    /// What was last stored of a file while it was being written: a scan can go on from it, after
    /// checking that this is the same file.
    package func unfinished(of file: OpenFile, stream: Int? = nil) -> MediaIndex? {
        find(Fingerprint(ofRecording: file, stream: stream, versions: versions))
    }

    /// Stores the index of `file`; as an unfinished one if the file has changed meanwhile or may
    /// still be written.
    ///
    /// - Parameters:
    ///   - index: The complete index.
    ///   - file: The file that was scanned.
    ///   - stream: The stream that was asked for; `nil` is the best one.
    package func keep(_ index: MediaIndex, of file: OpenFile, stream: Int? = nil) {
        guard index.table.isComplete else { return }
        let isFinished = file.isUnchanged && file.identity.isQuiet()
        guard isFinished || index.resume != nil else { return }
        let print =
            isFinished
            ? Fingerprint(of: file, stream: stream, versions: versions)
            : Fingerprint(ofRecording: file, stream: stream, versions: versions)
        let bytes = index.stored(for: print, named: file.name)
        guard bytes.count <= byteLimit, isFinished || isWorthwhile(bytes, print) else { return }
        write(bytes, for: print)
    }

    /// Whether an unfinished index is enough longer than the one that is stored: by a part of it, so
    /// that all that is written in time is a few times the last of them.
    private func isWorthwhile(_ bytes: [UInt8], _ print: Fingerprint) -> Bool {
        guard let stored = folder.file(print.name)?.identity.size else { return true }
        return !(stored..<stored + max(1, stored / 32)).contains(Int64(bytes.count))
    }

    private func write(_ bytes: [UInt8], for print: Fingerprint) {
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
    fileprivate func stored(for print: Fingerprint, named name: String) -> [UInt8] {
        var about = ByteWriter()
        about.append(name)
        info.encode(into: &about)
        encodeResume(into: &about)
        return StoredIndex.encode(key: print.bytes, about: about.bytes, table: table)
    }

    fileprivate init(_ stored: StoredIndex) throws(StoredError) {
        var about = ByteReader(stored.about)
        _ = try about.text()
        let info = try MediaInfo(from: &about)
        try self.init(info: info, table: try stored.table(), resumeFrom: &about)
        try about.finish()
    }

    /// The index of `file` from the store, else by a scan, whose result is stored; it goes on from
    /// what was stored while the file was shorter.
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
        let earlier = store?.unfinished(of: file, stream: stream)
        try self.init(scanning: file, stream: stream, after: earlier)
        store?.keep(self, of: file, stream: stream)
    }
}
