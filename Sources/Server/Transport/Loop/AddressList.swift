import CWebSockets
import Glibc

/// What the name of a machine resolves to.
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
