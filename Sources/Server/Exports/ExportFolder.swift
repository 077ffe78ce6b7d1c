import Glibc
import Media
import Wire

/// The one folder that exports are written to.
///
/// Held open, so that what its path leads to later is of no matter; names lead to files in it and
/// nowhere else.
package final class ExportFolder: Sendable {
    private let descriptor: CInt
    /// Bytes that file systems give a name, less what a draft's name adds.
    private static let nameLimit = 200

    /// Opens the folder, which has to be there.
    package init(_ path: String) throws(LibraryError) {
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // `deinit` closes it, also when the folder is refused: it is this object's already.
        guard descriptor >= 0, faccessat(descriptor, ".", W_OK, 0) == 0 else {
            throw .cannotOpen(path: path, reason: SystemFailure().reason)
        }
        sweep()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// A path to a file in the folder, for whoever opens by path.
    func path(of name: String) throws(ExportError) -> String {
        try check(name)
        return prefix + name
    }

    /// Whether something has the name.
    func contains(_ name: String) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// The media files that are there, by name.
    var files: [ExportsDocument.File] {
        FolderListing.names(in: descriptor).filter(FolderListing.isMedia).compactMap { name in
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            return ExportsDocument.File(name: name, bytes: Int64(status.st_size))
        }
    }

    /// Opens a file that has been exported.
    func open(_ name: String) throws(ExportError) -> OpenFile {
        try check(name)
        guard let file = try? OpenFile(name, beneath: descriptor) else { throw .noFile(name) }
        return file
    }

    /// Deletes a file that has been exported.
    func delete(_ name: String) throws(ExportError) {
        guard files.contains(where: { $0.name == name }) else { throw .noFile(name) }
        guard unlinkat(descriptor, name, 0) == 0 else {
            throw .cannotDelete(name, reason: SystemFailure().reason)
        }
    }

    /// What failed, without telling where the folder lies.
    func told(_ error: MediaError) -> String { "\(error)".replacing(prefix, with: "") }

    /// Removes what writers left that have died: nobody rests for an hour in mid-file.
    private func sweep() {
        for name in FolderListing.allNames(in: descriptor).filter(DraftName.isDraft) {
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mtim.tv_sec < time(nil) - 3600
            else { continue }
            unlinkat(descriptor, name, 0)
        }
    }

    private var prefix: String { "/proc/self/fd/\(descriptor)/" }

    private func check(_ name: String) throws(ExportError) {
        if name.contains("/") || name == ".." { throw .folder(name) }
        let isPrintable = name.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control
        }
        guard !name.isEmpty, !name.hasPrefix("."), isPrintable else { throw .badName(name) }
        guard name.utf8.count <= Self.nameLimit else { throw .longName(limit: Self.nameLimit) }
    }
}
