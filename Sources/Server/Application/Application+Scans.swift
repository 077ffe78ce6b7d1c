import Media
import Timeline

/// Files that are scanned, for the first time or because they have grown.
extension Application {
    /// A file that is being scanned, or waits for it.
    struct Scan {
        let cancellation: Cancellation
        let began: ContinuousClock.Instant
    }

    /// Puts an entry's file on the shelf and has it scanned if it is new there.
    func place(_ entry: MediaLibrary.Entry, stream: Int? = nil) throws(MediaError) -> ClipKey {
        do throws(MediaError) {
            let (key, file) = try shelf.place(entry, stream: stream)
            if let file { scan(file, as: key) } else { follow(key, at: .now) }
            return key
        } catch {
            let media = LoggedMedia(id: entry.id.description, name: entry.name)
            log(.failed(media, reason: "\(error)"))
            throw error
        }
    }

    private func scan(_ file: OpenFile, as key: ClipKey) {
        let order = IndexWorker.Order(key: key, file: file)
        scans[key] = Scan(cancellation: order.cancellation, began: .now)
        indexer.orders.post(order, for: key)
    }

    /// Looks at the files that somebody uses, each when it is time to.
    func followGrowth(at now: ContinuousClock.Instant) {
        let due = shelf.due(at: now)
        guard !due.isEmpty else { return }
        for key in inUse.intersection(due) { follow(key, at: now) }
    }

    /// Goes on with a file that is still being written.
    private func follow(_ key: ClipKey, at now: ContinuousClock.Instant) {
        guard scans[key] == nil else { return }
        do throws(MediaError) {
            switch shelf.look(at: key, at: now) {
            case .nothing: return
            case .scan: if let file = try shelf.renew(key, at: now) { scan(file, as: key) }
            case .conclude: conclude(key)
            case .giveUp: throw .changed(file: shelf.file(key)?.name ?? "")
            }
        } catch {
            shelf.note(error, for: key)
            logFailure(of: key)
        }
        announce(key)
    }

    private func conclude(_ key: ClipKey) {
        guard let whole = shelf.conclude(key), let file = shelf.file(key) else { return }
        indexer.orders.post(IndexWorker.Order(key: key, file: file, known: whole), for: key)
    }

    /// Hears that all of a file has been found.
    func finishScan(of key: ClipKey, _ index: MediaIndex) {
        let isFirst = shelf.items[key]?.whole == nil
        let time = endScan(of: key)
        shelf.noteWhole(index, for: key, at: .now)
        metrics.indexed += 1
        metrics.scans.observe(time)
        // A recording is found anew each time that it has grown.
        if isFirst, let media = media(key) {
            log(.indexed(media, frames: index.table.count, after: time))
        }
        logFailure(of: key)
    }

    /// Hears that a file cannot be read.
    func failScan(of key: ClipKey, _ error: MediaError) {
        _ = endScan(of: key)
        shelf.noteFailure(error, for: key, at: .now)
        logFailure(of: key)
    }

    private func endScan(of key: ClipKey) -> Duration {
        scans.removeValue(forKey: key).map { .now - $0.began } ?? .zero
    }

    private func logFailure(of key: ClipKey) {
        guard case .failed(let error) = shelf.progress(of: key), let media = media(key) else {
            return
        }
        log(.failed(media, reason: "\(error)"))
    }

    private func media(_ key: ClipKey) -> LoggedMedia? {
        shelf.items[key].map { LoggedMedia(id: key.id.description, name: $0.name) }
    }
}
