import CSystem
import Glibc

/// Files by their names in an open folder, which stays the same when its own name changes.
extension Descriptor {
    /// Opens what has a name in this folder.
    package func open(
        _ name: String,
        _ mode: OpenMode = []
    ) throws(SystemFailure) -> OwnedDescriptor {
        let opened = try uninterrupted {
            name.withFileName { openat(number, $0, mode.flags) }
        }
        return OwnedDescriptor(opened)
    }

    /// Opens a file for reading by its path below this folder.
    ///
    /// No part of the path may be a symbolic link or leave the folder, even if others change it
    /// meanwhile.
    package func open(beneath path: String) throws(SystemFailure) -> OwnedDescriptor {
        do throws(SystemFailure) {
            let flags = OpenMode.unblocked.flags
            let opened = try uninterrupted {
                path.withFileName { vn_open_beneath(number, $0, flags) }
            }
            return OwnedDescriptor(opened)
        } catch {
            // Kernels before 5.6 lack openat2, and some containers' filters reject it.
            guard error.kind == .unsupported || error.kind == .notPermitted else { throw error }
            return try openStepwise(beneath: path)
        }
    }

    /// The same without openat2, folder by folder.
    package func openStepwise(beneath path: String) throws(SystemFailure) -> OwnedDescriptor {
        let steps = path.split(separator: "/").map(String.init)
        guard let last = steps.last, !path.hasPrefix("/"), !steps.contains("..") else {
            throw SystemFailure(code: EXDEV)
        }
        let parent = try openFolder(beneath: steps.dropLast())
        return try parent.descriptor.open(last, [.noLink, .unblocked])
    }

    /// Opens a folder by the names that lead to it from this one, without following links.
    package func openFolder(
        beneath steps: some Sequence<String>
    ) throws(SystemFailure) -> OwnedDescriptor {
        var folder = try duplicate()
        for step in steps { folder = try folder.descriptor.open(step, [.folder, .noLink]) }
        return folder
    }

    /// What the system knows of what has a name in this folder; `nil` where nothing has it.
    package func status(of name: String, followingLink: Bool = false) -> FileStatus? {
        var status = stat()
        let flags = followingLink ? 0 : AT_SYMLINK_NOFOLLOW
        let code = name.withFileName { fstatat(number, $0, &status, flags) }
        return code == 0 ? FileStatus(status) : nil
    }

    /// Takes a name in this folder away from a file.
    package func remove(_ name: String) throws(SystemFailure) {
        _ = try uninterrupted { name.withFileName { unlinkat(number, $0, 0) } }
    }

    /// Whether this process may put files into this folder.
    package func requireWritable() throws(SystemFailure) {
        _ = try uninterrupted { faccessat(number, ".", W_OK, 0) }
    }

    /// A path by which C opens this folder again, as long as it is open here.
    package var path: String { "/proc/self/fd/\(number)" }

    /// Every name in this folder, in no order, besides those for itself and the one above; none
    /// where it cannot be read.
    package var names: [String] {
        guard let again = try? open(".", .folder) else { return [] }
        let number = again.release().number
        // `closedir` closes the descriptor; if `fdopendir` fails, it stays open.
        guard let stream = fdopendir(number) else {
            Glibc.close(number)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(fileName: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
