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

        /// A file that was found elsewhere.
        init(_ item: RemoteItem, by remote: RemoteMedia) {
            id = MediaID(ofPath: item.address.unsigned)
            name = item.name.readable
            bytes = (try? item.found.get().version.size) ?? 0
            place = .address(item.found, by: remote)
        }

        /// A place elsewhere whose files are not known.
        init(_ place: RemotePlace, _ fault: RemoteFault, by remote: RemoteMedia) {
            id = MediaID(ofPath: place.unsigned)
            name = place.name
            bytes = 0
            self.place = .address(.failure(fault), by: remote)
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

    /// The number of the file system that its root is on; `nil` where it lies elsewhere.
    var fileSystem: UInt64? {
        if case .file(_, let root) = place { root.fileSystem } else { nil }
    }

    /// Opens the file that now has this name, for which a file system may let wait; nobody elsewhere
    /// is asked.
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

    /// What failed, on which name, and what to do.
    package var description: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "\(path): cannot be opened: \(reason); name a media file or a folder of them"
        case .noAddress(let reason): "an address cannot be read from: \(reason)"
        }
    }
}

/// A file or a folder that the operator has named.
package final class MediaRoot: Sendable {
    /// The name that the operator gave.
    let name: String
    /// The absolute path, with links resolved.
    let path: String
    /// The number of the file system that it is on.
    let fileSystem: UInt64
    private let folder: OwnedDescriptor
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
        do throws(SystemFailure) {
            let full = try FilePath(name).resolved()
            guard let status = full.status else { throw SystemFailure() }
            fileSystem = status.device
            let isFolder = status.kind == .folder
            let slash = full.text.lastIndex(of: "/") ?? full.text.startIndex
            path = isFolder ? full.text : String(full.text[..<slash])
            onlyFile = isFolder ? nil : String(full.text[full.text.index(after: slash)...])
            folder = try FilePath(path.isEmpty ? "/" : path).open(.folder)
        } catch {
            throw .cannotOpen(path: name.readable, reason: error.reason)
        }
    }

    /// Opens the file with a name below the root, without following links.
    func open(_ name: String) throws(MediaError) -> OpenFile {
        let steps = name.split(separator: "/").map(String.init)
        let isPlain = !steps.contains(".") && !steps.contains("..") && !steps.isEmpty
        guard isPlain, onlyFile == nil || name == onlyFile else {
            throw .cannotOpen(file: name, reason: "not below the media folder")
        }
        return try OpenFile(steps.joined(separator: "/"), beneath: folder.descriptor)
    }

    /// Whether what the operator has named still exists and can be read.
    ///
    /// An open folder can be read even when it has been removed, hence the count of links.
    var canBeRead: Bool {
        guard let status = folder.descriptor.status, status.names > 0 else { return false }
        let file = try? folder.descriptor.open(onlyFile ?? ".", .unblocked)
        return file != nil
    }

    /// Opens a folder below the root, without following links.
    func openFolder(_ path: String) throws(SystemFailure) -> OwnedDescriptor {
        try folder.descriptor.openFolder(beneath: path.split(separator: "/").map(String.init))
    }

    /// The media files and the folders in an open folder, which lies below the root at `path`.
    func content(
        of folder: Descriptor,
        at path: String
    ) -> (files: [MediaLibrary.Entry], folders: [String]) {
        var (files, folders) = ([MediaLibrary.Entry](), [String]())
        for name in onlyFile.map({ [$0] }) ?? FolderListing.names(in: folder) {
            let status = folder.status(of: name, followingLink: onlyFile != nil)
            guard let status else { continue }
            switch status.kind {
            case _ where onlyFile != nil,
                .file where FolderListing.isMedia(name):
                files.append(MediaLibrary.Entry(path + name, bytes: status.size, below: self))
            case .folder: folders.append(name)
            default: continue
            }
        }
        return (files, folders)
    }
}
