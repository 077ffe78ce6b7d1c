import CWebSockets
import Glibc

/// The address of a socket in the file system.
package struct UnixAddress {
    private var address = sockaddr_un()
    private let count: Int

    /// The address of a path; one that starts with `@` is abstract, and in no file system.
    ///
    /// `nil` when the kernel has no room for it: a path has at most 107 bytes.
    package init?(path: String) {
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard (1..<room).contains(path.utf8.count), !path.utf8.contains(0) else { return nil }
        let isAbstract = path.hasPrefix("@")
        let name = isAbstract ? [0] + path.utf8.dropFirst() : path.utf8 + [0]
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        count = MemoryLayout<sockaddr_un>.size - room + name.count
    }

    /// Sends a datagram there, from any thread; one that nobody hears is lost.
    package func send(_ text: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL)
        _ = withPointer { sendto(descriptor, text, text.utf8.count, flags, $0, $1) }
        close(descriptor)
    }

    /// Calls `body` with the address as the C functions want it.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(count))
            }
        }
    }
}
