package import Media
import System
import Timeline

/// The media that are open, and what their scans have found so far.
///
/// On the loop's thread. Beyond a limit, the least recently used that nobody is on are closed.
package struct OpenMedia {
    /// How far a media's index has come.
    package enum Progress {
        /// The scan has found nothing yet.
        case waiting
        /// Nor is any frame known of what lies elsewhere, of which so much has come.
        case reading(RemoteReading, version: String)
        /// No frame is known before the file is decoded as a whole; its bytes have this version.
        case decoding(WholeDecode, version: String)
        /// The frames so far.
        case scanning(Clip)
        /// Every frame.
        case complete(Clip)
        /// It cannot be read.
        case failed(MediaError)
    }

    struct Item {
        let name: String
        /// The number of the file system that it was opened from; `nil` where it lies elsewhere.
        let fileSystem: UInt64?
        /// The file as it was when its last scan began.
        var file: OpenFile
        var progress = Progress.waiting
        var source: ClipSource?
        /// What the last complete scan has found; `nil` until the first has ended.
        var whole: MediaIndex?
        var growth = FileGrowth(at: .now)
        var watch = ReadingWatch()
        var lastUse = 0

        /// Whether a scan has ended its worker process, or the file lies elsewhere and could not be
        /// read; then it may be tried again.
        var isLost: Bool {
            switch progress {
            case .failed(.workerLost), .failed(.elsewhere): true
            default: false
            }
        }
    }

    var items: [ClipKey: Item] = [:]
    private var uses = 0
    /// Files kept open and frame tables kept in memory.
    private static let limit = 64

    /// Takes the file that an entry leads to now, unless it is known already.
    ///
    /// A file that was replaced is another one, with another key and a scan of its own; so is
    /// another stream of a file. One that has grown is the same. `nil` is the best stream.
    ///
    /// - Returns: Its key, and whether it is new and needs a scan.
    mutating func take(
        _ file: OpenFile,
        of entry: MediaLibrary.Entry,
        stream: Int?
    ) -> (key: ClipKey, isNew: Bool) {
        let key =
            recording(entry.id, file, stream: stream)
            ?? ClipKey(id: entry.id, identity: file.identity, stream: stream)
        uses += 1
        if items[key]?.isLost ?? true {
            let fileSystem = entry.fileSystem
            items[key] = Item(
                name: entry.name,
                fileSystem: fileSystem,
                file: file,
                lastUse: uses
            )
            return (key, true)
        }
        items[key]?.lastUse = uses
        return (key, false)
    }

    /// How far the index of `key` has come; `nil` when it is not open.
    func progress(of key: ClipKey) -> Progress? { items[key]?.progress }

    /// The file of `key` and its frames found so far.
    func source(_ key: ClipKey) -> ClipSource? { items[key]?.source }

    /// The open file of `key`.
    func file(_ key: ClipKey) -> OpenFile? { items[key]?.file }

    /// Stores what a scan has found.
    mutating func note(_ index: MediaIndex, progress: Double, for key: ClipKey) {
        guard let item = items[key] else { return }
        let clip = Clip(
            id: key.id,
            name: item.name,
            version: ClipSource.version(of: item.file.identity),
            info: index.info,
            table: index.table,
            progress: progress,
            isEndKnown: index.table.isComplete || item.whole != nil,
            reading: item.watch.reading(of: item.file)
        )
        items[key]?.source = ClipSource(key: key, file: item.file, index: index)
        items[key]?.progress = index.table.isComplete ? .complete(clip) : .scanning(clip)
    }

    /// Stores what a part of the first scan has found; of later scans only the end counts.
    mutating func notePart(_ index: MediaIndex, progress: Double, for key: ClipKey) {
        guard items[key]?.whole == nil else { return }
        note(index, progress: progress, for: key)
    }

    /// Notes how much is decoded of a media whose first scan found no order of its frames.
    mutating func note(_ decode: WholeDecode, for key: ClipKey) {
        guard let item = items[key], item.whole == nil else { return }
        switch item.progress {
        case .waiting, .reading, .decoding:
            let version = ClipSource.version(of: item.file.identity)
            items[key]?.progress = .decoding(decode, version: version)
        case .scanning(let clip): items[key]?.progress = .scanning(Clip(clip, during: decode))
        case .complete, .failed: return
        }
    }

    /// Looks at what has come of the media that lie elsewhere.
    ///
    /// - Returns: Those whose clients are to be told.
    mutating func noteReadings(at now: ContinuousClock.Instant) -> [ClipKey] {
        items.filter { $0.value.file.isRemote }.keys.filter { noteReading(of: $0, at: now) }
    }

    private mutating func noteReading(of key: ClipKey, at now: ContinuousClock.Instant) -> Bool {
        guard let item = items[key] else { return false }
        var isKnown = false
        if case .complete = item.progress { isKnown = true }
        guard items[key]!.watch.look(at: item.file, isKnown: isKnown, at: now),
            let reading = items[key]!.watch.reading
        else { return false }
        switch item.progress {
        case .waiting, .reading:
            let version = ClipSource.version(of: item.file.identity)
            items[key]?.progress = .reading(reading, version: version)
        case .scanning(let clip): items[key]?.progress = .scanning(Clip(clip, during: reading))
        case .complete(let clip): items[key]?.progress = .complete(Clip(clip, during: reading))
        case .decoding, .failed: return false
        }
        return true
    }

    /// Notes that a media cannot be read.
    mutating func note(_ error: MediaError, for key: ClipKey) {
        items[key]?.progress = .failed(error)
    }

    /// Whether more media are open than the limit.
    var isOverLimit: Bool { items.count > Self.limit }

    /// Closes the least recently used media, except those in use, until the limit is met.
    ///
    /// - Returns: The keys of those that were closed.
    mutating func closeIdle(keeping inUse: Set<ClipKey>) -> [ClipKey] {
        guard isOverLimit else { return [] }
        let idle = items.filter { !inUse.contains($0.key) }
            .sorted { $0.value.lastUse < $1.value.lastUse }
        let gone = idle.prefix(items.count - Self.limit).map(\.key)
        for key in gone { items[key] = nil }
        return gone
    }
}

/// The files that are being scanned, or wait for it.
struct RunningScans {
    private var scans: [ClipKey: (cancellation: Cancellation, began: ContinuousClock.Instant)] = [:]

    /// What cancels the scan of a clip; `nil` where there is none.
    subscript(key: ClipKey) -> Cancellation? { scans[key]?.cancellation }

    mutating func begin(_ key: ClipKey, _ cancellation: Cancellation) {
        scans[key] = (cancellation, .now)
    }

    /// Ends a scan, and returns how long it took; zero where there was none.
    mutating func end(_ key: ClipKey) -> Duration {
        scans.removeValue(forKey: key).map { .now - $0.began } ?? .zero
    }

    mutating func cancel(_ key: ClipKey) { scans.removeValue(forKey: key)?.cancellation.cancel() }
}
