import CSystem
import Glibc

/// A listening stream socket: TCP, in the file system, or inherited.
package final class ListeningSocket: Sendable {
    /// The socket, which can be read when a client waits.
    package let descriptor: Descriptor
    /// The port that clients connect to; `nil` for a socket in the file system.
    package let port: Int?
    /// Its file, which is removed with it.
    private let file: SocketFile?

    private init(_ descriptor: Descriptor, file: SocketFile? = nil) {
        (self.descriptor, self.file) = (descriptor, file)
        port = descriptor.localPort
    }

    deinit { descriptor.close() }

    /// Listens on the first address that a host name resolves to.
    package static func listen(
        host: String,
        port: Int
    ) throws(SystemFailure) -> ListeningSocket {
        ListeningSocket(try AddressList(host: host, port: port).listen())
    }

    /// Listens on a socket in the file system; `mode` says who may connect.
    ///
    /// - Throws: `addressInUse` where a server listens there, or something else has the name.
    package static func listen(
        at path: String,
        mode: UInt32
    ) throws(SystemFailure) -> ListeningSocket {
        let (descriptor, file) = try SocketFile.listen(at: path, mode: mode)
        return ListeningSocket(descriptor, file: file)
    }

    /// Takes over a listening socket, and has it wait for nobody.
    package static func adopt(_ descriptor: Descriptor) throws(SystemFailure) -> ListeningSocket {
        guard descriptor.option(SO_ACCEPTCONN) == 1,
            descriptor.option(SO_TYPE) == CInt(SOCK_STREAM.rawValue)
        else {
            throw SystemFailure(
                reason: "descriptor \(descriptor.number) is no listening stream socket"
            )
        }
        try descriptor.becomeUnblocked()
        guard fcntl(descriptor.number, F_SETFD, FD_CLOEXEC) == 0 else { throw SystemFailure() }
        return ListeningSocket(descriptor)
    }

    /// Accepts the next client that waits, set up for small messages in both directions; the caller
    /// owns it.
    ///
    /// - Throws: `exhausted`, or `notNow` where nobody waits.
    package func accept() throws(SystemFailure) -> Descriptor {
        while true {
            let client = vn_accept(descriptor.number)
            if client >= 0 {
                let client = Descriptor(client)
                if port != nil { client.configure() }
                return client
            }
            // The client is gone; accept the next one.
            guard errno == ECONNABORTED || errno == EINTR else { throw SystemFailure() }
        }
    }

    /// The path of its file, or its abstract name; `nil` where it has none.
    package var path: String? {
        guard port == nil else { return nil }
        var address = sockaddr_un()
        guard descriptor.readAddress(into: &address) else { return nil }
        return withUnsafeBytes(of: address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension Descriptor {
    fileprivate func configure() {
        set(TCP_NODELAY, to: 1)
        // Unsent states and pictures are soon superseded, so they wait here, not in the kernel.
        set(TCP_NOTSENT_LOWAT, to: 32 * 1024)
        set(TCP_USER_TIMEOUT, to: 30_000)
        set(SO_KEEPALIVE, at: SOL_SOCKET, to: 1)
    }

    private func set(_ name: CInt, at level: CInt = CInt(IPPROTO_TCP), to value: CInt) {
        var value = value
        setsockopt(number, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
    }

    /// The value of a socket's option; `nil` for what is no socket.
    fileprivate func option(_ name: CInt) -> CInt? {
        var value: CInt = 0
        var count = socklen_t(MemoryLayout<CInt>.size)
        let code = getsockopt(number, SOL_SOCKET, name, &value, &count)
        return code == 0 ? value : nil
    }

    /// The port that the system chose, at the same offset in both families of addresses.
    fileprivate var localPort: Int? {
        var address = sockaddr_in6()
        guard readAddress(into: &address),
            [AF_INET, AF_INET6].contains(CInt(address.sin6_family))
        else { return nil }
        return Int(UInt16(bigEndian: address.sin6_port))
    }

    fileprivate func readAddress<Address>(into address: inout Address) -> Bool {
        var count = socklen_t(MemoryLayout<Address>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(number, $0, &count) == 0
            }
        }
    }
}

/// The addresses that a host name resolves to.
private struct AddressList: ~Copyable {
    private let head: UnsafeMutablePointer<addrinfo>

    init(host: String, port: Int) throws(SystemFailure) {
        guard (0...65535).contains(port) else {
            throw SystemFailure(reason: "ports go from 0 to 65535")
        }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &found)
        guard code == 0, let found else {
            throw SystemFailure(reason: String(cString: gai_strerror(code)))
        }
        head = found
    }

    deinit { freeaddrinfo(head) }

    /// Listens on the first address.
    func listen() throws(SystemFailure) -> Descriptor {
        let address = head.pointee
        let type = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = socket(address.ai_family, type, address.ai_protocol)
        guard number >= 0 else { throw SystemFailure() }
        let owned = OwnedDescriptor(number)
        var yes: CInt = 1
        setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        guard bind(number, address.ai_addr, address.ai_addrlen) == 0,
            Glibc.listen(number, SOMAXCONN) == 0
        else { throw SystemFailure() }
        return owned.release()
    }
}
