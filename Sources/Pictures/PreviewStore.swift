package import Media
import Synchronization
import System
import Timeline

/// A cache on disk of previews, many of which share a file (a pack).
///
/// Failing to write is not an error: the preview is made again. Calls block. Safe on every thread,
/// and with other processes on the same folder: writers hold a lock, and readers validate what they
/// read.
package final class PreviewStore: Sendable {
    /// Hits and misses of the cache, and its size.
    package struct Counts: Hashable, Sendable {
        /// Previews found.
        package var hits = 0
        /// Previews that were missing or damaged.
        package var misses = 0
        /// Bytes of all packs, as of this process's last write.
        package var bytes = 0

        /// Creates counts of zero.
        package init() {}
    }

    let folder: StoreFolder
    private let byteLimit: Int
    private let log: LogOnce
    private let state = Mutex(State())

    private struct State {
        var counts = Counts()
        var packs = OpenPacks()
    }

    /// Creates a store in a folder, which is made when the first preview is written.
    ///
    /// - Parameters:
    ///   - folder: The folder; other files in it are left alone.
    ///   - byteLimit: Bytes of all packs together; the least recently used are removed first.
    ///   - log: Called once when previews cannot be written.
    package init(
        folder: String,
        byteLimit: Int,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.folder = StoreFolder(path: folder, ending: ".vnpk")
        self.byteLimit = byteLimit
        self.log = LogOnce(log)
        note(bytes: self.folder.items.map(\.bytes).reduce(0, +))
    }

    /// Hits and misses so far, and the size.
    package var counts: Counts { state.withLock { $0.counts } }

    /// The preview of a frame, if it is stored and undamaged.
    ///
    /// - Parameters:
    ///   - ordinal: The ordinal of the frame's packet.
    ///   - source: The file and stream.
    ///   - format: Its format; no other one is returned.
    /// - Returns: The preview, or `nil` when it has to be made.
    package func preview(
        _ ordinal: Int,
        of source: PreviewSource,
        _ format: PreviewFormat
    ) -> Preview? {
        let key = PackKey(ordinal, of: source, format)
        let pack = pack(key)
        let preview = pack?.preview(of: ordinal)
        if preview != nil, pack?.isLastUseStale() == true { folder.touch(key.name) }
        state.withLock { state in
            if preview == nil { state.counts.misses += 1 } else { state.counts.hits += 1 }
        }
        return preview
    }

    /// Those of the packets `ordinals` that have a stored preview; the pictures are not read.
    package func kept(
        among ordinals: some Sequence<Int>,
        of source: PreviewSource,
        _ format: PreviewFormat
    ) -> [Int] {
        var contents: [PackKey: PackContents?] = [:]
        return ordinals.filter { ordinal in
            let key = PackKey(ordinal, of: source, format)
            let known = contents[key] ?? pack(key)?.current()
            contents[key] = .some(known)
            return known?[ordinal] != nil
        }
    }

    /// Stores previews, unless their file has changed since it was opened.
    ///
    /// - Parameters:
    ///   - previews: The previews, by the ordinal of the frame's packet.
    ///   - source: The file and stream.
    ///   - format: Their format.
    ///   - file: The file that they were made from.
    /// - Returns: Whether they are stored now. A failure of the disk is logged.
    @discardableResult
    package func keep(
        _ previews: [Int: Preview],
        of source: PreviewSource,
        _ format: PreviewFormat,
        from file: OpenFile
    ) -> Bool {
        guard file.isUnchanged else { return false }
        let packs = Dictionary(grouping: previews) { PackKey($0.key, of: source, format) }
        do throws(StoreFolder.Failure) {
            try folder.makeFolders()
            guard let lock = try DirectoryLock(in: folder) else { return false }
            for (key, previews) in packs { try add(previews, to: key, lock) }
            folder.sweep()
            return true
        } catch {
            log.report("\(folder.path): no preview is kept: \(error.reason)")
            return false
        }
    }

    private func pack(_ key: PackKey) -> PreviewPack? {
        if let open = state.withLock({ $0.packs.find(key) }) { return open }
        guard let pack = openPack(key) else { return nil }
        state.withLock { $0.packs.add(pack, for: key) }
        return pack
    }

    private func openPack(_ key: PackKey) -> PreviewPack? {
        let pack = folder.file(key.name).flatMap(PreviewPack.init)
        return pack?.header.key == key.bytes ? pack : nil
    }

    private func note(bytes: Int) { state.withLock { $0.counts.bytes = bytes } }
}

// MARK: - Writing, with the lock held

