import Glibc

/// A name by which the system finds a file or a folder, whatever bytes it is made of.
///
/// Calls block.
package struct FilePath: Sendable {
    /// The name as text, whatever bytes it is made of.
    package let text: String

    /// Takes a name as text.
    package init(_ text: String) { self.text = text }

    /// Opens it; who may use a new file depends on `permissions` and the process's mask.
    package func open(
        _ mode: OpenMode = [],
        permissions: UInt32 = 0
    ) throws(SystemFailure) -> OwnedDescriptor {
        let number = try call { Glibc.open($0, mode.flags, mode_t(permissions)) }
        return OwnedDescriptor(number)
    }

    /// Whether something has the name.
    package var exists: Bool { text.withFileName { access($0, F_OK) } == 0 }

    /// What the system knows of what has the name, a link included; `nil` where nothing has it.
    package var status: FileStatus? {
        var status = stat()
        return text.withFileName { lstat($0, &status) } == 0 ? FileStatus(status) : nil
    }

    /// The absolute name without links; follows them.
    package func resolved() throws(SystemFailure) -> FilePath {
        guard let name = text.withFileName({ realpath($0, nil) }) else { throw SystemFailure() }
        defer { free(name) }
        return FilePath(String(fileName: name))
    }

    /// Takes the name away from a file; nothing may have it any more.
    package func remove() throws(SystemFailure) {
        do throws(SystemFailure) {
            _ = try call { unlink($0) }
        } catch {
            guard error.kind == .missing else { throw error }
        }
    }

    /// Gives what has the name another one, which then leads to nothing else.
    package func rename(to other: FilePath) throws(SystemFailure) {
        _ = try call { old in other.text.withFileName { Glibc.rename(old, $0) } }
    }

    /// Gives a file another name besides, which nothing may have.
    package func link(as other: FilePath) throws(SystemFailure) {
        _ = try call { old in other.text.withFileName { Glibc.link(old, $0) } }
    }

    /// Sets when it was last used to now, of a link itself; to the nanosecond.
    package func touch() {
        let now = WallClock.time
        _ = text.withFileName { utimensat(AT_FDCWD, $0, [now, now], AT_SYMLINK_NOFOLLOW) }
    }

    /// Says who may use it.
    package func setPermissions(_ permissions: UInt32) throws(SystemFailure) {
        _ = try call { chmod($0, mode_t(permissions)) }
    }
}

// MARK: - Folders

extension FilePath {
    /// Makes the folder and those above it, for this user only unless told otherwise; they may exist.
    package func makeFolders(permissions: UInt32 = 0o700) throws(SystemFailure) {
        var end = text.startIndex
        repeat {
            end = text[end...].dropFirst().firstIndex(of: "/") ?? text.endIndex
            do throws(SystemFailure) {
                _ = try FilePath(String(text[..<end])).call { mkdir($0, mode_t(permissions)) }
            } catch {
                guard error.kind == .exists else { throw error }
            }
        } while end < text.endIndex
    }

    /// Every name in the folder, in no order, besides those for itself and the one above.
    package func names() throws(SystemFailure) -> [String] {
        let folder = try open(.folder)
        return folder.descriptor.names
    }

    /// Waits until the disk knows which names the folder holds.
    package func flushFolder() throws(SystemFailure) {
        let folder = try open(.folder)
        do throws(SystemFailure) {
            try folder.descriptor.flush()
        } catch {
            // Some file systems have no such call for folders.
            guard error.kind == .unsupported else { throw error }
        }
    }

    /// The bytes that a user may still write to the disk of the folder.
    package func freeBytes() throws(SystemFailure) -> Int64 {
        var disk = statvfs()
        _ = try call { statvfs($0, &disk) }
        return Self.bytes(inBlocks: UInt64(disk.f_bavail), of: UInt64(disk.f_frsize))
    }

    /// The bytes in `count` blocks, limited to `Int64`: network file systems may report absurd
    /// numbers.
    package static func bytes(inBlocks count: UInt64, of size: UInt64) -> Int64 {
        Int64(clamping: UInt128(count) * UInt128(size))
    }

    private func call(_ function: (UnsafePointer<CChar>) -> CInt) throws(SystemFailure) -> CInt {
        try uninterrupted { text.withFileName(function) }
    }
}
