import Glibc
import System

/// A file that is written under a temporary name in the same folder, and renamed when it is
/// complete.
///
/// Owns the descriptor. Removed with the value, unless it was published.
struct DraftFile: ~Copyable {
    /// Open for writing and reading.
    let descriptor: CInt
    private let path: String
    private let draft: String
    private let overwrites: Bool

    /// Creates the draft of the file that will be called `path`.
    ///
    /// - Throws: ``MediaError`` where the file exists already, where the disk has no space for
    ///   `bytes`,
    ///   or where nothing can be written.
    init(_ path: String, expecting bytes: Int64, overwrites: Bool) throws(MediaError) {
        guard overwrites || access(path, F_OK) != 0 else { throw .exists(file: path) }
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = slash == path.startIndex ? "." : String(path[..<slash])
        try Self.checkSpace(for: bytes, in: folder, file: path)
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

    /// Flushes the file to the disk and gives it its name.
    func publish() throws(MediaError) {
        guard fsync(descriptor) == 0 else {
            throw .cannotWrite(file: path, reason: SystemFailure().reason)
        }
        // Unlike rename, link fails if the name has been taken in the meantime.
        guard (overwrites ? rename(draft, path) : link(draft, path)) == 0 else {
            guard errno != EEXIST else { throw .exists(file: path) }
            throw .cannotWrite(file: path, reason: SystemFailure().reason)
        }
        flushFolder()
    }

    /// Flushes the directory entry; failures are ignored, as the system writes it later anyway.
    private func flushFolder() {
        let folder = draft[..<(draft.lastIndex(of: "/") ?? draft.endIndex)]
        let descriptor = open(String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The bytes in `count` blocks, limited to `Int64`: network file systems may report absurd
    /// numbers.
    static func bytes(inBlocks count: UInt64, of size: UInt64) -> Int64 {
        Int64(clamping: UInt128(count) * UInt128(size))
    }

    private static func checkSpace(
        for bytes: Int64,
        in folder: String,
        file: String
    ) throws(MediaError) {
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else {
            throw .cannotWrite(file: file, reason: SystemFailure().reason)
        }
        let free = Self.bytes(inBlocks: UInt64(disk.f_bavail), of: UInt64(disk.f_frsize))
        guard bytes <= free else { throw .noSpace(file: file, needed: bytes, free: free) }
    }
}

/// The hidden, random name of a file while it is being written.
public enum DraftName {
    private static let ending = ".part"

    /// A name for a draft of the file that will be called `name`.
    static func make(for name: some StringProtocol) -> String {
        ".\(name).\(String(UInt64.random(in: 0...(.max)), radix: 36))\(ending)"
    }

    /// Whether a name is a draft's.
    public static func isDraft(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(ending)
    }
}
