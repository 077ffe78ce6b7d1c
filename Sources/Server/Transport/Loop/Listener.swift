import CWebSockets
import Glibc

/// A listening stream socket.
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
        case .inherited(let descriptor): (try InheritedSocket.adopt(descriptor), nil)
        }
    }

    /// Takes the next client that waits, set up for small messages in both directions.
    func accept() -> Accepted {
        while true {
            let client = vn_accept(descriptor)
            if client >= 0 {
                if port != nil { Self.configure(client) }
                return .connection(client)
            }
            switch errno {
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            // Whoever has gone before it was taken leaves the place to the next.
            case ECONNABORTED, EINTR: continue
            default: return .none
            }
        }
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

    /// The port that the system gave, which both families of addresses keep at the same place.
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
