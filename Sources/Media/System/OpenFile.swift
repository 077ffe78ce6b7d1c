package import System

/// A regular file that is open for reading.
///
/// The descriptor refers to the file that was opened, even if its name is later removed or reused.
/// Reads have their own offset and are safe on every thread; they block.
public final class OpenFile: Sendable {
    /// The name for messages; it is not opened again.
    public let name: String
    /// The identity of the file's content when it was opened.
    public let identity: FileIdentity
    /// Closed with this object.
    private let owned: OwnedDescriptor

    /// Opens the file at `path`, following links.
    ///
    /// Never blocks on a pipe or a device: those are rejected with ``MediaError/notAFile(file:)``.
    public convenience init(path: String) throws(MediaError) {
        try self.init(name: path.readable) { () throws(SystemFailure) in
            try FilePath(path).open(.unblocked)
        }
    }

    /// Opens a file by its path relative to an open folder.
    ///
    /// No component may be a symbolic link or leave the folder, even if others change it meanwhile.
    package convenience init(_ path: String, beneath folder: Descriptor) throws(MediaError) {
        try self.init(name: path.readable) { () throws(SystemFailure) in
            try folder.open(beneath: path)
        }
    }

    /// The same file through a duplicated descriptor, with its identity now.
    public func renewed() throws(MediaError) -> OpenFile {
        try OpenFile(name: name) { () throws(SystemFailure) in try descriptor.duplicate() }
    }

    private convenience init(
        name: String,
        _ open: () throws(SystemFailure) -> OwnedDescriptor
    ) throws(MediaError) {
        let file: OwnedDescriptor
        do throws(SystemFailure) {
            file = try open()
        } catch {
            throw .cannotOpen(file: name, reason: error.reason)
        }
        try self.init(file, name: name)
    }

    /// Takes over an open descriptor, which is closed with the value or on failure.
    package init(_ file: consuming OwnedDescriptor, name: String) throws(MediaError) {
        let status = file.descriptor.status
        guard let status, status.kind == .file else { throw .notAFile(file: name) }
        guard status.size > 0 else { throw .empty(file: name) }
        (self.name, identity) = (name, FileIdentity(status))
        owned = file
    }

    /// For passing to another process; owned by this object.
    var descriptor: Descriptor { owned.descriptor }

    /// The file's length in bytes now; a recording may still be growing.
    public var size: Int64 { descriptor.status?.size ?? 0 }

    /// The identity of the file's content now.
    public var identityNow: FileIdentity { descriptor.status.map(FileIdentity.init) ?? identity }

    /// Whether the content is still what it was when the file was opened.
    public var isUnchanged: Bool { identityNow == identity }

    /// Whether the file has no name any more.
    package var isUnlinked: Bool { descriptor.status?.names == 0 }

    /// Reads the bytes in `range`, fewer where the file ends before; none on failure.
    package func bytes(in range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            count = max(0, read(at: Int64(range.lowerBound), into: bytes))
        }
    }

    /// Reads up to `buffer.count` bytes at `offset`; 0 at the end, negative on failure.
    public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        (try? descriptor.read(at: offset, into: buffer)) ?? -1
    }
}

/// Identifies a file's content without reading it: device, inode, size and modification time.
public struct FileIdentity: Hashable, Sendable, CustomStringConvertible {
    /// The device that holds the file.
    public let device: UInt64
    /// The file's inode number.
    public let inode: UInt64
    /// Bytes in the file when it was opened.
    public let size: Int64
    /// When the content last changed, since 1970; users can set it to any time.
    public let modified: Duration

    /// Takes the identity from a file's status.
    init(_ status: FileStatus) {
        (device, inode, size) = (status.device, status.inode, status.size)
        modified = status.modified
    }

    /// The modification time in 64 bits, for comparing: nanoseconds since 1970, exact from 1678 to
    /// 2262.
    var stamp: Int64 { modified.wrappedNanoseconds }

    /// Whether this can be the same file later: it was appended to, or its time was changed.
    public func canFollow(_ older: FileIdentity) -> Bool {
        device == older.device && inode == older.inode && size >= older.size
    }

    /// What of an identity is kept on disk.
    public struct Trace: Hashable, Sendable {
        /// The device and the file's number on it.
        public let device, inode: UInt64
        /// The length, and the time of the last change, as `FileIdentity` has them in 64 bits.
        public let size, stamp: Int64

        /// Takes what was kept.
        public init(device: UInt64, inode: UInt64, size: Int64, stamp: Int64) {
            (self.device, self.inode, self.size, self.stamp) = (device, inode, size, stamp)
        }
    }

    /// What is kept of it.
    public var trace: Trace { Trace(device: device, inode: inode, size: size, stamp: stamp) }

    /// Whether this is the same file as one of which a trace was kept, or that file grown.
    public func canFollow(_ older: Trace) -> Bool {
        let isSame = device == older.device && inode == older.inode
        return isSame && (size > older.size || size == older.size && stamp == older.stamp)
    }

    /// The time since the content last changed, by the system's clock; may be negative.
    public var age: Duration { WallClock.now - modified }

    /// A file that was not written for so long counts as complete.
    ///
    /// Writers buffer up to 256 KiB, which is five seconds of a recording with a low bit rate.
    public static let quietPeriod = Duration.seconds(5)

    /// Whether the file was not written for `quietPeriod`; a modification time as far in the future
    /// counts as well.
    public func isQuiet(for quietPeriod: Duration = quietPeriod) -> Bool {
        age >= quietPeriod || age <= .zero - quietPeriod
    }

    /// A short text for entity tags.
    public var description: String {
        [device, inode, UInt64(bitPattern: size), UInt64(bitPattern: stamp)]
            .map { String($0, radix: 36) }.joined(separator: "-")
    }
}

extension Duration {
    /// The lowest 64 bits of the number of nanoseconds.
    fileprivate var wrappedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }
}
