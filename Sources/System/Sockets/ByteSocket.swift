import CSystem
import Glibc

/// One end of a pair of connected sockets, over which bytes go whose number both sides know.
///
/// Blocks. Belongs to one thread at a time.
package struct ByteSocket: ~Copyable, Sendable {
    private let owned: OwnedDescriptor

    /// Takes over one end of a pair.
    package init(_ end: consuming OwnedDescriptor) { owned = end }

    /// Sends the first `count` bytes.
    package func send(_ bytes: [UInt8], count: Int) throws(SystemFailure) {
        var sent = 0
        while sent < count {
            let more = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent..<count])
                return vn_send(owned.descriptor.number, rest.baseAddress, rest.count, -1)
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
            let count = vn_receive(owned.descriptor.number, rest.baseAddress, rest.count, &file)
            // Nobody here takes descriptors.
            if file >= 0 { close(file) }
            if count < 0, errno == EINTR { continue }
            guard count != 0 else { throw SystemFailure(reason: "the other side has gone") }
            guard count > 0 else { throw SystemFailure() }
            rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
        }
    }
}
