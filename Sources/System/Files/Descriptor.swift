import CSystem
import Glibc

/// An open file, folder or socket that somebody else owns and closes.
///
/// May be used on every thread, as long as its owner lives. Calls block, unless the descriptor was
/// opened so as not to.
package struct Descriptor: Hashable, Sendable {
    /// The number that C and other processes know it by.
    package let number: CInt

    /// Names an open descriptor.
    package init(_ number: CInt) { self.number = number }

    /// Where the program writes its results, and where it says what is wrong.
    package static let (standardOutput, standardError) = (
        Descriptor(STDOUT_FILENO), Descriptor(STDERR_FILENO)
    )

    /// Whether a person sees what is written there.
    package var isTerminal: Bool { isatty(number) == 1 }

    /// What the system knows of the file; `nil` where it does not say.
    ///
    /// Also in a sandbox, which allows no call that could take a path.
    package var status: FileStatus? {
        var status = stat()
        return vn_status(number, &status) == 0 ? FileStatus(status) : nil
    }

    /// Another descriptor of the same open file.
    package func duplicate() throws(SystemFailure) -> OwnedDescriptor {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw SystemFailure() }
        return OwnedDescriptor(copy)
    }
}

/// An open file, folder or socket; it is closed with its owner.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// For use while this lives.
    package let descriptor: Descriptor

    /// Takes over an open descriptor.
    package init(_ number: CInt) { descriptor = Descriptor(number) }

    deinit { close(descriptor.number) }

    /// Hands it over to the caller, who closes it.
    package consuming func release() -> Descriptor {
        let descriptor = descriptor
        discard self
        return descriptor
    }
}

// MARK: - Reading and writing

extension Descriptor {
    /// Reads up to `buffer.count` bytes at `offset`; 0 at the end.
    package func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemFailure) -> Int {
        try uninterrupted { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Reads into the bytes from `start` on, at the file's own offset; 0 at the end.
    package func read(
        into bytes: inout [UInt8],
        from start: Int = 0
    ) throws(SystemFailure) -> Int {
        try uninterrupted {
            bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
                return Glibc.read(number, rest.baseAddress, rest.count)
            }
        }
    }

    /// Reads on to the end, or `count` bytes.
    package func read(atMost count: Int) throws(SystemFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = try read(into: &bytes, from: done)
            guard got > 0 else { return Array(bytes.prefix(done)) }
            done += got
        }
        return bytes
    }

    /// Writes all of `bytes` at the file's own offset.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = try uninterrupted { Glibc.write(number, piece.baseAddress, piece.count) }
            guard count > 0 else { throw SystemFailure() }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes all of `bytes` at the file's own offset.
    package func write(_ bytes: [UInt8]) throws(SystemFailure) {
        var done = 0
        while done < bytes.count {
            let count = try uninterrupted {
                bytes.withUnsafeBytes { buffer in
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                    return Glibc.write(number, rest.baseAddress, rest.count)
                }
            }
            guard count > 0 else { throw SystemFailure() }
            done += count
        }
    }

    /// Writes all of `bytes` at an offset.
    package func write(_ bytes: [UInt8], at offset: Int64) throws(SystemFailure) {
        var done = 0
        while done < bytes.count {
            let count = try uninterrupted {
                bytes.withUnsafeBytes { buffer in
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                    return pwrite(number, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
                }
            }
            guard count > 0 else { throw SystemFailure() }
            done += count
        }
    }

    /// Sets the file's own offset, and returns it.
    @discardableResult
    package func seek(
        to offset: Int64,
        from origin: SeekOrigin = .start
    ) throws(SystemFailure)
        -> Int64
    {
        let place = lseek(number, off_t(offset), origin.rawValue)
        guard place >= 0 else { throw SystemFailure() }
        return Int64(place)
    }

    /// Cuts the file off, or fills it with zeros, to a length in bytes.
    package func truncate(to length: Int64) throws(SystemFailure) {
        _ = try uninterrupted { ftruncate(number, off_t(length)) }
    }

    /// Waits until the disk has what was written.
    package func flush() throws(SystemFailure) { _ = try uninterrupted { fsync(number) } }

    /// Sets the times of change and use to now, to the nanosecond.
    ///
    /// Those that the system sets itself are milliseconds coarse, too coarse to order uses.
    package func touch() {
        let now = WallClock.time
        futimens(number, [now, now])
    }

    /// Locks the file against other processes, until it is closed; returns whether it could.
    package func lock() throws(SystemFailure) -> Bool {
        do throws(SystemFailure) {
            _ = try uninterrupted { flock(number, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            guard error.kind == .notNow else { throw error }
            return false
        }
    }
}

/// What an offset is counted from, by the numbers of C.
package enum SeekOrigin: CInt {
    case start = 0
    case current = 1
    case end = 2
}
