import Media
import Timeline

/// The media that have been opened, and what is known of each so far.
struct Shelf {
    /// How far a media's index has come.
    enum Progress {
        /// Nothing can be said yet.
        case waiting
        /// The frames so far.
        case scanning(Clip)
        /// Every frame.
        case complete(Clip)
        /// It cannot be read.
        case failed(MediaError)
    }

    struct Item {
        let name: String
        /// The file as it was when its last scan began.
        var file: OpenFile
        var progress = Progress.waiting
        var source: ClipSource?
        /// What the last scan has found; `nil` until the first has ended.
        var whole: MediaIndex?
        var growth = Growth(at: .now)
        var lastUse = 0

        /// Whether a scan has ended its worker, which another one may not do.
        var isLost: Bool { if case .failed(.workerLost) = progress { true } else { false } }
    }

    var items: [ClipKey: Item] = [:]
    private var uses = 0
    /// Files kept open and frame tables kept in memory.
    private static let limit = 64

    /// Puts the file that an entry leads to now on the shelf, unless it is there already.
    ///
    /// A file that was replaced is another one, with another key, and is scanned anew; so is
    /// another stream of a file. One that has grown is the same. `nil` is the best stream.
    ///
    /// - Returns: Its key, and the file when it is new and needs a scan.
    mutating func place(
        _ entry: MediaLibrary.Entry,
        stream: Int? = nil
    ) throws(MediaError) -> (key: ClipKey, new: OpenFile?) {
        let file = try entry.open()
        let key =
            recording(entry.id, file, stream: stream)
            ?? ClipKey(id: entry.id, identity: file.identity, stream: stream)
        uses += 1
        if items[key]?.isLost ?? true {
            items[key] = Item(name: entry.name, file: file, lastUse: uses)
            return (key, file)
        }
        items[key]?.lastUse = uses
        return (key, nil)
    }

    /// How far the index of `key` has come; `nil` when it has left the shelf.
    func progress(of key: ClipKey) -> Progress? { items[key]?.progress }

    /// The clip of `key` as far as it is known.
    func clip(_ key: ClipKey) -> Clip? {
        switch items[key]?.progress {
        case .scanning(let clip), .complete(let clip): clip
        default: nil
        }
    }

    /// The file and its frames as far as they are known.
    func source(_ key: ClipKey) -> ClipSource? { items[key]?.source }

    /// The open file of `key`.
    func file(_ key: ClipKey) -> OpenFile? { items[key]?.file }

    /// Notes what a worker has found out.
    mutating func note(_ index: MediaIndex, progress: Double, for key: ClipKey) {
        guard let item = items[key] else { return }
        let clip = Clip(
            id: key.id,
            name: item.name,
            info: index.info,
            table: index.table,
            progress: progress
        )
        items[key]?.source = ClipSource(key: key, file: item.file, index: index)
        items[key]?.progress = index.table.isComplete ? .complete(clip) : .scanning(clip)
    }

    /// Notes what a part of the first scan has found; later ones tell only of the whole.
    mutating func notePart(_ index: MediaIndex, progress: Double, for key: ClipKey) {
        guard items[key]?.whole == nil else { return }
        note(index, progress: progress, for: key)
    }

    /// Notes that a media cannot be read.
    mutating func note(_ error: MediaError, for key: ClipKey) {
        items[key]?.progress = .failed(error)
    }

    /// Whether more is on the shelf than it is to hold.
    var isOverfull: Bool { items.count > Self.limit }

    /// Takes the least recently used media down, except those in use, until the rest fits.
    ///
    /// - Returns: Those that have left.
    mutating func tidy(keeping inUse: Set<ClipKey>) -> [ClipKey] {
        guard isOverfull else { return [] }
        let idle = items.filter { !inUse.contains($0.key) }
            .sorted { $0.value.lastUse < $1.value.lastUse }
        let gone = idle.prefix(items.count - Self.limit).map(\.key)
        for key in gone { items[key] = nil }
        return gone
    }
}
