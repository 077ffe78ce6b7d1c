import CSystem
import Glibc

/// A client's socket, beside whatever library reads and writes it.
extension Descriptor {
    /// Bytes that have come in so far, read or not; 0 when the kernel does not say.
    package var bytesReceived: UInt64 { vn_bytes_received(number) }

    /// Bytes that have come in and have not been read.
    package var bytesWaiting: Int { Int(vn_bytes_waiting(number)) }

    /// Reads and discards up to 64 KiB of waiting input.
    ///
    /// Closing with unread input makes the kernel reset the connection, and the client
    /// loses the answer that says what is wrong.
    package func discardInput() {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        for _ in 0..<4 {
            guard recv(number, &buffer, buffer.count, CInt(MSG_DONTWAIT)) > 0 else { return }
        }
    }

    /// Closes the sending direction only.
    package func finish() { shutdown(number, CInt(SHUT_WR)) }

    /// Makes every further read and write fail.
    package func shut() { shutdown(number, CInt(SHUT_RDWR)) }
}

/// An address of IPv4 or IPv6.
package struct HostAddress: Hashable, Sendable {
    /// Its four or sixteen bytes.
    package let bytes: [UInt8]

    /// How an address of IPv6 begins that stands for one of IPv4.
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]

    /// Takes the four bytes of an address of IPv4, or the sixteen of one of IPv6.
    package init(_ bytes: some Collection<UInt8>) {
        let isMapped = bytes.starts(with: Self.mapped)
        self.bytes = Array(isMapped ? bytes.dropFirst(Self.mapped.count) : bytes.prefix(16))
    }

    /// Reads an address as it is written, such as `192.0.2.7` or `2001:db8::7`.
    package init?(_ text: String) {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            guard inet_pton(family, text, &bytes) == 1 else { continue }
            self.init(bytes)
            return
        }
        return nil
    }

    /// Asks the kernel for the other end of a socket; `nil` when it has no address.
    package init?(of socket: Descriptor) {
        var address = sockaddr_in6()
        var count = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let family = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getpeername(socket.number, $0, &count) == 0 ? CInt($0.pointee.sa_family) : AF_UNSPEC
            }
        }
        let place: Range<Int>
        switch family {
        case AF_INET: place = 4..<8
        case AF_INET6: place = 8..<24
        default: return nil
        }
        self.init(withUnsafeBytes(of: address) { Array($0[place]) })
    }
}
