import Glibc

/// A file that is written under another name beside its own, which it takes when it is whole.
///
/// Owns the descriptor. What was not published is removed.
struct DraftFile: ~Copyable {
    /// Open for writing and reading.
    let descriptor: CInt
    private let path: String
    private let draft: String
    private let overwrites: Bool

    /// Starts the file that will be called `path`.
    ///
    /// - Throws: ``MediaError`` where something is there already, where there is no room for `bytes`,
    ///   or where nothing can be written.
    init(_ path: String, expecting bytes: Int64, overwrites: Bool) throws(MediaError) {
        guard overwrites || access(path, F_OK) != 0 else { throw .exists(file: path) }
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = slash == path.startIndex ? "." : String(path[..<slash])
        try Self.checkRoom(for: bytes, in: folder, file: path)
        let draft = "\(folder)/\(DraftName.make(for: path[slash...]))"
        let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw .cannotWrite(file: path, reason: SystemFailure().reason)
        }
        (self.path, self.overwrites) = (path, overwrites)
        (self.draft, self.descriptor) = (draft, descriptor)
    }

    deinit {
        close(descriptor)
        unlink(draft)
    }

    /// How many bytes have been written.
    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Gives the file its name, once all of it is on the disk.
    func publish() throws(MediaError) {
        guard fsync(descriptor) == 0 else {
            throw .cannotWrite(file: path, reason: SystemFailure().reason)
        }
        // Unlike rename, a link takes no name that another has taken in the meantime.
        guard (overwrites ? rename(draft, path) : link(draft, path)) == 0 else {
            guard errno != EEXIST else { throw .exists(file: path) }
            throw .cannotWrite(file: path, reason: SystemFailure().reason)
        }
        flushFolder()
    }

    /// Brings the new name to the disk, too; where that fails, the next flush does it.
    private func flushFolder() {
        let folder = draft[..<(draft.lastIndex(of: "/") ?? draft.endIndex)]
        let descriptor = open(String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The bytes in so many blocks; network file systems tell of more than can be.
    static func bytes(inBlocks count: UInt64, of size: UInt64) -> Int64 {
        Int64(clamping: UInt128(count) * UInt128(size))
    }

    private static func checkRoom(
        for bytes: Int64,
        in folder: String,
        file: String
    ) throws(MediaError) {
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else {
            throw .cannotWrite(file: file, reason: SystemFailure().reason)
        }
        let free = Self.bytes(inBlocks: UInt64(disk.f_bavail), of: UInt64(disk.f_frsize))
        guard bytes <= free else { throw .noRoom(file: file, needed: bytes, free: free) }
    }
}
