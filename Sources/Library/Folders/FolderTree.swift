import Media
import System

/// The folders below the roots and the media files in them, as they were last listed.
///
/// Lists a folder only when it is new or has changed. Every list takes time that grows with the
/// folder, so this belongs to a worker's thread.
struct FolderTree: ~Copyable {
    /// A folder below a root; its path ends with a slash, unless it is the root itself.
    private struct Place: Hashable {
        let root: Int
        var path = ""

        /// How many folders it is below its root.
        var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

        func child(_ name: String) -> Place { Place(root: root, path: path + name + "/") }
    }

    private struct Folder {
        var files: [MediaLibrary.Entry] = []
        var folders: [String] = []
        var watch: FolderWatches.Watch?
    }

    private let roots: [MediaRoot]
    private let limits: FolderLimits
    private var watches: FolderWatches
    private var folders: [Place: Folder] = [:]
    private var places: [FolderWatches.Watch: Set<Place>] = [:]
    private var fileCount = 0
    /// Folders that were listed so far, each time counted.
    private(set) var listed = 0
    /// Whether there are more files or folders than are kept.
    private(set) var isCutOff = false

    /// Walks through the folders below the roots.
    init(_ roots: [MediaRoot], _ limits: FolderLimits) {
        (self.roots, self.limits) = (roots, limits)
        watches = FolderWatches(atMost: limits.watches)
        walk()
    }

    /// What can be read when a watched folder has changed; `nil` where none can be watched.
    var descriptor: Descriptor? { watches.descriptor }

    /// Whether every folder is watched, so that no change is missed.
    var isWatched: Bool { folders.values.allSatisfy { $0.watch != nil } }

    /// The files that were found.
    var listing: MediaListing { listing(with: []) }

    /// The files that were found, and others.
    func listing(with others: [MediaLibrary.Entry]) -> MediaListing {
        let files = folders.values.flatMap(\.files) + others
        return MediaListing(files, roots, isCutOff: isCutOff, isWatched: isWatched)
    }

    /// Lists every folder again.
    mutating func walk() {
        for root in roots.indices { forget(Place(root: root)) }
        (isCutOff, fileCount) = (false, 0)
        for root in roots.indices { add(Place(root: root)) }
    }

    /// Lists those folders again that have changed since, and says whether there were any.
    mutating func update() -> Bool {
        let events = watches.events()
        if events.contains(.lost) {
            walk()
            return true
        }
        let changed = Set(events.flatMap { note($0) })
        // Those that are forgotten by now, and found anew in another's list, are listed there.
        let known = changed.filter { folders[$0] != nil }
        for place in known where folders[place] != nil { list(place) }
        return !changed.isEmpty
    }

    /// The folders that an event makes be listed again.
    private mutating func note(_ event: FolderWatches.Event) -> [Place] {
        switch event {
        case .lost: return []
        case .gone(let watch):
            for place in places.removeValue(forKey: watch) ?? [] { folders[place]?.watch = nil }
            return []
        case .changed(let watch, let name, let isFolder):
            guard isFolder || FolderListing.isMedia(name) else { return [] }
            let changed = places[watch] ?? []
            // The folder of this name may be another one by now.
            if isFolder { for place in changed { forget(place.child(name)) } }
            return Array(changed)
        }
    }

    /// Lists a folder and those below it.
    private mutating func add(_ place: Place) {
        var waiting = [place]
        while let next = waiting.popLast() {
            guard folders.count < limits.folders else {
                isCutOff = true
                return
            }
            folders[next] = Folder()
            waiting += list(next, addsFolders: false).reversed()
        }
    }

    /// Lists a folder and what is new below it, and forgets what is gone.
    private mutating func list(_ place: Place) {
        for new in list(place, addsFolders: true) { add(new) }
    }

