import Media
import System
package import Wire

/// The one folder that exports are written to.
///
/// Its descriptor stays open, so that a later change of its path has no effect. Names are checked,
/// so that they lead to files in it and nowhere else. Safe on every thread.
package final class ExportFolder: Sendable {
    private let folder: OwnedDescriptor
    /// The bytes that a name may have: 255, less what the name of a draft adds, and a margin.
    private static let nameLimit = 200

    /// Opens the folder, which must exist, and removes what crashed writers left.
    package init(_ path: String) throws(LibraryError) {
        do throws(SystemFailure) {
            folder = try FilePath(path).open(.folder)
            try folder.descriptor.requireWritable()
        } catch {
            throw .cannotOpen(path: path, reason: error.reason)
        }
        removeAbandonedDrafts()
    }

    private var descriptor: Descriptor { folder.descriptor }

    /// A path to a file in the folder, for functions that open by path.
    func path(of name: String) throws(ExportError) -> String {
        try check(name)
        return prefix + name
    }

    /// Whether something has the name.
    func contains(_ name: String) -> Bool {
        descriptor.status(of: name) != nil
    }

    /// The media files in the folder, by name.
    var files: [ExportsDocument.File] {
        FolderListing.names(in: descriptor).filter(FolderListing.isMedia).compactMap { name in
            guard let status = descriptor.status(of: name), status.kind == .file else {
                return nil
            }
            return ExportsDocument.File(name: name, bytes: status.size)
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
        guard (try? check(name)) != nil, FolderListing.isMedia(name),
            descriptor.status(of: name)?.kind == .file
        else { throw .noFile(name) }
        do throws(SystemFailure) {
            try descriptor.remove(name)
        } catch {
            throw .cannotDelete(name, reason: error.reason)
        }
    }

    /// The message for clients, without the folder's path.
    func message(for error: MediaError) -> String { "\(error)".replacing(prefix, with: "") }

    /// Removes drafts that nobody has written to for an hour.
    private func removeAbandonedDrafts() {
        for name in descriptor.names.filter(DraftName.isDraft) {
            guard let status = descriptor.status(of: name),
                status.modified < WallClock.now - .seconds(3600)
            else { continue }
            try? descriptor.remove(name)
        }
    }

    private var prefix: String { "\(descriptor.path)/" }

    private func check(_ name: String) throws(ExportError) {
        if name.contains("/") || name == ".." { throw .folder(name) }
        let isPrintable = name.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control
        }
        guard !name.isEmpty, !name.hasPrefix("."), isPrintable else { throw .badName(name) }
        guard name.utf8.count <= Self.nameLimit else { throw .longName(limit: Self.nameLimit) }
    }
}

/// Why something cannot be exported or deleted.
package enum ExportError: Error, Equatable {
    /// The server was started without a folder for exports.
    case off
    /// The name leads to another folder.
    case folder(String)
    /// The name is empty, hidden or not printable.
    case badName(String)
    /// The name is too long.
    case longName(limit: Int)
    /// No exported file has this name.
    case noFile(String)
    /// The file cannot be deleted.
    case cannotDelete(String, reason: String)
    /// No cut has this id.
    case noCut(Int)
    /// The cut is not waiting to be started.
    case notPlanned(Int)
    /// The cut replaces a file, which must be confirmed.
    case unconfirmed(Int)
    /// The cut leaves out something, which must be agreed to.
    case incomplete(Int, [String])
    /// The end comes before the beginning.
    case backwards(Int, Int)
    /// There are as many cuts as allowed.
    case tooMany(limit: Int)
    /// The index is not complete.
    case scanning

    /// The message for clients: what is wrong, and what to do.
    package var message: String {
        switch self {
        case .off: "nothing is exported here; start the server with --export-dir DIR"
        case .folder(let name): "“\(name)” leads to another folder; give a plain file name"
        case .badName(let name): "“\(name)” is no name for a file; do not begin with a dot"
        case .longName(let limit): "a name of more than \(limit) bytes; shorten it"
        case .noFile(let name): "no exported file is called “\(name)”"
        case .cannotDelete(let name, let reason): "\(name): cannot be deleted: \(reason)"
        case .noCut(let id): "there is no cut \(id)"
        case .notPlanned(let id): "cut \(id) does not wait to be started"
        case .unconfirmed(let id):
            "cut \(id) replaces a file; begin with control confirm and action start-export:\(id)"
        case .incomplete(let id, let losses):
            "cut \(id) leaves out \(losses.joined(separator: ", ")); start it with drop: true"
        case .backwards(let first, let last):
            "the first frame, \(first), is behind the last, \(last); exchange them"
        case .tooMany(let limit): "\(limit) cuts are under way; wait for one, or cancel it"
        case .scanning: "the file is still being indexed; try again when that is complete"
        }
    }

    /// The protocol's code.
    package var code: ErrorCode {
        switch self {
        case .cannotDelete: .internal
        case .tooMany: .tooMany
        default: .invalidMessage
        }
    }
}
