import CSandbox
import Glibc

/// A regular file that is open for reading.
///
/// The descriptor stays on the very file that was opened, whatever happens to its name, so
/// everyone who shares the value reads the same bytes. Reads carry their own offset and are
/// safe on every thread.
public final class OpenFile: Sendable {
    /// The name to use in messages; it is not opened again.
    public let name: String
    /// What tells this file's content from another's.
    public let identity: FileIdentity
    /// Lent to who passes it on to another process.
    let descriptor: CInt

    /// Opens the file at `path`, following links.
    ///
    /// Never blocks on a pipe or a device: those are refused with ``MediaError/notAFile(file:)``.
    public convenience init(path: String) throws(MediaError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .cannotOpen(file: path, reason: String(cString: strerror(errno)))
        }
        try self.init(owning: descriptor, name: path)
    }

    /// Takes over an open descriptor, which is closed with the value or on failure.
    public init(owning descriptor: CInt, name: String) throws(MediaError) {
        var status = stat()
        let isRegular = vn_status(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        guard isRegular, status.st_size > 0 else {
            close(descriptor)
            throw isRegular ? .empty(file: name) : .notAFile(file: name)
        }
        self.name = name
        self.descriptor = descriptor
        identity = FileIdentity(status)
    }

    deinit { close(descriptor) }

    /// The file's length now; a recording may still be growing.
    public var size: Int64 {
        var status = stat()
        return vn_status(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// What tells the file's content now from what it was when the file was opened.
    public var identityNow: FileIdentity {
        var status = stat()
        return vn_status(descriptor, &status) == 0 ? FileIdentity(status) : identity
    }

    /// Whether the content is still what it was when the file was opened.
    public var isUnchanged: Bool { identityNow == identity }

    /// The same file, whatever its name leads to now, with the identity that it has now.
    public func renewed() throws(MediaError) -> OpenFile {
        try OpenFile(owning: fcntl(descriptor, F_DUPFD_CLOEXEC, 0), name: name)
    }

    /// Whether no name leads to the file any more.
    var isRemoved: Bool {
        var status = stat()
        return vn_status(descriptor, &status) == 0 && status.st_nlink == 0
    }

    /// Reads the bytes in `range`, fewer where the file ends before.
    func bytes(in range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            count = max(0, read(at: Int64(range.lowerBound), into: bytes))
        }
    }

    /// Reads up to `buffer.count` bytes at `offset`; 0 at the end, negative on failure.
    public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            return count
        }
    }
}

/// What tells one file's content from another's without reading it.
public struct FileIdentity: Hashable, Sendable, CustomStringConvertible {
    /// The device that holds the file.
    public let device: UInt64
    /// The file's number on the device.
    public let inode: UInt64
    /// Bytes in the file when it was opened.
    public let size: Int64
    /// When the content last changed, since 1970; file systems take any time for that.
    public let modified: Duration

    /// Takes the identity from a file's status.
    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Duration(sinceEpoch: status.st_mtim)
    }

    /// The time of change in 64 bits, to tell it from others: as nanoseconds from 1678 to 2262.
    var stamp: Int64 { modified.wrappedNanoseconds }

    /// Whether this can be the same file later: somebody went on writing it, or touched it.
    public func canFollow(_ older: FileIdentity) -> Bool {
        device == older.device && inode == older.inode && size >= older.size
    }

    /// How long ago the content has changed, by the system's clock.
    public var age: Duration {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Duration(sinceEpoch: now) - modified
    }

    /// A file that nobody has written for so long counts as whole.
    ///
    /// Writers hold back a quarter of a megabyte, which is five seconds of a lean recording.
    public static let patience = Duration.seconds(5)

    /// Whether nobody has written the file for a while; nor has anyone at a time to come.
    public func isQuiet(for patience: Duration = patience) -> Bool {
        age >= patience || age <= .zero - patience
    }

    /// A short form for entity tags.
    public var description: String {
        [device, inode, UInt64(bitPattern: size), UInt64(bitPattern: stamp)]
            .map { String($0, radix: 36) }.joined(separator: "-")
    }
}

extension Duration {
    /// The time from 1970 to a time of the system's, however far off; a `Duration` has 128 bits.
    init(sinceEpoch time: timespec) {
        self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The nanoseconds, of which only the lowest 64 bits are left.
    fileprivate var wrappedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }
}
