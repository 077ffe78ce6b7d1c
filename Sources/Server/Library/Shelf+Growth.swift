import Media
import Timeline

extension Shelf {
    /// The key of the recording that `file` is a later state of, if that is on the shelf.
    ///
    /// It keeps its key while it grows, so that its pictures and its clients stay where they are.
    func recording(_ id: MediaID, _ file: OpenFile, stream: Int?) -> ClipKey? {
        items.first { key, item in
            if case .failed = item.progress { return false }
            return key.id == id && key.stream == stream
                && file.identity.canFollow(item.file.identity)
        }?.key
    }

    /// The keys of those files that it is time to look at.
    func due(at now: ContinuousClock.Instant) -> [ClipKey] {
        items.compactMap { key, item in
            item.source != nil && item.growth.isDue(at: now) ? key : nil
        }
    }

    /// Looks whether a file has gone on, and decides what is to be done.
    mutating func look(at key: ClipKey, at now: ContinuousClock.Instant) -> Growth.Step {
        guard let item = items[key], let table = item.source?.index.table,
            item.growth.isDue(at: now)
        else { return .nothing }
        let file = item.file.identityNow
        let isComplete = table.isComplete
        return items[key]!.growth
            .step(from: item.file.identity, to: file, isComplete: isComplete, at: now)
    }

    /// Takes a file as it is now; what was known of its end is open again.
    ///
    /// - Returns: The file to scan.
    mutating func renew(
        _ key: ClipKey,
        at now: ContinuousClock.Instant
    ) throws(MediaError) -> OpenFile? {
        guard let item = items[key], let index = item.source?.index else { return nil }
        let file = try item.file.renewed()
        items[key]?.file = file
        items[key]?.growth.beginScan(at: now)
        let table = index.table.provisional(keeping: index.table.settled)
        note(MediaIndex(info: index.info, table: table), progress: 1, for: key)
        return file
    }

    /// Notes what a whole scan has found, which is not the end while the file is being written.
    mutating func noteWhole(
        _ index: MediaIndex,
        for key: ClipKey,
        at now: ContinuousClock.Instant
    ) {
        guard let item = items[key] else { return }
        items[key]?.growth.endScan(at: now)
        if let known = item.source?.index.table, !index.table.confirms(known) {
            return note(.changed(file: item.name), for: key)
        }
        items[key]?.whole = index
        let file = item.file
        guard file.isUnchanged, file.identity.isQuiet(for: item.growth.patience) else {
            let settled = item.source?.index.table.settled ?? 0
            return noteTable(index.table.provisional(keeping: settled), of: index, for: key)
        }
        noteTable(index.table, of: index, for: key)
    }

    /// Notes that a scan has failed, which says nothing of what an earlier one has found: a
    /// recording may be unreadable between two writes.
    mutating func noteFailure(
        _ error: MediaError,
        for key: ClipKey,
        at now: ContinuousClock.Instant
    ) {
        items[key]?.growth.endScan(at: now)
        if items[key]?.whole == nil { note(error, for: key) }
    }

    /// Notes that what the last scan has found is all there is, and returns it.
    mutating func conclude(_ key: ClipKey) -> MediaIndex? {
        guard let whole = items[key]?.whole else { return nil }
        noteTable(whole.table, of: whole, for: key)
        return whole
    }

    /// What clients were told of the file stays: headers are guessed from more bytes each time.
    private mutating func noteTable(_ table: FrameTable, of index: MediaIndex, for key: ClipKey) {
        let info = items[key]?.source?.index.info ?? index.info
        note(MediaIndex(info: info, table: table), progress: 1, for: key)
    }
}
