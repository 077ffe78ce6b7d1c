import CWebSockets
import Glibc

/// The file of a socket that a server listens on; it goes with this value.
final class SocketFile {
    private let path: String
    private let identity: Identity

    /// What tells a socket's file from one that somebody has put into its place.
    private struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t

        /// `nil` when no socket is at `path`.
        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
            (device, inode) = (status.st_dev, status.st_ino)
        }
    }

    /// Gives `socket` a name, which a server that has died may have left behind.
    init(of socket: CInt, at path: String) throws(ListenFailure) {
        guard let address = UnixAddress(path: path), !path.hasPrefix("@") else {
            throw .other("the path of a socket has 1 to 107 bytes, the first of which is no @")
        }
        try Self.bind(socket, to: address, at: path)
        guard let identity = Identity(path) else { throw .pathInUse }
        (self.path, self.identity) = (path, identity)
    }

    deinit { if Identity(path) == identity { unlink(path) } }

    /// Listens at `path`; `mode` says who may connect.
    static func listen(
        at path: String,
        mode: UInt32
    ) throws(ListenFailure) -> (CInt, SocketFile) {
        let socket = makeSocket()
        do throws(ListenFailure) {
            let file = try SocketFile(of: socket, at: path)
            // Nobody can connect before the socket listens, so the mode holds for everybody.
            guard chmod(path, mode_t(mode)) == 0, Glibc.listen(socket, SOMAXCONN) == 0 else {
                throw ListenFailure(atPath: errno)
            }
            return (socket, file)
        } catch {
            close(socket)
            throw error
        }
    }

    private static func bind(
        _ socket: CInt,
        to address: UnixAddress,
        at path: String
    ) throws(ListenFailure) {
        if address.withPointer({ Glibc.bind(socket, $0, $1) }) == 0 { return }
        guard errno == EADDRINUSE else { throw ListenFailure(atPath: errno) }
        guard isAbandoned(address, at: path) else { throw .pathInUse }
        unlink(path)
        guard address.withPointer({ Glibc.bind(socket, $0, $1) }) == 0 else {
            throw ListenFailure(atPath: errno)
        }
    }

    /// Whether a socket is there that nobody listens on any more.
    private static func isAbandoned(_ address: UnixAddress, at path: String) -> Bool {
        guard Identity(path) != nil else { return false }
        let visitor = makeSocket()
        defer { close(visitor) }
        return address.withPointer { connect(visitor, $0, $1) } != 0 && errno == ECONNREFUSED
    }

    private static func makeSocket() -> CInt {
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        return socket(AF_UNIX, Int32(kind), 0)
    }
}

extension ListenFailure {
    /// What stands in the way of a socket in the file system.
    fileprivate init(atPath code: CInt) {
        self = code == EADDRINUSE ? .pathInUse : .other(String(cString: strerror(code)))
    }
}
