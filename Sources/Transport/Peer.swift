import CWebSockets
import Glibc

/// The kernel's side of a connection, used without libwebsockets noticing.
struct Peer {
    let descriptor: CInt
    /// `nil` for a peer that has none.
    let address: HostAddress?

    init(descriptor: CInt) {
        self.descriptor = descriptor
        address = HostAddress(of: descriptor)
    }

    enum InputState {
        case idle, waiting, closed
    }

    /// What libwebsockets would find if it read now, without reading.
    var inputState: InputState {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT))
        if count > 0 { return .waiting }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .idle : .closed
    }

    /// Bytes that have come in so far, read or not; 0 when the kernel does not say.
    var bytesReceived: UInt64 { vn_bytes_received(descriptor) }

    /// Bytes that have come in and have not been read.
    var bytesWaiting: Int { Int(vn_bytes_waiting(descriptor)) }

    /// Reads and discards up to 64 KiB of waiting input.
    ///
    /// Closing with unread input makes the kernel reset the connection, and the client
    /// loses the answer that says what is wrong.
    func discardInput() {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        for _ in 0..<4 {
            guard recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT)) > 0 else { return }
        }
    }

    /// Closes the sending direction only.
    func finish() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// Makes every further read and write fail.
    func shut() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// Sends a prepared answer and closes, before libwebsockets knows of the connection.
    func refuse(with bytes: [UInt8]) {
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
