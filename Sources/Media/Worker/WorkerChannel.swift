import CSandbox
import Glibc
package import System
import Timeline

/// One end of the socket pair between the server and a worker.
///
/// A message is its length in four bytes, little-endian, and its bytes; a descriptor may be
/// attached. Belongs to one thread at a time.
package struct WorkerChannel: ~Copyable {
    /// Why the channel cannot be used any more.
    package enum Failure: Error {
        /// The other side has closed its end.
        case gone
        /// The deadline has passed.
        case late
        /// What was received is not a valid message.
        case malformed
    }

    /// A message, and the descriptor that came with it, which is closed with the message unless
    /// somebody takes it over.
    package struct Message: ~Copyable {
        package let bytes: [UInt8]
        private(set) var descriptor: CInt?

        fileprivate init(_ bytes: [UInt8], with descriptor: CInt?) {
            (self.bytes, self.descriptor) = (bytes, descriptor)
        }

        deinit { if let descriptor { Glibc.close(descriptor) } }

        /// Hands the descriptor over to the caller, who closes it; `nil` where none came.
        mutating func takeDescriptor() -> CInt? { descriptor.take() }
    }

    private let descriptor: CInt
    /// Bytes of a message at most: a picture of 8192 × 8192 in the best quality is smaller, and so
    /// is the index of a week.
    package static let limit = 256 << 20
    /// Bytes that are allocated at first: the length that the other side announces is not trusted.
    private static let piece = 64 << 10

    /// Takes over one end.
    package init(owning descriptor: CInt) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    deinit { Glibc.close(descriptor) }

    /// Creates a connected pair of descriptors, both owned by the caller.
    package static func makePair() throws(SystemFailure) -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemFailure() }
        return (ends[0], ends[1])
    }

    /// Whether the other side is connected and has sent nothing; false if there are unread bytes.
    package var isOpen: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
        return count < 0 && errno == EAGAIN
    }

    /// Whether receiving would not block: there are bytes, or the other side has closed its end.
    var isReady: Bool { isReady(by: .now) }

    /// Whether it would not block at a time, which is waited for until then.
    package func isReady(by deadline: SuspendingClock.Instant) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let rest = max(.zero, SuspendingClock.now.duration(to: deadline))
            let count = poll(&entry, 1, CInt(clamping: rest / .milliseconds(1)))
            guard count < 0, errno == EINTR else { return count > 0 }
        }
    }

    /// What can be waited on for messages, together with others; stays owned by this value.
    package var readable: CInt { descriptor }

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - file: A descriptor to attach, of which the other side gets a duplicate.
    ///   - deadline: When to give up; `nil` is never.
    /// - Throws: ``Failure``, after which the channel must not be used; `malformed` for a message
    ///   that is longer than ``limit``.
    package func send(
        _ bytes: [UInt8],
        with file: CInt? = nil,
        by deadline: SuspendingClock.Instant? = nil
    ) throws(Failure) {
        guard bytes.count <= Self.limit else { throw .malformed }
        let message = UInt32(bytes.count).littleEndianBytes + bytes
        var sent = 0
        while sent < message.count {
            let count = message.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                return vn_send(
                    descriptor,
                    rest.baseAddress,
                    rest.count,
                    sent == 0 ? file ?? -1 : -1
                )
            }
            if count > 0 { sent += count } else { try wait(for: POLLOUT, until: deadline) }
        }
    }

    /// Waits for a message.
    package func receive(by deadline: SuspendingClock.Instant? = nil) throws(Failure) -> Message {
        var file: CInt = -1
        do throws(Failure) {
            let head = try take(4, &file, until: deadline)
            let count = Int(UInt32(littleEndianBytes: head[...]))
            guard count <= Self.limit else { throw .malformed }
            let bytes = try take(count, &file, until: deadline)
            return Message(bytes, with: file >= 0 ? file : nil)
        } catch {
            if file >= 0 { Glibc.close(file) }
            throw error
        }
    }

    /// Receives `count` bytes; the buffer at most doubles with what has been received.
    private func take(
        _ count: Int,
        _ file: inout CInt,
        until deadline: SuspendingClock.Instant?
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let taken = bytes.count
            let space = min(count - taken, max(taken, Self.piece))
            bytes += [UInt8](repeating: 0, count: space)
            try fill(&bytes, from: taken, &file, until: deadline)
        }
        return bytes
    }

    private func fill(
        _ bytes: inout [UInt8],
        from start: Int,
        _ file: inout CInt,
        until deadline: SuspendingClock.Instant?
    ) throws(Failure) {
        var taken = start
        while taken < bytes.count {
            var came: CInt = -1
            let got = bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[taken...])
                return vn_receive(descriptor, rest.baseAddress, rest.count, &came)
            }
            if came >= 0 {
                if file >= 0 { Glibc.close(file) }
                file = came
            }
            guard got != 0 else { throw .gone }
            if got > 0 { taken += got } else { try wait(for: POLLIN, until: deadline) }
        }
    }

    /// Waits until the socket is ready, if the last call failed only because it was not.
    private func wait(
        for event: CInt,
        until deadline: SuspendingClock.Instant?
    ) throws(Failure) {
        guard [EAGAIN, EINTR].contains(errno) else { throw .gone }
        let rest = deadline.map { max(.zero, SuspendingClock.now.duration(to: $0)) }
        guard rest != .zero else { throw .late }
        let milliseconds = rest.map { CInt(clamping: $0 / .milliseconds(1) + 1) } ?? -1
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        poll(&entry, 1, milliseconds)
    }
}

extension Duration {
    /// The quotient, rounded towards zero.
    fileprivate static func / (whole: Duration, unit: Duration) -> Int64 {
        let ratio: Double = whole / unit
        return Int64(ratio)
    }
}
