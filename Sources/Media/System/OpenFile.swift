import Synchronization
package import System
package import Timeline

/// A regular file that is open for reading, here or elsewhere.
///
/// The descriptor refers to the file that was opened, even if its name is later removed or reused.
/// Reads have their own offset and are safe on every thread; they block.
public final class OpenFile: Sendable {
    /// The name for messages; it is not opened again.
    public let name: String
    /// The identity of the file's content when it was opened.
    public let identity: FileIdentity
    /// Closed with this object; `nil` for a file that lies elsewhere.
    private let descriptor: Descriptor?
    /// Who is asked for the bytes of a file that lies elsewhere.
    private let remote: (any RemoteContent)?
    /// Why bytes that lie elsewhere could not be read.
    private let fault = Mutex<RemoteFault?>(nil)

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
        (self.name, identity, remote) = (name, FileIdentity(status), nil)
        descriptor = file.release()
    }

    /// A file that lies elsewhere.
    package init(_ remote: any RemoteContent, name: String) {
        (self.name, self.remote) = (name, remote)
        descriptor = nil
        identity = remote.identity
    }

    deinit { descriptor?.close() }

    /// Whether it lies elsewhere, so that reading it may take long.
    package var isRemote: Bool { remote != nil }

    /// Whether somebody waits now for bytes that lie elsewhere.
    package var isAwaited: Bool { remote?.isAwaited ?? false }

    /// Whether somebody but a scan waits now until bytes have come that lie elsewhere.
    package var awaitsFetch: Bool { remote?.awaitsFetch ?? false }

    /// Bytes that have come of a file that lies elsewhere.
    package var fetched: Int64 { remote?.fetched ?? 0 }

    /// The same file for a scan of all of it, which gives way to others who read what lies elsewhere.
    package var forScan: OpenFile { remote.map { OpenFile($0.forScan, name: name) } ?? self }

    /// Whether bytes that lie elsewhere could not be read, so that nothing made of them counts.
    var hasFailed: Bool { remote != nil && fault.withLock { $0 != nil } }

    /// Throws if bytes that lie elsewhere could not be read: a demuxer takes that for the file's end.
    package func checkReads() throws(MediaError) {
        guard let fault = fault.withLock({ $0 }) else { return }
        throw fault == .changed ? .changed(file: name) : .elsewhere(file: name, fault)
    }

    /// A descriptor from which a worker reads the file.
    package func makeWorkerDescriptor() throws(MediaError) -> OwnedDescriptor {
        do throws(SystemFailure) {
            if let remote { return try remote.makeSocket() }
            guard let descriptor else { throw SystemFailure(reason: "it is not open") }
            return try descriptor.duplicate()
        } catch {
            throw .cannotOpen(file: name, reason: error.reason)
        }
    }

    /// The file's length in bytes now; a recording may still be growing.
    public var size: Int64 { remote?.identity.size ?? descriptor?.status?.size ?? 0 }

    /// The identity of the file's content now.
    public var identityNow: FileIdentity {
        remote?.identity ?? descriptor?.status.map(FileIdentity.init) ?? identity
    }

    /// Whether the content is still what it was when the file was opened.
    public var isUnchanged: Bool { identityNow == identity }

    /// The same file through another descriptor, with its identity now.
    public func renewed() throws(MediaError) -> OpenFile {
        if let remote { return OpenFile(remote, name: name) }
        return try OpenFile(try makeWorkerDescriptor(), name: name)
    }

    /// Whether the file has no name any more.
    package var isUnlinked: Bool { descriptor?.status?.names == 0 }

    /// Reads the bytes in `range`, fewer where the file ends before or cannot be read further.
    package func bytes(in range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            // Of what lies elsewhere, each read gives what has come.
            while count < buffer.count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
                let place = Int64(range.lowerBound + count)
                let read = read(at: place, into: UnsafeMutableRawBufferPointer(rest))
                guard read > 0 else { return }
                count += read
            }
        }
    }

    /// Tells which packets are read next, so that those are asked for beforehand that lie elsewhere;
    /// at once where it is sure that all are wanted.
    package func expect(_ places: PacketPlaces, isSure: Bool) {
        guard !places.ranges.isEmpty else { return }
        remote?.expect(places.ranges, isSure: isSure)
    }

    /// Reads up to `buffer.count` bytes at `offset`; 0 at the end, negative on failure.
    public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if let remote { return read(remote, at: offset, into: buffer) }
        return (try? descriptor?.read(at: offset, into: buffer)) ?? -1
    }

    private func read(
        _ remote: any RemoteContent,
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        do throws(RemoteFault) {
            return try remote.read(at: offset, into: buffer)
        } catch {
            fault.withLock { $0 = error }
            return -1
        }
    }
}

/// Identifies a file's content without reading it: device, inode, size and modification time; of
/// one that lies elsewhere, its address, size and entity.
public struct FileIdentity: Hashable, Sendable, CustomStringConvertible {
    /// The device that holds the file.
    public let device: UInt64
    /// The file's inode number.
    public let inode: UInt64
    /// Bytes in the file when it was opened.
    public let size: Int64
    /// When the content last changed, since 1970; users can set it to any time.
    public let modified: Duration
    /// Which entity an address leads to, as its server says; 0 for a file that lies here.
    package let entity: UInt64

    /// The device of all that lies elsewhere: no file system has it.
    private static let elsewhere = UInt64.max

    /// The identity of what lies elsewhere: which address, how many bytes, and which entity.
    package init(elsewhere address: UInt64, size: Int64, entity: UInt64) {
        (device, inode, self.size) = (Self.elsewhere, address, size)
        // It is complete, as nothing is written to an address.
        (modified, self.entity) = (.zero, entity)
    }

    /// Whether the file lies elsewhere.
    package var isElsewhere: Bool { device == Self.elsewhere }

    /// Takes the identity from a file's status.
    init(_ status: FileStatus) {
        (device, inode, size) = (status.device, status.inode, status.size)
        (modified, entity) = (status.modified, 0)
    }

    /// The modification time in 64 bits, for comparing: nanoseconds since 1970, exact from 1678 to
    /// 2262.
    ///
    /// Of what lies elsewhere, the entity.
    var stamp: Int64 {
        isElsewhere ? Int64(bitPattern: entity) : modified.wrappedNanoseconds
    }

    /// Whether this can be the same file later: it was appended to, or its time was changed.
    public func canFollow(_ older: FileIdentity) -> Bool {
        device == older.device && inode == older.inode && size >= older.size
            && entity == older.entity
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
