import CWebSockets
import Glibc

/// What the kernel knows of a connection's other end, without libwebsockets noticing.
struct Peer {
    let descriptor: CInt
    /// `nil` for a peer that has none.
    let address: PeerAddress?

    init(descriptor: CInt) {
        self.descriptor = descriptor
        address = PeerAddress(of: descriptor)
    }

    enum Sound {
        case silent, speaking, gone
    }

    /// What libwebsockets would find if it read now.
    var sound: Sound {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT))
        if count > 0 { return .speaking }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .silent : .gone
    }

    /// Bytes that have come in so far, read or not; 0 when the kernel does not say.
    var bytesReceived: UInt64 { vn_bytes_received(descriptor) }

    /// Bytes that have come in and that nobody has read.
    var bytesWaiting: Int { Int(vn_bytes_waiting(descriptor)) }

    /// Reads away a little of what waits.
    ///
    /// Closing with unread input makes the kernel reset the connection, and the client
    /// loses the answer that tells it what was wrong.
    func discardInput() {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        for _ in 0..<4 {
            guard recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT)) > 0 else { return }
        }
    }

    /// Tells the other end that nothing more will come, and goes on to listen.
    func finish() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// Makes every further read and write fail.
    func shut() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// Tells a client that nobody has room for it, and hangs up.
    func turnAway(with bytes: [UInt8]) {
        _ = send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        discardInput()
        close(descriptor)
    }

    /// Descriptors that the process may have open.
    static var descriptorLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 1024
        }
        return Int(clamping: limit.rlim_cur)
    }
}
