import Media
import Timeline

/// Media files: opened, scanned, scanned again while they grow, and closed when nobody uses them.
extension Application {
    /// A file that is being scanned, or waits for it.
    struct Scan {
        let cancellation: Cancellation
        let began: ContinuousClock.Instant
    }

    /// Opens an entry's file, and has it scanned unless it is open already.
    func open(_ entry: MediaLibrary.Entry, stream: Int? = nil) throws(MediaError) -> ClipKey {
        do throws(MediaError) {
            let (key, file) = try openMedia.open(entry, stream: stream)
            if let file { scan(file, as: key) } else { follow(key, at: .now) }
            return key
        } catch {
            let media = LoggedMedia(id: entry.id.description, name: entry.name)
            log(.failed(media, reason: "\(error)"))
            throw error
        }
    }

    private func scan(_ file: OpenFile, as key: ClipKey) {
        let job = IndexWorker.Job(key: key, file: file)
        scans[key] = Scan(cancellation: job.cancellation, began: .now)
        indexer.queue.post(job, for: key)
    }

    /// Checks the files in use for growth, each when its next check is due.
    func followGrowth(at now: ContinuousClock.Instant) {
        let due = openMedia.due(at: now)
        guard !due.isEmpty else { return }
        for key in inUse.intersection(due) { follow(key, at: now) }
    }

    /// Scans a file again that has grown, or concludes one that no longer does.
    private func follow(_ key: ClipKey, at now: ContinuousClock.Instant) {
        guard scans[key] == nil else { return }
        do throws(MediaError) {
            switch openMedia.growth(of: key, at: now) {
            case .nothing: return
            case .scan: if let file = try openMedia.renew(key, at: now) { scan(file, as: key) }
            case .conclude: conclude(key)
            case .giveUp: throw .changed(file: openMedia.file(key)?.name ?? "")
            }
        } catch {
            openMedia.note(error, for: key)
            logFailure(of: key)
        }
        announce(key)
    }

    private func conclude(_ key: ClipKey) {
        guard let whole = openMedia.conclude(key), let file = openMedia.file(key) else { return }
        indexer.queue.post(IndexWorker.Job(key: key, file: file, known: whole), for: key)
    }

    /// Takes the result of a complete scan.
    func finishScan(of key: ClipKey, _ index: MediaIndex) {
        let isFirst = openMedia.items[key]?.whole == nil
        let time = endScan(of: key)
        openMedia.noteWhole(index, for: key, at: .now)
        metrics.indexed += 1
        metrics.scans.observe(time)
        // A growing file is scanned many times, and logged once.
        if isFirst, let media = media(key) {
            log(.indexed(media, frames: index.table.count, after: time))
        }
        logFailure(of: key)
    }

    /// Takes the error of a file that cannot be read.
    func failScan(of key: ClipKey, _ error: MediaError) {
        _ = endScan(of: key)
        openMedia.noteFailure(error, for: key, at: .now)
        logFailure(of: key)
    }

    /// The media that a client is on or waits for.
    var inUse: Set<ClipKey> {
        Set(sockets.values.compactMap(\.clip) + requests.values.map(\.clip))
    }

    /// Closes the least recently used media that nobody is on, and cancels their scans.
    func closeIdleMedia() {
        for key in openMedia.closeIdle(keeping: inUse) {
            scans.removeValue(forKey: key)?.cancellation.cancel()
            assignments.forget(key)
            marks[key] = nil
            indexer.queue.withdraw(key)
        }
    }

    private func endScan(of key: ClipKey) -> Duration {
        scans.removeValue(forKey: key).map { .now - $0.began } ?? .zero
    }

    private func logFailure(of key: ClipKey) {
        guard case .failed(let error) = openMedia.progress(of: key), let media = media(key) else {
            return
        }
        log(.failed(media, reason: "\(error)"))
    }

    private func media(_ key: ClipKey) -> LoggedMedia? {
        openMedia.items[key].map { LoggedMedia(id: key.id.description, name: $0.name) }
    }
}
