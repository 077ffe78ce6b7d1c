import Glibc
package import Media
import Remote
import System

/// The files that clients may open: those below the roots, and nothing else.
///
/// Files are opened relative to their root's descriptor, and the kernel follows no link below it,
/// so neither a link nor a race between two calls leads out of a root.
package struct MediaLibrary {
    /// A file that can be opened.
    package struct Entry: Sendable {
        /// The id that clients name it by.
        package let id: MediaID
        /// The name below its root, as people may read it.
        package let name: String
        /// Its length when it was listed; 0 where that is not known.
        package let bytes: Int64
        private let place: Place

        /// Where a file lies.
        private enum Place {
            /// Here: its name below a root, as the system has it.
            case file(String, below: MediaRoot)
            /// Elsewhere: what its server told of it.
            case address(Result<RemoteObject, RemoteFault>, by: RemoteMedia)
        }

        /// A file with a name below a root.
        fileprivate init(_ file: String, bytes: Int64, below root: MediaRoot) {
            id = MediaID(ofPath: root.path + "/" + file)
            (name, self.bytes, place) = (file.readable, bytes, .file(file, below: root))
        }

        /// The file at an address.
        init(
            _ address: RemoteAddress,
            _ found: Result<RemoteObject, RemoteFault>,
            by remote: RemoteMedia
        ) {
            id = MediaID(ofPath: address.unsigned)
            name = address.name
            bytes = (try? found.get().version.size) ?? 0
            place = .address(found, by: remote)
        }
    }

    /// The files in order of their names, as one walk through the folders has found them.
    package let listing: [Entry]

    /// Takes files and folders as the operator named them, and walks through them; blocks.
    ///
    /// - Throws: ``LibraryError`` for a name that leads to nothing.
    package init(_ paths: [String]) throws(LibraryError) {
        let tree = FolderTree(try MediaRoot.all(paths), FolderLimits(watches: 0))
        listing = tree.listing.entries
    }
}

extension MediaLibrary.Entry {
    /// The absolute path of the file as the system has it, which clients never see; `nil` where it
    /// lies elsewhere.
    package var path: String? {
        if case .file(let file, let root) = place { root.path + "/" + file } else { nil }
    }

    /// Opens the file that now has this name; nobody elsewhere is asked.
    package func open() throws(MediaError) -> OpenFile {
        switch place {
        case .file(let file, let root): return try root.open(file)
        case .address(.success(let object), let remote): return try remote.open(object)
        case .address(.failure(let fault), _): throw .elsewhere(file: name, fault)
        }
    }

    /// Whether its server has told of it; `false` of a file here.
    var isFound: Bool { if case .address(.success, _) = place { true } else { false } }

    /// Whether a file elsewhere is as it was when its server told of it before.
    func isSame(as other: MediaLibrary.Entry) -> Bool {
        switch (place, other.place) {
        case (.address(.success(let one), _), .address(.success(let other), _)):
            one.identity == other.identity
        case (.address(.failure(let one), _), .address(.failure(let other), _)): one == other
        default: false
        }
    }
}

/// Why a name given by the operator cannot be served.
package enum LibraryError: Error, Equatable, CustomStringConvertible {
    /// Nothing is there, or it cannot be read.
    case cannotOpen(path: String, reason: String)
    /// An address cannot be one of media.
    case noAddress(reason: String)
    /// Nothing can be asked elsewhere.
    case noNetwork(reason: String)

    /// What failed, on which name, and what to do.
    package var description: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "\(path): cannot be opened: \(reason); name a media file or a folder of them"
        case .noAddress(let reason): "an address cannot be read from: \(reason)"
        case .noNetwork(let reason): "media that lies elsewhere cannot be read: \(reason)"
        }
    }
}

/// A file or a folder that the operator has named.
package final class MediaRoot: Sendable {
    /// The name that the operator gave.
    let name: String
    /// The absolute path, with links resolved.
    let path: String
    private let descriptor: CInt
    /// The one file's name, when the root is a file.
    private let onlyFile: String?

    /// Resolves and opens all names.
    package static func all(_ names: [String]) throws(LibraryError) -> [MediaRoot] {
        try names.map { name throws(LibraryError) in try MediaRoot(name) }
    }

    /// Resolves the name again; if it leads to nothing now, this stays.
    var resolvedAgain: MediaRoot { (try? MediaRoot(name)) ?? self }

    /// Resolves and opens the name.
    init(_ name: String) throws(LibraryError) {
        self.name = name
        let resolved = name.withFileName { realpath($0, nil) }
        guard let resolved else { throw Self.failure(name) }
        defer { free(resolved) }
        let full = String(fileName: resolved)
        var status = stat()
        guard stat(resolved, &status) == 0 else { throw Self.failure(name) }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        let slash = full.lastIndex(of: "/") ?? full.startIndex
        path = isFolder ? full : String(full[..<slash])
        onlyFile = isFolder ? nil : String(full[full.index(after: slash)...])
        descriptor = (path.isEmpty ? "/" : path).withFileName {
            Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
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
        let file = (onlyFile ?? ".").withFileName {
            openat(descriptor, $0, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        }
        guard file >= 0 else { return false }
        close(file)
        return true
    }

    /// Opens a folder below the root, without following links; negative on failure.
    func openFolder(_ path: String) -> CInt {
        var folder = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        for step in path.split(separator: "/") where folder >= 0 {
            let next = String(step).withFileName {
                openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            }
            close(folder)
            folder = next
        }
        return folder
    }

    /// The media files and the folders in an open folder, which lies below the root at `path`.
    func content(
        of folder: CInt,
        at path: String
    ) -> (files: [MediaLibrary.Entry], folders: [String]) {
        var (files, folders) = ([MediaLibrary.Entry](), [String]())
        for name in onlyFile.map({ [$0] }) ?? FolderListing.names(in: folder) {
            var status = stat()
            let flags = onlyFile == nil ? AT_SYMLINK_NOFOLLOW : 0
            guard name.withFileName({ fstatat(folder, $0, &status, flags) }) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case _ where onlyFile != nil,
                S_IFREG where FolderListing.isMedia(name):
                let bytes = Int64(status.st_size)
                files.append(MediaLibrary.Entry(path + name, bytes: bytes, below: self))
            case S_IFDIR: folders.append(name)
            default: continue
            }
        }
        return (files, folders)
    }

    private static func failure(_ name: String) -> LibraryError {
        .cannotOpen(path: name.readable, reason: SystemFailure().reason)
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
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(fileName: $0) }
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
