import Synchronization
import Timeline

/// Previews that were made before, on disk, in packs.
///
/// What cannot be kept is no error: it is made again. Safe on every thread, and with other
/// processes on the same folder: writers take turns, and readers believe nothing.
public final class PreviewStore: Sendable {
    /// How often a preview was there and how often it was not, and how much there is.
    public struct Counts: Hashable, Sendable {
        /// Previews found.
        public var hits = 0
        /// Previews that were missing, or not to be trusted.
        public var misses = 0
        /// Bytes of all packs, when this process wrote last.
        public var bytes = 0

        /// Creates counts of nothing.
        public init() {}
    }

    let folder: StoreFolder
    private let byteLimit: Int
    private let log: FirstComplaint
    private let state = Mutex(State())

    private struct State {
        var counts = Counts()
        var packs = OpenPacks()
    }

    /// Creates a store in a folder, which is made when the first preview is kept.
    ///
    /// - Parameters:
    ///   - folder: The folder; other files in it are left alone.
    ///   - byteLimit: Bytes of all packs together; the least recently used leave first.
    ///   - log: Told once when previews cannot be kept.
    public init(
        folder: String,
        byteLimit: Int,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.folder = StoreFolder(path: folder, ending: ".vnpk")
        self.byteLimit = byteLimit
        self.log = FirstComplaint(log)
        note(bytes: self.folder.items.map(\.bytes).reduce(0, +))
    }

    /// What has been found so far, and how much there is.
    public var counts: Counts { state.withLock { $0.counts } }

    /// The preview of a frame, if it was kept and is whole.
    ///
    /// - Parameters:
    ///   - ordinal: The ordinal of the frame's packet.
    ///   - source: The file and stream.
    ///   - format: The very format.
    /// - Returns: The preview, or `nil` when it has to be made.
    public func preview(
        _ ordinal: Int,
        of source: PreviewSource,
        _ format: PreviewFormat
    ) -> Preview? {
        let key = PackKey(ordinal, of: source, format)
        let pack = pack(key)
        let preview = pack?.preview(of: ordinal)
        if preview != nil, pack?.isToBeTouched() == true { folder.touch(key.name) }
        state.withLock { state in
            if preview == nil { state.counts.misses += 1 } else { state.counts.hits += 1 }
        }
        return preview
    }

    /// Those of the packets `ordinals` that a preview is kept of; none of them is read.
    public func kept(
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

    /// Keeps previews, unless their file has changed since it was opened.
    ///
    /// - Parameters:
    ///   - previews: The previews, by the ordinal of the frame's packet.
    ///   - source: The file and stream.
    ///   - format: Their format.
    ///   - file: The file that they were made from.
    /// - Returns: Whether they are kept now. If the disk is the reason, the log has been told.
    @discardableResult
    public func keep(
        _ previews: [Int: Preview],
        of source: PreviewSource,
        _ format: PreviewFormat,
        from file: OpenFile
    ) -> Bool {
        guard file.isUnchanged else { return false }
        let packs = Dictionary(grouping: previews) { PackKey($0.key, of: source, format) }
        do throws(StoreFolder.Failure) {
            try folder.makeFolders()
            guard let turn = try FolderTurn(in: folder) else { return false }
            for (key, previews) in packs { try add(previews, to: key, turn) }
            folder.sweep()
            return true
        } catch {
            log.tell("\(folder.path): no preview is kept: \(error.reason)")
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

// MARK: - Writing, in turn

extension PreviewStore {
    private func add(
        _ previews: [(key: Int, value: Preview)],
        to key: PackKey,
        _ turn: borrowing FolderTurn
    ) throws(StoreFolder.Failure) {
        // Looked at anew from its start: what goes behind a place that is wrong is lost.
        let pack = openPack(key)
        let missing = previews.filter { key.fits($0.value) && pack?.preview(of: $0.key) == nil }
        let records = missing.sorted { $0.key < $1.key }
            .flatMap { Self.record(of: $0.value, $0.key) }
        guard !records.isEmpty, let header = key.header?.encoded else { return }
        let new = header + records
        guard new.count <= byteLimit else { return }
        let room = try makeRoom(for: pack == nil ? new.count : records.count, in: key.name)
        if let pack, room.isForAll {
            try folder.append(records, to: key.name, at: pack.current().end)
            note(bytes: room.bytes)
        } else {
            try folder.write(new, to: key.name)
            note(bytes: room.isForAll ? room.bytes : new.count)
        }
    }

    /// Lets the least recently used packs go, so that the pack `name` can grow by `count` bytes.
    ///
    /// - Returns: The bytes of all packs then, and whether that one may stay; if not, it has left
    ///   as well.
    private func makeRoom(
        for count: Int,
        in name: String
    ) throws(StoreFolder.Failure) -> (bytes: Int, isForAll: Bool) {
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
