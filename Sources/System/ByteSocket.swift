import CSandbox
import Glibc

/// One end of a pair of connected sockets, over which bytes go whose number both sides know.
///
/// Blocks. Belongs to one thread at a time.
package struct ByteSocket: ~Copyable, Sendable {
    private let descriptor: CInt

    /// Takes over one end.
    package init(owning descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Creates a connected pair; both ends are owned by the caller.
    package static func makePair() throws(SystemFailure) -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemFailure() }
        return (ends[0], ends[1])
    }

    /// Whether a descriptor is a socket's.
    package static func isOne(_ descriptor: CInt) -> Bool {
        var status = stat()
        return vn_status(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Sends the first `count` bytes.
    package func send(_ bytes: [UInt8], count: Int) throws(SystemFailure) {
        var sent = 0
        while sent < count {
            let more = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent..<count])
                return vn_send(descriptor, rest.baseAddress, rest.count, -1)
            }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { throw SystemFailure() }
            sent += more
        }
    }

    /// Fills a buffer; throws where the other side has closed its end before.
    package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) {
        var rest = buffer
        while !rest.isEmpty {
            var file: CInt = -1
            let count = vn_receive(descriptor, rest.baseAddress, rest.count, &file)
            // Nobody here takes descriptors.
            if file >= 0 { close(file) }
            if count < 0, errno == EINTR { continue }
            guard count != 0 else { throw SystemFailure(reason: "the other side has gone") }
            guard count > 0 else { throw SystemFailure() }
            rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
        }
    }
}
