import Glibc
package import Media

/// The files that clients may open: those below the roots, and nothing else.
///
/// Files are opened relative to their root's descriptor, and the kernel follows no link below it,
/// so neither a link nor a race between two calls leads out of a root.
package struct MediaLibrary {
    /// A file that can be opened.
    package struct Entry {
        /// The id that clients name it by.
        package let id: MediaID
        /// The name below its root.
        package let name: String
        /// Its length when it was listed.
        package let bytes: Int64
        fileprivate let root: MediaRoot
    }

    private var roots: [MediaRoot]
    private var entries: [MediaID: Entry] = [:]
    private var lastWalk: ContinuousClock.Instant?
    /// The least time between two walks through the folders that clients cause.
    private static let interval = Duration.seconds(1)
    /// The most files that are listed.
    private static let limit = 10_000

    /// Takes files and folders as the operator named them.
    ///
    /// - Throws: ``LibraryError`` for a name that leads to nothing.
    package init(_ paths: [String]) throws(LibraryError) {
        roots = try paths.map { path throws(LibraryError) in try MediaRoot(path) }
        walk()
    }

    /// How many files and folders the operator has named.
    var rootCount: Int { roots.count }

    /// Whether any of them can be read.
    var canBeRead: Bool { roots.contains(where: \.canBeRead) }

    /// The files in order of their names.
    package var listing: [Entry] {
        entries.values.sorted { ($0.name, $0.id.description) < ($1.name, $1.id.description) }
    }

    /// Walks through the folders again, at most once a second.
    package mutating func refresh(at now: ContinuousClock.Instant) {
        if let lastWalk, now - lastWalk < Self.interval { return }
        lastWalk = now
        walk()
    }

    /// Resolves the operator's names again; one that leads to nothing now keeps its old folder.
    mutating func reload() {
        roots = roots.map { root in (try? MediaRoot(root.name)) ?? root }
        walk()
    }

    private mutating func walk() {
        entries = [:]
        for root in roots {
            for file in root.files(atMost: Self.limit - entries.count) {
                let id = MediaID(ofPath: root.path + "/" + file.name)
                entries[id] = Entry(id: id, name: file.name, bytes: file.bytes, root: root)
            }
        }
    }

    /// The entry with an id; an unknown id causes a walk, at most once a second.
    package mutating func entry(_ id: MediaID, at now: ContinuousClock.Instant) -> Entry? {
        if entries[id] == nil { refresh(at: now) }
        return entries[id]
    }
}

extension MediaLibrary.Entry {
    /// The absolute path of the file, which clients never see.
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

/// A file or a folder that the operator has named.
final class MediaRoot: Sendable {
    /// The name that the operator gave.
    let name: String
    /// The absolute path, with links resolved.
    let path: String
    private let descriptor: CInt
    /// The one file's name, when the root is a file.
    private let onlyFile: String?

    /// How many folders below the root are searched.
    private static let depth = 8

    /// Resolves and opens the name.
    init(_ name: String) throws(LibraryError) {
        self.name = name
        guard let resolved = realpath(name, nil) else { throw Self.failure(name) }
        defer { free(resolved) }
        let full = String(cString: resolved)
        var status = stat()
        guard stat(full, &status) == 0 else { throw Self.failure(name) }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        let slash = full.lastIndex(of: "/") ?? full.startIndex
        path = isFolder ? full : String(full[..<slash])
        onlyFile = isFolder ? nil : String(full[full.index(after: slash)...])
        descriptor = Glibc.open(path.isEmpty ? "/" : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(name) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Opens the file with a name below the root, without following links.
    func open(_ name: String) throws(MediaError) -> OpenFile {
        let steps = name.split(separator: "/").map(String.init)
        let isPlain = !steps.contains(".") && !steps.contains("..") && !steps.isEmpty
        guard isPlain, onlyFile == nil || name == onlyFile else {
            throw .cannotOpen(file: name, reason: "not below the media folder")
        }
        return try OpenFile(steps.joined(separator: "/"), beneath: descriptor)
    }

    /// Whether what the operator has named still exists and can be read.
    ///
    /// An open folder can be read even when it has been removed, hence the count of links.
    var canBeRead: Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { return false }
        let file = openat(descriptor, onlyFile ?? ".", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        close(file)
        return true
    }

    /// The media files below the root, with their lengths.
    func files(atMost limit: Int) -> [(name: String, bytes: Int64)] {
        var found: [(name: String, bytes: Int64)] = []
        if let onlyFile {
            var status = stat()
            if fstatat(descriptor, onlyFile, &status, 0) == 0 {
                found.append((onlyFile, Int64(status.st_size)))
            }
        } else {
            collect(
                below: "",
                in: fcntl(descriptor, F_DUPFD_CLOEXEC, 0),
                depth: Self.depth,
                limit: limit,
                into: &found
            )
        }
        return found
    }

    /// Lists one folder and those below it; owns and closes `folder`.
    private func collect(
        below prefix: String,
        in folder: CInt,
        depth: Int,
        limit: Int,
        into found: inout [(name: String, bytes: Int64)]
    ) {
        for name in FolderListing.names(in: folder) where found.count < limit {
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            let path = prefix + name
            switch status.st_mode & S_IFMT {
            case S_IFREG where FolderListing.isMedia(name):
                found.append((path, Int64(status.st_size)))
            case S_IFDIR where depth > 0:
                let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
                let next = openat(folder, name, flags)
                guard next >= 0 else { continue }
                collect(below: path + "/", in: next, depth: depth - 1, limit: limit, into: &found)
            default: continue
            }
        }
        close(folder)
    }

    private static func failure(_ name: String) -> LibraryError {
        .cannotOpen(path: name, reason: String(cString: strerror(errno)))
    }
}

/// The names in a folder.
enum FolderListing {
    /// The sorted names in a folder, without hidden ones.
    ///
    /// `folder` stays open.
    static func names(in folder: CInt) -> [String] {
        allNames(in: folder).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Every name in a folder, in no order.
    static func allNames(in folder: CInt) -> [String] {
        let descriptor = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        // `closedir` closes the descriptor; if `fdopendir` fails, it stays open.
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    /// Whether a name ends as media files do.
    ///
    /// Only for lists: when a file is opened, its content decides.
    static func isMedia(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }

    private static let endings: Set<String> = [
        "3g2", "3gp", "asf", "avi", "dv", "flv", "gxf", "ivf", "m2t", "m2ts", "m4v", "mj2", "mkv",
        "mov", "mp4", "mpeg", "mpg", "mts", "mxf", "nut", "ogm", "ogv", "qt", "rm", "ts", "vob",
        "webm", "wmv", "wtv", "y4m", "264", "265", "h264", "h265", "hevc", "m1v", "m2v", "mjpeg",
        "obu", "aac", "ac3", "aif", "aiff", "amr", "au", "caf", "dts", "eac3", "flac", "m4a",
        "m4b", "mka", "mp2", "mp3", "oga", "ogg", "opus", "tta", "w64", "wav", "wma", "wv",
        "apng", "bmp", "dpx", "exr", "gif", "jpeg", "jpg", "jxl", "png", "tif", "tiff", "webp",
    ]
}
