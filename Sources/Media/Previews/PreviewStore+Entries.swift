import Timeline

extension PreviewStore {
    /// The packs of one media in one format.
    public struct Entry: Hashable, Sendable {
        /// The media's name when the packs were begun; `nil` for packs that cannot be read.
        public let media: String?
        /// What the previews look like; `nil` for packs that cannot be read.
        public let format: PreviewFormat?
        /// How many there are.
        public fileprivate(set) var previews = 0
        /// Bytes on disk.
        public fileprivate(set) var bytes = 0
        /// When one of the packs was written or used last, in seconds since 1970.
        public fileprivate(set) var lastUse = 0

        fileprivate struct ID: Hashable {
            let media: String?
            let format: PreviewFormat?
        }

        fileprivate var id: ID { ID(media: media, format: format) }
    }

    /// What is kept, the most recently used first.
    public var entries: [Entry] {
        var entries: [Entry.ID: Entry] = [:]
        for item in folder.items {
            let pack = folder.file(item.name).flatMap(PreviewPack.init)
            var entry = Entry(pack)
            entry = entries[entry.id] ?? entry
            entry.previews += pack?.current().count ?? 0
            entry.bytes += item.bytes
            entry.lastUse = max(entry.lastUse, Int(item.lastUse.components.seconds))
            entries[entry.id] = entry
        }
        return entries.values.sorted { $0.lastUse > $1.lastUse }
    }

    /// Removes every pack.
    ///
    /// - Returns: How many have left.
    /// - Throws: ``MediaError/cannotClear(folder:reason:)`` when one stays.
    public func clear() throws(MediaError) -> Int { try clear(within: FolderTurn.patience) }

    /// Removes every pack, as soon as nobody writes any more.
    func clear(within patience: Duration) throws(MediaError) -> Int {
        let items = folder.items
        guard !items.isEmpty else { return 0 }
        do throws(StoreFolder.Failure) {
            guard let turn = try FolderTurn(in: folder, patience: patience) else {
                throw SystemFailure(reason: "another process goes on writing there; try again")
            }
            for item in items { try folder.remove(item.name) }
            _ = consume turn
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
