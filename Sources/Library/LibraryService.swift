import Marks
package import Media
package import MediaWorkers
package import Remote
import System
import Timeline
import Wire

// Library: which media there are, what is known of each, and what is kept of it: indexes, marks and
// exports. Knows nothing of clients, except who waits for an answer.
//
// A server creates a `LibraryService` and an `ExportService` and calls them on one thread, the
// loop's. Threads of theirs walk through folders, scan files, store marks and write cuts; each
// `LibraryReport` of them is to be passed back on the loop's thread. What is known of a media at
// one moment is a `Clip`, which is immutable, and a `ClipSource` is what a worker needs to read it;
// `ClipKey` tells one from another. Both are used on every thread, and by commands that serve
// nobody: `MediaLibrary` lists files for these, and WireConversions.swift describes them.

/// The media that are served: which there are, which are open, and how far their scans have come.
///
/// Belongs to the loop's thread. Folders are walked through and files are scanned by threads of
/// their own, which report in ``LibraryReport``.
package final class LibraryService {
    /// The marks of the media that are open.
    package let marks: SharedMarks
    private var listing: MediaListing
    private let watcher: FolderWatcher
    /// The files that lie elsewhere; `nil` where there are none.
    private let remote: RemoteListing?
    private let places: MediaPlaces
    private var openMedia = OpenMedia()
    /// The files that are being scanned, or wait for it.
    private var scans: [ClipKey: Scan] = [:]
    private let indexer: IndexWorker
    private let log: @Sendable (LibraryEvent) -> Void
    private var hasToldLimits = false

    /// A file that is being scanned, or waits for it.
    private struct Scan {
        let cancellation: Cancellation
        let began: ContinuousClock.Instant
    }

    /// Walks through the folders below the roots, asks for what lies elsewhere, and starts the
    /// threads.
    ///
    /// - Parameters:
    ///   - places: What the operator has named.
    ///   - media: Reads what lies elsewhere.
    ///   - indexes: Where indexes are stored; `nil` scans every file again after each start.
    ///   - store: Where marks are stored; `nil` loses them at the end.
    ///   - workers: The processes that read media.
    ///   - log: Receives what the operator is to know, on the calling thread.
    ///   - report: Receives what the threads have found, on their own.
    package init(
        _ places: MediaPlaces,
        elsewhere media: RemoteMedia? = nil,
        indexes: IndexStore?,
        marks store: MarkStore?,
        workers: WorkerPool,
        log: @escaping @Sendable (LibraryEvent) -> Void,
        report: @escaping @Sendable (LibraryReport) -> Void
    ) {
        let remote = RemoteListing(places.remote, media)
        watcher = FolderWatcher(places.roots, others: { [weak remote] in remote?.entries ?? [] }) {
            report(.listed($0))
        }
        (self.places, self.remote) = (places, remote)
        listing = watcher.first
        self.log = log
        marks = SharedMarks(store: store, report: report)
        indexer = IndexWorker(
            store: indexes,
            workers: workers,
            remoteThreads: remote == nil ? 0 : 4,
            report: report
        )
        remote?.follow { [weak watcher] in watcher?.listOthers() }
        tellLimits()
    }

    /// Waits until what has been marked is stored.
    package func finish() { marks.finish() }

    /// Packets that all scans have read.
    package var scannedPackets: Int { indexer.scannedPackets }

    /// How often an index was in the store, and how often it was not.
    package var indexCounts: IndexStore.Counts { indexer.storeCounts }

    /// How often a folder has been listed.
    package var listedFolders: Int { watcher.listed }
}

// MARK: - Files

extension LibraryService {
    /// The files that clients can open.
    package var files: [MediaLibrary.Entry] { listing.entries }

    /// How many files and folders the operator has named.
    package var rootCount: Int { places.count }

    /// What they are now, for another thread to see whether any of them can be read.
    package var roots: MediaListing { listing }

    /// The file with an id, as far as the folders are known.
    package func file(_ id: MediaID) -> MediaLibrary.Entry? { listing[id] }

    /// Which bytes the file with an id has now; `nil` where there is none, as far as is known.
    package func version(of id: MediaID) -> String? {
        guard let file = try? file(id)?.open() else { return nil }
        return ClipSource.version(of: file.identity)
    }

    /// Has the folders brought up to date for someone; ``LibraryReport/listed(_:)`` tells when they are.
    ///
    /// What lies elsewhere is looked at soon, and nobody waits for that.
    package func refresh(for requester: ClientRequest) {
        watcher.ask(requester)
        remote?.refresh()
    }

    /// Resolves the operator's names again; one that leads to nothing now keeps its old folder.
    package func reload() { watcher.reload(listing.roots.map(\.resolvedAgain)) }

    /// Takes the files as they are now.
    package func adopt(_ listing: MediaListing) {
        self.listing = listing
        tellLimits()
    }

