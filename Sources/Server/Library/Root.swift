import Glibc
import Media

/// A file or a folder that the operator has named.
final class Root: Sendable {
    /// What the operator called it.
    let name: String
    /// The absolute path without links.
    let path: String
    private let descriptor: CInt
    /// The one file's name, when the root is a file.
    private let onlyFile: String?

    /// How far below the root files are looked for.
    private static let depth = 8

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

    /// Opens the file with a name below the root, following no link on the way.
    func open(_ name: String) throws(MediaError) -> OpenFile {
        let steps = name.split(separator: "/").map(String.init)
        let isPlain = !steps.contains(".") && !steps.contains("..") && !steps.isEmpty
        guard isPlain, onlyFile == nil || name == onlyFile else {
            throw .cannotOpen(file: name, reason: "not below the media folder")
        }
        return try OpenFile(steps.joined(separator: "/"), beneath: descriptor)
    }

    /// Whether what the operator has named is still there to be read.
    ///
    /// A folder that is held open can be looked into for ever, also when it has been removed.
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

    /// Lists one folder and those below it; takes over and closes `folder`.
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
