import CSystem
import Glibc

/// A connection of this program's to a server, for which nobody waits.
///
/// It can be written to as soon as it is made, or has failed; what fails then says why.
package struct OutgoingSocket: ~Copyable {
    private let owned: OwnedDescriptor

    /// For use while this lives.
    package var descriptor: Descriptor { owned.descriptor }

    /// Begins to connect to a socket in the file system.
    package init(to address: UnixAddress) throws(SystemFailure) {
        let socket = try Self.make(AF_UNIX)
        let number = socket.descriptor.number
        try Self.check(address.withPointer { connect(number, $0, $1) })
        owned = socket
    }

    /// Begins to connect to a port of a host.
    package init(to host: HostAddress, port: UInt16) throws(SystemFailure) {
        let socket = try Self.make(host.bytes.count == 4 ? AF_INET : AF_INET6)
        let number = socket.descriptor.number
        try Self.check(host.withPointer(port: port) { connect(number, $0, $1) })
        owned = socket
    }

    private static func make(_ family: CInt) throws(SystemFailure) -> OwnedDescriptor {
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let number = socket(family, CInt(kind), 0)
        guard number >= 0 else { throw SystemFailure() }
        return OwnedDescriptor(number)
    }

    private static func check(_ result: CInt) throws(SystemFailure) {
        guard result == 0 || errno == EINPROGRESS else { throw SystemFailure() }
    }

    /// Why it could not be made; `nil` where nothing has failed.
    package var failure: SystemFailure? {
        var (code, count) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &code, &count)
        return code == 0 ? nil : SystemFailure(code: code)
    }
}

extension HostAddress {
    /// Calls `body` with the address and a port as the C functions want them.
    fileprivate func withPointer<Result>(
        port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        guard bytes.count == 4 else {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
            return Self.call(address, body)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
        return Self.call(address, body)
    }

    private static func call<Address, Result>(
        _ address: Address,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
