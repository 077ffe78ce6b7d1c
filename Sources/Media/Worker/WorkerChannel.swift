import CSandbox
import Glibc
import Timeline

/// One end of the pair of sockets between a worker and whoever gives it work.
///
/// A message is its length in four bytes, the lowest first, and its bytes; a descriptor may come
/// with it. Belongs to one thread at a time.
struct WorkerChannel: ~Copyable {
    /// Why nothing more comes over the channel.
    enum Failure: Error {
        /// The other side has gone.
        case gone
        /// The other side took longer than it may.
        case late
        /// What came cannot be a message.
        case malformed
    }

    /// A message, and the descriptor that came with it, which its receiver owns.
    struct Message {
        let bytes: [UInt8]
        let descriptor: CInt?
    }

    private let descriptor: CInt
    /// A picture of 8192 × 8192 in the best quality is smaller, and so is the index of a week.
    private static let limit = 256 << 20
    /// Bytes that there is room for before any has come: the other side may promise what it likes.
    private static let piece = 64 << 10

    /// Takes over one end.
    init(owning descriptor: CInt) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    deinit { Glibc.close(descriptor) }

    /// Makes both ends, each of which has to be owned.
    static func makePair() throws(SystemFailure) -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemFailure() }
        return (ends[0], ends[1])
    }

    /// Whether the other side is there; nothing is expected from it at the moment.
    var isOpen: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
        return count < 0 && errno == EAGAIN
    }

    /// Whether something has come, or the other side has gone: receiving need not wait.
    var isReady: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - file: A descriptor to send along, which the other side gets a copy of.
    ///   - deadline: When to give up; `nil` is never.
    /// - Throws: ``Failure``, after which the channel is of no use.
    func send(
        _ bytes: [UInt8],
        with file: CInt? = nil,
        by deadline: SuspendingClock.Instant? = nil
    ) throws(Failure) {
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
    func receive(by deadline: SuspendingClock.Instant? = nil) throws(Failure) -> Message {
        var file: CInt = -1
        do throws(Failure) {
            let head = try take(4, &file, until: deadline)
            let count = Int(UInt32(littleEndianBytes: head[...]))
            guard count <= Self.limit else { throw .malformed }
            let bytes = try take(count, &file, until: deadline)
            return Message(bytes: bytes, descriptor: file >= 0 ? file : nil)
        } catch {
            if file >= 0 { Glibc.close(file) }
            throw error
        }
    }

    /// Takes so many bytes, making as much room again as has come already.
    private func take(
        _ count: Int,
        _ file: inout CInt,
        until deadline: SuspendingClock.Instant?
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let taken = bytes.count
            let room = min(count - taken, max(taken, Self.piece))
            bytes += [UInt8](repeating: 0, count: room)
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

    /// Waits until the socket can go on, if that is all that is wrong.
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
    /// How many times `unit` fits.
    fileprivate static func / (whole: Duration, unit: Duration) -> Int64 {
        let ratio: Double = whole / unit
        return Int64(ratio)
    }
}
