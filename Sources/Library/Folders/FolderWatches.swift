import Glibc
import System

/// Which folders the kernel tells changes of: one instance of inotify, with a bounded number of
/// watches.
///
/// Belongs to the thread of a ``FolderWatcher``.
struct FolderWatches: ~Copyable {
    /// What the kernel tells.
    enum Event: Equatable {
        /// A name in a watched folder has come, gone, or been written.
        case changed(watch: CInt, name: String, isFolder: Bool)
        /// The watched folder is gone, and the watch with it.
        case gone(watch: CInt)
        /// More has happened than the kernel has kept.
        case lost
    }

    /// What can be read when there is an event; negative where the system has no more instances.
    let descriptor: CInt
    private let limit: Int
    private var watches: Set<CInt> = []

    private static let mask = UInt32(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR
    )

    /// Watches nothing yet, and never more than `limit` folders; 0 asks the system for nothing.
    init(atMost limit: Int) {
        self.limit = limit
        descriptor = limit > 0 ? inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) : -1
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// How many folders are watched.
    var count: Int { watches.count }

    /// Watches an open folder.
    ///
    /// - Returns: The watch, which is the same for the same folder; `nil` when there may be no more.
    mutating func add(_ folder: CInt) -> CInt? {
        guard descriptor >= 0, watches.count < limit else { return nil }
        // By its descriptor, so that a link that has taken its name is not followed.
        let watch = inotify_add_watch(descriptor, "/proc/self/fd/\(folder)", Self.mask)
        guard watch >= 0 else { return nil }
        watches.insert(watch)
        return watch
    }

    /// Watches a folder no more.
    mutating func remove(_ watch: CInt) {
        guard watches.remove(watch) != nil else { return }
        inotify_rm_watch(descriptor, watch)
    }

    /// Takes everything that has happened so far; does not wait.
    mutating func events() -> [Event] {
        var events: [Event] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while descriptor >= 0 {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            events += buffer.withUnsafeBytes { Self.events(in: $0.prefix(count)) }
        }
        for case .gone(let watch) in events { watches.remove(watch) }
        return events
    }

    private static func events(in bytes: Slice<UnsafeRawBufferPointer>) -> [Event] {
        var (events, rest) = ([Event](), UnsafeRawBufferPointer(rebasing: bytes))
        let headCount = MemoryLayout<inotify_event>.size
        while rest.count >= headCount {
            let head = rest.loadUnaligned(as: inotify_event.self)
            let name = rest[headCount...].prefix(Int(head.len)).prefix { $0 != 0 }
            Event(head, name: String(fileName: name)).map { events.append($0) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(headCount + Int(head.len)))
        }
        return events
    }
}

extension FolderWatches.Event {
    /// `nil` for what does not concern media.
    fileprivate init?(_ head: inotify_event, name: String) {
        let isFolder = head.mask & UInt32(IN_ISDIR) != 0
        if head.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            self = .lost
        } else if head.mask & UInt32(IN_IGNORED) != 0 {
            self = .gone(watch: head.wd)
        } else if !name.hasPrefix("."), isFolder || FolderListing.isMedia(name) {
            self = .changed(watch: head.wd, name: name, isFolder: isFolder)
        } else {
            return nil
        }
    }
}