extension PreviewStore {
    private func add(
        _ previews: [(key: Int, value: Preview)],
        to key: PackKey,
        _ lock: borrowing DirectoryLock
    ) throws(StoreFolder.Failure) {
        // Read again from its start: records after a damaged one could not be found.
        let pack = openPack(key)
        let missing = previews.filter { key.fits($0.value) && pack?.preview(of: $0.key) == nil }
        let records = missing.sorted { $0.key < $1.key }
            .flatMap { Self.record(of: $0.value, $0.key) }
        guard !records.isEmpty, let header = key.header?.encoded else { return }
        let new = header + records
        guard new.count <= byteLimit else { return }
        let space = try makeSpace(for: pack == nil ? new.count : records.count, in: key.name)
        if let pack, space.keepsPack {
            try folder.append(records, to: key.name, at: pack.current().end)
            note(bytes: space.bytes)
        } else {
            try folder.write(new, to: key.name)
            note(bytes: space.keepsPack ? space.bytes : new.count)
        }
    }

    /// Removes the least recently used packs, so that the pack `name` can grow by `count` bytes.
    ///
    /// - Returns: The bytes of all packs then, and whether that pack was kept; if not, it was
    ///   removed
    ///   as well.
    private func makeSpace(
        for count: Int,
        in name: String
    ) throws(StoreFolder.Failure) -> (bytes: Int, keepsPack: Bool) {
        let items = folder.items
        let old = items.first { $0.name == name }?.bytes ?? 0
        let grown = StoreFolder.Item(name: name, bytes: old + count, lastUse: .seconds(Int64.max))
        let all = items.filter { $0.name != name } + [grown]
        let surplus = StoreFolder.surplus(of: all, beyond: byteLimit)
        for item in surplus { try folder.remove(item.name) }
        let bytes = all.map(\.bytes).reduce(0, +) - surplus.map(\.bytes).reduce(0, +)
        return (bytes, !surplus.contains(grown))
    }

    private static func record(of preview: Preview, _ ordinal: Int) -> [UInt8] {
        let record = PackRecord(
            ordinal: ordinal,
            width: preview.size.width,
            height: preview.size.height,
            isConcealed: preview.isConcealed,
            type: preview.type,
            picture: preview.bytes
        )
        return record.map { $0.head + preview.bytes } ?? []
    }
}

extension PreviewStore {
    /// The packs of one file in one format.
    package struct Entry: Hashable, Sendable {
        /// The file's name when the packs were created; `nil` for packs that cannot be read.
        package let media: String?
        /// The previews' format; `nil` for packs that cannot be read.
        package let format: PreviewFormat?
        /// How many there are.
        package fileprivate(set) var previews = 0
        /// Bytes on disk.
        package fileprivate(set) var bytes = 0
        /// When one of the packs was last written or used, in seconds since 1970.
        package fileprivate(set) var lastUse = 0

        fileprivate struct ID: Hashable {
            let media: String?
            let format: PreviewFormat?
        }

        fileprivate var id: ID { ID(media: media, format: format) }
    }

    /// What is stored, the most recently used first.
    package var entries: [Entry] {
        var entries: [Entry.ID: Entry] = [:]
        for item in folder.items {
            let pack = folder.file(item.name).flatMap(PreviewPack.init)
            var entry = Entry(pack)
            entry = entries[entry.id] ?? entry
            entry.previews += pack?.current().count ?? 0
            entry.bytes = entry.bytes.addingSaturated(item.bytes)
            entry.lastUse = max(entry.lastUse, Int(item.lastUse.components.seconds))
            entries[entry.id] = entry
        }
        return entries.values.sorted { $0.lastUse > $1.lastUse }
    }

    /// Removes every pack.
    ///
    /// - Returns: How many were removed.
    /// - Throws: ``MediaError/cannotClear(folder:reason:)`` when one cannot be removed.
    package func clear() throws(MediaError) -> Int { try clear(within: DirectoryLock.timeout) }

    /// Removes every pack, once no other process holds the lock.
    func clear(within timeout: Duration) throws(MediaError) -> Int {
        let items = folder.items
        guard !items.isEmpty else { return 0 }
        do throws(StoreFolder.Failure) {
            guard let lock = try DirectoryLock(in: folder, timeout: timeout) else {
                throw SystemFailure(reason: "another process goes on writing there; try again")
            }
            for item in items { try folder.remove(item.name) }
            _ = consume lock
            return items.count
        } catch {
            throw .cannotClear(folder: folder.path, reason: error.reason)
        }
    }
}

extension PreviewStore.Entry {
    fileprivate init(_ pack: PreviewPack?) {
        var about = ByteReader(pack?.header.about ?? [])
        media = try? about.text()
        let width = try? about.integer(in: 1...Int(Int32.max))
        let quality = try? about.integer(in: 1...100)
        format = width.flatMap { width in
            quality.map { PreviewFormat(width: width, quality: $0) }
        }
    }
}