    /// Logs, once each time that it becomes so, that not all can be listed or watched.
    private func tellLimits() {
        let (wasTold, isLimited) = (hasToldLimits, listing.isCutOff || !listing.isWatched)
        hasToldLimits = isLimited
        guard isLimited, !wasTold else { return }
        let limits = FolderLimits()
        log(.limited(listing.isCutOff ? limits.cutOffWarning : limits.unwatchedWarning))
    }
}

// MARK: - Open media

extension LibraryService {
    /// Opens an entry's file, and has it scanned unless it is open already.
    ///
    /// - Returns: Its key, and whether its state has changed by that.
    package func open(
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
    package func progress(of key: ClipKey) -> OpenMedia.Progress? { openMedia.progress(of: key) }

    /// The file of a clip and its frames found so far.
    package func source(_ key: ClipKey) -> ClipSource? { openMedia.source(key) }

    /// The open file of a clip.
    package func openFile(_ key: ClipKey) -> OpenFile? { openMedia.file(key) }

    /// What cancels the scan of a clip that is being scanned, or waits for it.
    func scan(of key: ClipKey) -> Cancellation? { scans[key]?.cancellation }

    /// Whether more media are open than are kept.
    package var isOverLimit: Bool { openMedia.isOverLimit }

    /// Closes the least recently used media that nobody is on, cancels their scans, and returns
    /// their keys.
    package func closeIdle(keeping inUse: Set<ClipKey>) -> [ClipKey] {
        let closed = openMedia.closeIdle(keeping: inUse)
        for key in closed {
            scans.removeValue(forKey: key)?.cancellation.cancel()
            marks.forget(key)
            indexer.withdraw(key)
        }
        return closed
    }
}

// MARK: - Scans

extension LibraryService {
    private func scan(_ file: OpenFile, as key: ClipKey) {
        let item = openMedia.items[key]
        let known = item?.source?.index.table
        let job = IndexWorker.Job(key: key, file: file, earlier: item?.whole, known: known)
        scans[key] = Scan(cancellation: job.cancellation, began: .now)
        indexer.post(job)
    }

    /// Takes what a part of a scan has found.
    package func notePart(_ index: MediaIndex, progress: Double, for key: ClipKey) {
        openMedia.notePart(index, progress: progress, for: key)
    }

    /// Takes how much of a file is decoded that has to be as a whole.
    package func note(_ decode: WholeDecode, for key: ClipKey) { openMedia.note(decode, for: key) }

    /// Takes the result of a complete scan, and returns how long it took.
    package func finishScan(of key: ClipKey, _ scanned: ScannedIndex) -> Duration {
        let isFirst = openMedia.items[key]?.whole == nil
        let time = endScan(of: key)
        openMedia.noteWhole(scanned, for: key, at: .now)
        // A growing file is scanned many times, and logged once.
        if isFirst, let media = media(key) {
            log(.indexed(media, frames: scanned.index.table.count, after: time))
        }
        logFailure(of: key)
        return time
    }

    /// Has the marks read of a clip whose every frame is known, unless they are known, too.
    package func loadMarks(of key: ClipKey) {
        if let source = openMedia.source(key) { marks.load(source) }
    }

    /// Takes the error of a file that cannot be read.
    package func failScan(of key: ClipKey, _ error: MediaError) {
        let time = endScan(of: key)
        openMedia.noteFailure(error, for: key, at: .now, cost: ScanCost(time: time))
        logFailure(of: key)
    }

    /// Checks the files in use for growth, each when its next check is due.
    ///
    /// - Returns: Those whose state has changed.
    package func followGrowth(
        of inUse: @autoclosure () -> Set<ClipKey>,
        at now: ContinuousClock.Instant
    ) -> [ClipKey] {
        let due = openMedia.due(at: now)
        return due.isEmpty ? [] : inUse().intersection(due).filter { follow($0, at: now) }
    }

    /// Looks at what has come of the media in use that lie elsewhere.
    ///
    /// - Returns: Those whose state has changed.
    package func followReadings(
        of inUse: @autoclosure () -> Set<ClipKey>,
        at now: ContinuousClock.Instant
    ) -> [ClipKey] {
        guard remote != nil else { return [] }
        let changed = openMedia.noteReadings(at: now)
        return changed.isEmpty ? [] : changed.filter(inUse().contains)
    }

    /// Scans a file again that has grown, or concludes one that no longer does.
    ///
    /// - Returns: Whether its state has changed.
    private func follow(_ key: ClipKey, at now: ContinuousClock.Instant) -> Bool {
        guard scans[key] == nil else { return false }
        do throws(MediaError) {
            switch openMedia.growth(of: key, at: now) {
            case .nothing: return false
            case .scan: if let file = try openMedia.renew(key) { scan(file, as: key) }
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
        indexer.post(IndexWorker.Job(key: key, file: file, concluded: whole))
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
