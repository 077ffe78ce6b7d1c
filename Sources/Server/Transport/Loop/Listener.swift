import CWebSockets
import Glibc

/// A listening TCP socket.
///
/// It is ours rather than libwebsockets', which does not say why it cannot listen, and
/// which spins when the process runs out of descriptors.
final class Listener {
    enum Accepted {
        case connection(CInt)
        /// Nobody is waiting.
        case none
        /// The process or the system has no descriptor left.
        case exhausted
    }

    let descriptor: CInt
    let port: Int

    init(host: String, port: Int) throws(TransportError) {
        do throws(ListenFailure) {
            let addresses = try AddressList(host: host, port: port)
            descriptor = try Self.listen(on: addresses.first)
            self.port = Self.port(of: descriptor)
        } catch {
            throw .cannotListen(host: host, port: port, reason: error)
        }
    }

    deinit { close(descriptor) }

    /// Takes the next client that waits, set up for small messages in both directions.
    func accept() -> Accepted {
        let client = vn_accept(descriptor)
        if client >= 0 {
            Self.configure(client)
            return .connection(client)
        }
        switch errno {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
        case ECONNABORTED, EINTR: return accept()
        default: return .none
        }
    }

    private static func listen(on address: addrinfo) throws(ListenFailure) -> CInt {
        let type = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, type, address.ai_protocol)
        guard descriptor >= 0 else { throw ListenFailure(errno) }
        setOption(SO_REUSEADDR, at: SOL_SOCKET, to: 1, of: descriptor)
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
            Glibc.listen(descriptor, SOMAXCONN) == 0
        else {
            let failure = ListenFailure(errno)
            close(descriptor)
            throw failure
        }
        return descriptor
    }

    private static func configure(_ client: CInt) {
        setOption(TCP_NODELAY, at: CInt(IPPROTO_TCP), to: 1, of: client)
        // What has not left yet is stale soon: better that it waits with us than in the kernel.
        setOption(TCP_NOTSENT_LOWAT, at: CInt(IPPROTO_TCP), to: 32 * 1024, of: client)
        setOption(TCP_USER_TIMEOUT, at: CInt(IPPROTO_TCP), to: 30_000, of: client)
        setOption(SO_KEEPALIVE, at: SOL_SOCKET, to: 1, of: client)
    }

    private static func setOption(_ name: CInt, at level: CInt, to value: CInt, of socket: CInt) {
        var value = value
        setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
    }

    /// The port that the system gave, both address families keep it at the same place.
    private static func port(of descriptor: CInt) -> Int {
        var address = sockaddr_in6()
        var count = socklen_t(MemoryLayout<sockaddr_in6>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = getsockname(descriptor, $0, &count)
            }
        }
        return Int(UInt16(bigEndian: address.sin6_port))
    }
}

/// What a name resolves to.
private struct AddressList: ~Copyable {
    private let head: UnsafeMutablePointer<addrinfo>

    var first: addrinfo { head.pointee }

    init(host: String, port: Int) throws(ListenFailure) {
        guard (0...65535).contains(port) else { throw .other("ports go from 0 to 65535") }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &found)
        guard code == 0, let found else { throw .other(String(cString: gai_strerror(code))) }
        head = found
    }

    deinit { freeaddrinfo(head) }
}

extension ListenFailure: Error {
    fileprivate init(_ code: CInt) {
        switch code {
        case EADDRINUSE: self = .addressInUse
        case EACCES, EPERM: self = .notPermitted
        case EADDRNOTAVAIL: self = .noSuchAddress
        default: self = .other(String(cString: strerror(code)))
        }
    }
}
