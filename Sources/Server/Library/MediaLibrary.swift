import Glibc
package import Media

/// The files that clients may open: those below the roots, and nothing else.
///
/// Files are opened from their root's descriptor, and the kernel follows no link on the way, so
/// neither a link nor a race between two calls leads out of a root.
package struct MediaLibrary {
    /// A file that can be opened.
    package struct Entry {
        /// The id that clients name it by.
        package let id: MediaID
        /// The name below its root.
        package let name: String
        /// Its length when it was listed.
        package let bytes: Int64
        fileprivate let root: Root
    }

    private var roots: [Root]
    private var entries: [MediaID: Entry] = [:]
    private var lastLook: ContinuousClock.Instant?
    /// The folders are not walked more often than this, whatever clients ask for.
    private static let interval = Duration.seconds(1)
    /// More files than anyone picks from a list.
    private static let limit = 10_000

    /// Takes files and folders as the operator named them.
    ///
    /// - Throws: ``LibraryError`` for a name that leads to nothing.
    package init(_ paths: [String]) throws(LibraryError) {
        roots = try paths.map { path throws(LibraryError) in try Root(path) }
        look()
    }

    /// How many files and folders the operator has named.
    var rootCount: Int { roots.count }

    /// Whether any of them can be read.
    var canBeRead: Bool { roots.contains(where: \.canBeRead) }

    /// The files in order of their names.
    package var listing: [Entry] {
        entries.values.sorted { ($0.name, $0.id.description) < ($1.name, $1.id.description) }
    }

    /// Looks again which files there are, at most once a second.
    package mutating func refresh(at now: ContinuousClock.Instant) {
        if let lastLook, now - lastLook < Self.interval { return }
        lastLook = now
        look()
    }

    /// Looks anew where the operator's names lead; one that leads to nothing stays as it was.
    mutating func reload() {
        roots = roots.map { root in (try? Root(root.name)) ?? root }
        look()
    }

    private mutating func look() {
        entries = [:]
        for root in roots {
            for file in root.files(atMost: Self.limit - entries.count) {
                let id = MediaID(ofPath: root.path + "/" + file.name)
                entries[id] = Entry(id: id, name: file.name, bytes: file.bytes, root: root)
            }
        }
    }

    /// The entry with an id, after another look at the folders where it is new.
    package mutating func entry(_ id: MediaID, at now: ContinuousClock.Instant) -> Entry? {
        if entries[id] == nil { refresh(at: now) }
        return entries[id]
    }
}

extension MediaLibrary.Entry {
    /// Where the file lies; no client is told.
    var path: String { root.path + "/" + name }

    /// Opens the file that now has this name.
    package func open() throws(MediaError) -> OpenFile { try root.open(name) }
}

/// Why a name given by the operator cannot be served.
package enum LibraryError: Error, Equatable, CustomStringConvertible {
    /// Nothing is there, or it cannot be read.
    case cannotOpen(path: String, reason: String)

    /// What failed, on which name, and what to do.
    package var description: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "\(path): cannot be opened: \(reason); name a media file or a folder of them"
        }
    }
}
