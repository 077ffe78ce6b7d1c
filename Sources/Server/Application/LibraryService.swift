import Marks
import Media
import System
import Timeline
import Transport
import Wire

/// The stream of a media that someone wants to open; `nil` is the best one.
struct Opening: Equatable {
    let id: MediaID
    let stream: Int?
}

/// The media that are served: which there are, which are open, and how far their scans have come.
///
/// Belongs to the loop's thread. Folders are walked through and files are scanned by threads of
/// their own, which report in ``JobResult``.
final class LibraryService {
    /// The marks of the media that are open.
    let marks: SharedMarks
    private var listing: MediaListing
    private let watcher: FolderWatcher
    private var openMedia = OpenMedia()
    /// The files that are being scanned, or wait for it.
    private var scans: [ClipKey: Scan] = [:]
    private let indexer: IndexWorker
    private let log: @Sendable (LogEvent) -> Void
    private var hasToldLimits = false
    private var indexed = 0
    private var scanTimes = Metrics().scans

    /// A file that is being scanned, or waits for it.
    private struct Scan {
        let cancellation: Cancellation
        let began: ContinuousClock.Instant
    }

    /// Walks through the folders below the roots, and starts the threads.
    init(_ settings: ServerSettings, _ roots: [MediaRoot], _ results: Mailbox<JobResult>) {
        watcher = FolderWatcher(roots) { results.post(.listed($0)) }
        listing = watcher.first
        log = settings.log
        marks = SharedMarks(store: settings.markStore, results)
        indexer = IndexWorker(
            reports: results,
            store: settings.indexStore,
            marks: marks.stored,
            workers: settings.workers
        )
        tellLimits()
    }

    /// Waits until what has been marked is stored.
    func finish() { marks.finish() }

    /// Adds scans to the metrics.
    func report(in metrics: inout Metrics) {
        (metrics.indexed, metrics.scans) = (indexed, scanTimes)
        metrics.scannedPackets = indexer.scannedPackets
        metrics.indexes = indexer.storeCounts
        metrics.listedFolders = watcher.listed
    }
}

// MARK: - Files

extension LibraryService {
    /// The files that clients can open.
    var files: [MediaLibrary.Entry] { listing.entries }

    /// How many files and folders the operator has named.
    var rootCount: Int { listing.roots.count }

    /// Whether any of them can be read.
    var canBeRead: Bool { listing.canBeRead }

    /// The file with an id, as far as the folders are known.
    func file(_ id: MediaID) -> MediaLibrary.Entry? { listing[id] }

    /// Has the folders brought up to date for someone; ``JobResult/listed(_:)`` tells when they are.
    func refresh(for asker: Asker) { watcher.ask(asker) }

    /// Resolves the operator's names again; one that leads to nothing now keeps its old folder.
    func reload() { watcher.reload(listing.roots.map(\.resolvedAgain)) }

    /// Takes the files as they are now.
    func adopt(_ listing: MediaListing) {
        self.listing = listing
        tellLimits()
    }

    /// Logs, once each time that it becomes so, that not all can be listed or watched.
    private func tellLimits() {
        let (wasTold, isLimited) = (hasToldLimits, listing.isCutOff || !listing.isWatched)
        hasToldLimits = isLimited
        guard isLimited, !wasTold else { return }
        let limits = FolderLimits()
        log(.problem(.warning, listing.isCutOff ? limits.cutOffWarning : limits.unwatchedWarning))
    }
}

// MARK: - Open media

extension LibraryService {
    /// Opens an entry's file, and has it scanned unless it is open already.
    ///
    /// - Returns: Its key, and whether its state has changed by that.
    func open(
        _ entry: MediaLibrary.Entry,
        stream: Int?
    ) throws(MediaError) -> (key: ClipKey, hasChanged: Bool) {
        do throws(MediaError) {
            let (key, file) = try openMedia.open(entry, stream: stream)
            guard let file else { return (key, follow(key, at: .now)) }
            scan(file, as: key)
            return (key, false)
        } catch {
            let media = LoggedMedia(id: entry.id.description, name: entry.name)
            log(.failed(media, reason: "\(error)"))
            throw error
        }
    }

    /// How far the index of a clip has come; `nil` when it is not open.
    func progress(of key: ClipKey) -> OpenMedia.Progress? { openMedia.progress(of: key) }

    /// The file of a clip and its frames found so far.
    func source(_ key: ClipKey) -> ClipSource? { openMedia.source(key) }

    /// The open file of a clip.
    func openFile(_ key: ClipKey) -> OpenFile? { openMedia.file(key) }

    /// What cancels the scan of a clip that is being scanned, or waits for it.
    func scan(of key: ClipKey) -> Cancellation? { scans[key]?.cancellation }

    /// Whether more media are open than are kept.
    var isOverLimit: Bool { openMedia.isOverLimit }

    /// Closes the least recently used media that nobody is on, cancels their scans, and returns
    /// their keys.
    func closeIdle(keeping inUse: Set<ClipKey>) -> [ClipKey] {
        let closed = openMedia.closeIdle(keeping: inUse)
        for key in closed {
            scans.removeValue(forKey: key)?.cancellation.cancel()
            marks.forget(key)
            indexer.queue.withdraw(key)
        }
        return closed
    }
}

// MARK: - Scans

extension LibraryService {
    private func scan(_ file: OpenFile, as key: ClipKey) {
        let job = IndexWorker.Job(key: key, file: file)
        scans[key] = Scan(cancellation: job.cancellation, began: .now)
        indexer.queue.post(job, for: key)
    }

    /// Takes what a part of a scan has found.
    func notePart(_ index: MediaIndex, progress: Double, for key: ClipKey) {
        openMedia.notePart(index, progress: progress, for: key)
    }

    /// Takes the result of a complete scan.
    func finishScan(of key: ClipKey, _ index: MediaIndex) {
        let isFirst = openMedia.items[key]?.whole == nil
        let time = endScan(of: key)
        openMedia.noteWhole(index, for: key, at: .now)
        indexed += 1
        scanTimes.observe(time)
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

    /// Checks the files in use for growth, each when its next check is due.
    ///
    /// - Returns: Those whose state has changed.
    func followGrowth(
        of inUse: @autoclosure () -> Set<ClipKey>,
        at now: ContinuousClock.Instant
    ) -> [ClipKey] {
        let due = openMedia.due(at: now)
        return due.isEmpty ? [] : inUse().intersection(due).filter { follow($0, at: now) }
    }

    /// Scans a file again that has grown, or concludes one that no longer does.
    ///
    /// - Returns: Whether its state has changed.
    private func follow(_ key: ClipKey, at now: ContinuousClock.Instant) -> Bool {
        guard scans[key] == nil else { return false }
        do throws(MediaError) {
            switch openMedia.growth(of: key, at: now) {
            case .nothing: return false
            case .scan: if let file = try openMedia.renew(key, at: now) { scan(file, as: key) }
            case .conclude: conclude(key)
            case .giveUp: throw .changed(file: openMedia.file(key)?.name ?? "")
            }
        } catch {
            openMedia.note(error, for: key)
            logFailure(of: key)
        }
        return true
    }

    private func conclude(_ key: ClipKey) {
        guard let whole = openMedia.conclude(key), let file = openMedia.file(key) else { return }
        indexer.queue.post(IndexWorker.Job(key: key, file: file, known: whole), for: key)
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
