import Glibc

/// Which folders the kernel tells changes of: one instance of inotify, with a bounded number of
/// watches.
///
/// Belongs to one thread.
package struct FolderWatches: ~Copyable {
    /// What the kernel tells.
    package enum Event: Equatable {
        /// A name in a watched folder has come, gone, or been written.
        case changed(watch: Watch, name: String, isFolder: Bool)
        /// The watched folder is gone, and the watch with it.
        case gone(watch: Watch)
        /// More has happened than the kernel has kept.
        case lost
    }

    /// The number of a watched folder.
    package typealias Watch = Int32

    /// What can be read when there is an event; `nil` where the system has no more instances.
    package let descriptor: Descriptor?
    private let limit: Int
    private var watches: Set<Watch> = []

    private static let mask = UInt32(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR
    )

    /// Watches nothing yet, and never more than `limit` folders; 0 asks the system for nothing.
    package init(atMost limit: Int) {
        self.limit = limit
        let number = limit > 0 ? inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC)) : -1
        descriptor = number < 0 ? nil : Descriptor(number)
    }

    deinit { descriptor?.close() }

    /// How many folders are watched.
    package var count: Int { watches.count }

    /// Watches an open folder.
    ///
    /// - Returns: The watch, which is the same for the same folder; `nil` when there may be no more.
    package mutating func add(_ folder: Descriptor) -> Watch? {
        guard let descriptor, watches.count < limit else { return nil }
        // By its descriptor, so that a link that has taken its name is not followed.
        let watch = inotify_add_watch(descriptor.number, folder.path, Self.mask)
        guard watch >= 0 else { return nil }
        watches.insert(watch)
        return watch
    }

    /// Watches a folder no more.
    package mutating func remove(_ watch: Watch) {
        guard let descriptor, watches.remove(watch) != nil else { return }
        inotify_rm_watch(descriptor.number, watch)
    }

    /// Takes everything that has happened so far; does not wait.
    package mutating func events() -> [Event] {
        var events: [Event] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while let descriptor {
            let count = (try? descriptor.read(into: &buffer)) ?? 0
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
    /// `nil` for a hidden name.
    fileprivate init?(_ head: inotify_event, name: String) {
        let isFolder = head.mask & UInt32(IN_ISDIR) != 0
        if head.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            self = .lost
        } else if head.mask & UInt32(IN_IGNORED) != 0 {
            self = .gone(watch: head.wd)
        } else if !name.hasPrefix(".") {
            self = .changed(watch: head.wd, name: name, isFolder: isFolder)
        } else {
            return nil
        }
    }
}