    /// Lists one folder; returns those in it that are not known yet.
    private mutating func list(_ place: Place, addsFolders: Bool) -> [Place] {
        let root = roots[place.root]
        guard let folder = try? root.openFolder(place.path) else { return [] }
        listed += 1
        // Before the list, so that what comes after it is told.
        watch(place, folder.descriptor)
        let content = root.content(of: folder.descriptor, at: place.path)
        keep(content.files, in: place)
        return replaceFolders(of: place, by: place.depth < limits.depth ? content.folders : [])
    }

    private mutating func watch(_ place: Place, _ folder: Descriptor) {
        guard folders[place]?.watch == nil, let watch = watches.add(folder) else { return }
        folders[place]?.watch = watch
        places[watch, default: []].insert(place)
    }

    private mutating func keep(_ files: [MediaLibrary.Entry], in place: Place) {
        let others = fileCount - (folders[place]?.files.count ?? 0)
        let kept = files.prefix(limits.files - others)
        if kept.count < files.count { isCutOff = true }
        folders[place]?.files = Array(kept)
        fileCount = others + kept.count
    }

    private mutating func replaceFolders(of place: Place, by names: [String]) -> [Place] {
        for gone in Set(folders[place]?.folders ?? []).subtracting(names) {
            forget(place.child(gone))
        }
        folders[place]?.folders = names
        return names.map { place.child($0) }.filter { folders[$0] == nil }
    }

    /// Forgets a folder and all below it.
    private mutating func forget(_ place: Place) {
        var waiting = [place]
        while let next = waiting.popLast() {
            guard let folder = folders.removeValue(forKey: next) else { continue }
            fileCount -= folder.files.count
            waiting += folder.folders.map { next.child($0) }
            guard let watch = folder.watch else { continue }
            places[watch]?.remove(next)
            guard places[watch]?.isEmpty ?? true else { continue }
            places[watch] = nil
            watches.remove(watch)
        }
    }
}

/// How much of the folders below the roots is kept.
struct FolderLimits: Sendable {
    /// The most files that are listed.
    var files = 10_000
    /// The most folders that are searched.
    var folders = 20_000
    /// How many folders below a root are searched.
    var depth = 8
    /// The most folders that are watched; others are walked through from time to time.
    var watches = 8192
}

extension FolderLimits {
    /// What is logged when not all files are listed.
    var cutOffWarning: String {
        "there are more than \(files) media files or \(folders) folders to serve, and the rest is not"
            + " listed; name fewer folders"
    }

    /// What is logged when changes are noticed late.
    var unwatchedWarning: String {
        "not every folder can be watched, so new files are noticed late; the system's limit is"
            + " fs.inotify.max_user_watches"
    }
}

/// The media files below the roots at one moment.
///
/// Immutable, and shared between threads.
package final class MediaListing: Sendable {
    /// The files in order of their names.
    package let entries: [MediaLibrary.Entry]
    /// Whether there are more files or folders than are listed.
    let isCutOff: Bool
    /// Whether every folder is watched.
    let isWatched: Bool
    /// What the operator has named.
    let roots: [MediaRoot]
    private let byID: [MediaID: MediaLibrary.Entry]

    /// Sorts files; those that two roots lead to are listed once.
    init(_ files: [MediaLibrary.Entry], _ roots: [MediaRoot], isCutOff: Bool, isWatched: Bool) {
        (self.roots, self.isCutOff, self.isWatched) = (roots, isCutOff, isWatched)
        byID = Dictionary(files.map { ($0.id, $0) }) { first, _ in first }
        entries = byID.values.sorted {
            $0.name == $1.name ? $0.id.description < $1.id.description : $0.name < $1.name
        }
    }

    /// The file with an id.
    subscript(id: MediaID) -> MediaLibrary.Entry? { byID[id] }

    /// Whether any of them can be read; asks the disk, and so is not for the loop.
    package var canBeRead: Bool {
        roots.contains(where: \.canBeRead) || entries.contains(where: \.isFound)
    }
}
