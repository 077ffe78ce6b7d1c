import CWebSockets
import Glibc

/// A listening stream socket: TCP, in the file system, or inherited.
///
/// It replaces libwebsockets' own, which does not say why it cannot listen, and
/// which spins when the process runs out of descriptors.
final class Listener {
    enum Accepted {
        case connection(CInt)
        /// No client is waiting.
        case none
        /// The process or the system has no descriptor left.
        case exhausted
    }

    let descriptor: CInt
    /// The port that clients connect to; `nil` for a socket in the file system.
    let port: Int?
    private let file: SocketFile?

    init(_ address: ListenAddress) throws(TransportError) {
        do throws(ListenFailure) {
            (descriptor, file) = try Self.listen(on: address)
            port = Self.port(of: descriptor)
        } catch {
            throw .cannotListen(address, reason: error)
        }
    }

    deinit { close(descriptor) }

    private static func listen(
        on address: ListenAddress
    ) throws(ListenFailure) -> (CInt, SocketFile?) {
        switch address {
        case .network(let host, let port):
            (try AddressList(host: host, port: port).listen(), nil)
        case .file(let path, let mode): try SocketFile.listen(at: path, mode: mode)
        case .inherited(let descriptor): (try InheritedDescriptor.adopt(descriptor), nil)
        }
    }

    /// Accepts the next client that waits, set up for small messages in both directions.
    func accept() -> Accepted {
        while true {
            let client = vn_accept(descriptor)
            if client >= 0 {
                if port != nil { Self.configure(client) }
                return .connection(client)
            }
            switch errno {
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            // The client is gone; accept the next one.
            case ECONNABORTED, EINTR: continue
            default: return .none
            }
        }
    }

    /// The port, or the path of the socket in the file system.
    var place: String {
        if let port { return "port \(port)" }
        var address = sockaddr_un()
        var count = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &count) == 0
            }
        }
        guard isNamed else { return "socket" }
        return withUnsafeBytes(of: address.sun_path) { bytes in
            "socket " + String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private static func configure(_ client: CInt) {
        setOption(TCP_NODELAY, at: CInt(IPPROTO_TCP), to: 1, of: client)
        // Unsent states and pictures are soon superseded, so they wait here, not in the kernel.
        setOption(TCP_NOTSENT_LOWAT, at: CInt(IPPROTO_TCP), to: 32 * 1024, of: client)
        setOption(TCP_USER_TIMEOUT, at: CInt(IPPROTO_TCP), to: 30_000, of: client)
        setOption(SO_KEEPALIVE, at: SOL_SOCKET, to: 1, of: client)
    }

    private static func setOption(_ name: CInt, at level: CInt, to value: CInt, of socket: CInt) {
        var value = value
        setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
    }

    /// The port that the system chose, at the same offset in both families of addresses.
    private static func port(of descriptor: CInt) -> Int? {
        var address = sockaddr_in6()
        var count = socklen_t(MemoryLayout<sockaddr_in6>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = getsockname(descriptor, $0, &count)
            }
        }
        guard [AF_INET, AF_INET6].contains(CInt(address.sin6_family)) else { return nil }
        return Int(UInt16(bigEndian: address.sin6_port))
    }
}

/// The addresses that a host name resolves to.
struct AddressList: ~Copyable {
    private let head: UnsafeMutablePointer<addrinfo>

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

    /// Listens on the first address.
    func listen() throws(ListenFailure) -> CInt {
        let address = head.pointee
        let type = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, type, address.ai_protocol)
        guard descriptor >= 0 else { throw ListenFailure(errno) }
        var yes: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
            Glibc.listen(descriptor, SOMAXCONN) == 0
        else {
            let failure = ListenFailure(errno)
            close(descriptor)
            throw failure
        }
        return descriptor
    }
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

/// A listening socket that the program has inherited.
enum InheritedDescriptor {
    /// Checks a descriptor, and makes it non-blocking and close-on-exec.
    static func adopt(_ descriptor: CInt) throws(ListenFailure) -> CInt {
        guard option(SO_ACCEPTCONN, of: descriptor) == 1,
            option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue)
        else { throw .other("descriptor \(descriptor) is no listening stream socket") }
        let flags = fcntl(descriptor, F_GETFL)
        guard fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw .other(String(cString: strerror(errno))) }
        return descriptor
    }

    /// The value of a socket's option; `nil` for what is no socket.
    private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var count = socklen_t(MemoryLayout<CInt>.size)
        let code = getsockopt(descriptor, SOL_SOCKET, name, &value, &count)
        return code == 0 ? value : nil
    }
}
