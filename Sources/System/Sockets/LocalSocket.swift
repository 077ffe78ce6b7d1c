import CSystem
import Glibc

/// Messages to another process or thread on this machine.
extension Descriptor {
    /// Makes a pair of connected stream sockets, both owned by the caller.
    package static func makePair() throws(SystemFailure) -> (Descriptor, Descriptor) {
        try pair(SOCK_STREAM)
    }

    /// Makes two connected sockets over which each message arrives as a whole; they block.
    package static func makeMessagePair() throws(SystemFailure) -> (Descriptor, Descriptor) {
        try pair(SOCK_SEQPACKET)
    }

    fileprivate static func pair(
        _ type: __socket_type,
        _ flags: __socket_type = SOCK_CLOEXEC
    ) throws(SystemFailure) -> (Descriptor, Descriptor) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(type.rawValue | flags.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemFailure() }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    /// Has calls fail that would wait.
    package func becomeUnblocked() throws(SystemFailure) {
        let flags = fcntl(number, F_GETFL)
        guard fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else { throw SystemFailure() }
    }

    /// What reading from a socket would find, without reading.
    package var waitingInput: WaitingInput {
        var byte: UInt8 = 0
        let count = recv(number, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
        if count > 0 { return .some }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .none : .closed
    }

    /// What waits to be read from a socket.
    package enum WaitingInput: Sendable {
        case none, some
        /// The other side has closed its end.
        case closed
    }

    /// Sends bytes, with a descriptor attached of which the other side gets a duplicate.
    ///
    /// - Returns: How many of them were sent; throws `notNow` where the socket would have to wait.
    package func send(
        _ bytes: ArraySlice<UInt8>,
        with attached: Descriptor? = nil
    ) throws(SystemFailure) -> Int {
        try uninterrupted {
            bytes.withUnsafeBytes { buffer in
                vn_send(number, buffer.baseAddress, buffer.count, attached?.number ?? -1)
            }
        }
    }

    /// Receives into the bytes from `start` on, and the descriptor that was attached, which the
    /// caller then owns.
    ///
    /// - Returns: How many came: none once the other side has closed its end; throws `notNow` where
    ///   nothing has come yet.
    package func receive(
        into bytes: inout [UInt8],
        from start: Int
    ) throws(SystemFailure) -> (count: Int, attached: Descriptor?) {
        var attached: CInt = -1
        let count = try uninterrupted {
            bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
                return vn_receive(number, rest.baseAddress, rest.count, &attached)
            }
        }
        return (count, attached < 0 ? nil : Descriptor(attached))
    }

    /// Closes what was received and nobody wants.
    package func close() { Glibc.close(number) }

    /// What a descriptor is waited for to be.
    package enum Readiness: Sendable {
        case readable, writable
    }

    /// Waits until it can be read or written to, or until the other side has closed its end; at
    /// most for a time.
    ///
    /// - Returns: Whether it can.
    @discardableResult
    package func wait(until readiness: Readiness, atMost time: Duration? = nil) -> Bool {
        let event = readiness == .readable ? POLLIN : POLLOUT
        var entry = pollfd(fd: number, events: Int16(event), revents: 0)
        return poll(&entry, 1, time.milliseconds) > 0
    }
}

/// A signal that any thread sends to one that waits.
package final class WakeupSignal: Sendable {
    private let sender, receiver: Descriptor

    /// Makes its two ends.
    package init() {
        do throws(SystemFailure) {
            (sender, receiver) = try Descriptor.pair(SOCK_DGRAM, SOCK_NONBLOCK)
        } catch {
            preconditionFailure("no pair of sockets: \(error.reason)")
        }
    }

    deinit {
        sender.close()
        receiver.close()
    }

    /// Wakes the thread that waits, or that will wait next.
    package func send() {
        // Where it does not fit any more, there are enough of them.
        _ = try? sender.send([1])
    }

    /// Waits until it is sent, or something else can be read; at most for a time.
    package func wait(orFor other: Descriptor? = nil, atMost time: Duration? = nil) {
        // A negative descriptor is passed over.
        var ends = [receiver.number, other?.number ?? -1].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        poll(&ends, nfds_t(ends.count), time.milliseconds)
    }

    /// Takes all that were sent until now.
    package func clear() {
        var sent = [UInt8](repeating: 0, count: 64)
        while recv(receiver.number, &sent, sent.count, 0) > 0 {}
    }
}

extension Duration? {
    /// As `poll` has it: rounded up, and -1 for ever.
    fileprivate var milliseconds: CInt {
        guard let self else { return -1 }
        let (seconds, attoseconds) = max(self, .zero).components
        let most = Int64(24 * 3600)
        return CInt(
            min(seconds, most) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        )
    }
}
