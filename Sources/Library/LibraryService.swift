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
// loop's. Threads of theirs walk through folders, open and scan files, store marks and write cuts;
// each `LibraryReport` of them is to be passed back on the loop's thread. What is known of a media at
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
    /// What opens their files for clients.
    package let opener: MediaOpener
    private var listing: MediaListing
    private let watcher: FolderWatcher
    /// The files that lie elsewhere; `nil` where there are none.
    private let remote: RemoteListing?
    private let places: MediaPlaces
    private var openMedia = OpenMedia()
    private var scans = RunningScans()
    private let indexer: IndexWorker
    private let log: @Sendable (LibraryEvent) -> Void
    private var hasToldLimits = false

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
        opener = MediaOpener(report: report)
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
    /// Takes an entry's file, which has just been opened, and has it scanned unless it is known.
    ///
    /// - Returns: Its key, and whether its state has changed by that.
    package func take(
        _ file: OpenFile,
        of entry: MediaLibrary.Entry,
        stream: Int?
    ) -> (key: ClipKey, hasChanged: Bool) {
        let (key, isNew) = openMedia.take(file, of: entry, stream: stream)
        guard isNew else { return (key, openMedia.isDue(key, at: .now) && follow(key, to: file)) }
        scan(file, as: key)
        return (key, false)
    }

    /// Logs that an entry's file cannot be opened.
    package func noteFailure(of entry: MediaLibrary.Entry, _ error: MediaError) {
        let media = LoggedMedia(id: entry.id.description, name: entry.name)
        log(.failed(media, reason: "\(error)"))
    }

    /// How far the index of a clip has come; `nil` when it is not open.
    package func progress(of key: ClipKey) -> OpenMedia.Progress? { openMedia.progress(of: key) }

    /// The file of a clip and its frames found so far.
    package func source(_ key: ClipKey) -> ClipSource? { openMedia.source(key) }

    /// The open file of a clip.
    package func openFile(_ key: ClipKey) -> OpenFile? { openMedia.file(key) }

    /// What cancels the scan of a clip that is being scanned, or waits for it.
    func scan(of key: ClipKey) -> Cancellation? { scans[key] }

    /// Whether more media are open than are kept.
    package var isOverLimit: Bool { openMedia.isOverLimit }

    /// Closes the least recently used media that nobody is on, cancels their scans, and returns
    /// their keys.
    package func closeIdle(keeping inUse: Set<ClipKey>) -> [ClipKey] {
        let closed = openMedia.closeIdle(keeping: inUse)
        for key in closed {
            scans.cancel(key)
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
        scans.begin(key, job.cancellation)
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
        let time = scans.end(key)
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
        let time = scans.end(key)
        openMedia.noteFailure(error, for: key, at: .now, cost: ScanCost(time: time))
        logFailure(of: key)
    }

    /// Has the files in use looked at that may have grown, each when that is due;
    /// ``LibraryReport/looked(_:_:)`` tells.
    package func followGrowth(
        of inUse: @autoclosure () -> Set<ClipKey>,
        at now: ContinuousClock.Instant
    ) {
        let due = openMedia.due(at: now)
        guard !due.isEmpty else { return }
        for key in inUse().intersection(due) where scans[key] == nil {
            guard let (file, fileSystem) = openMedia.beginLook(at: key) else { continue }
            opener.look(at: file, on: fileSystem, as: key)
        }
    }

    /// Takes a file in use as it is now; returns whether its state has changed.
    package func take(_ look: Result<OpenFile, MediaError>, of key: ClipKey) -> Bool {
        openMedia.endLook(at: key)
        switch look {
        case .success(let file): return follow(key, to: file)
        case .failure(let error): fail(key, error)
        }
        return true
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

    /// Scans a file again that has grown to what it is now, or concludes one that no longer does.
    ///
    /// - Returns: Whether its state has changed.
    private func follow(_ key: ClipKey, to file: OpenFile) -> Bool {
        guard scans[key] == nil else { return false }
        switch openMedia.growth(of: key, to: file.identity, at: .now) {
        case .nothing: return false
        case .scan:
            openMedia.renew(key, as: file)
            scan(file, as: key)
        case .conclude: conclude(key)
        case .giveUp: fail(key, .changed(file: file.name))
        }
        return true
    }

    private func fail(_ key: ClipKey, _ error: MediaError) {
        openMedia.note(error, for: key)
        logFailure(of: key)
    }

    private func conclude(_ key: ClipKey) {
        guard let whole = openMedia.conclude(key), let file = openMedia.file(key) else { return }
        indexer.post(IndexWorker.Job(key: key, file: file, concluded: whole))
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
