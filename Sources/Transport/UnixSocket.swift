import CWebSockets
import Glibc

/// The file of a Unix socket that a server listens on; it is removed with this value.
final class SocketFile {
    private let path: String
    private let identity: Identity

    /// Distinguishes the socket's file from one that has replaced it.
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

    /// Binds `socket` to a path, replacing the file of a server that has died.
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
            // No client can connect before the socket listens, so the mode applies to all.
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

    /// Whether the path is a socket on which no process listens any more.
    private static func isAbandoned(_ address: UnixAddress, at path: String) -> Bool {
        guard Identity(path) != nil else { return false }
        let probe = makeSocket()
        defer { close(probe) }
        return address.withPointer { connect(probe, $0, $1) } != 0 && errno == ECONNREFUSED
    }

    private static func makeSocket() -> CInt {
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        return socket(AF_UNIX, Int32(kind), 0)
    }
}

extension ListenFailure {
    /// Why a socket cannot listen at a path.
    fileprivate init(atPath code: CInt) {
        self = code == EADDRINUSE ? .pathInUse : .other(String(cString: strerror(code)))
    }
}

/// The address of a socket in the file system.
package struct UnixAddress {
    private var address = sockaddr_un()
    private let count: Int

    /// The address of a path; one that starts with `@` is abstract, and in no file system.
    ///
    /// `nil` when it is longer than the 107 bytes that the kernel allows.
    package init?(path: String) {
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard (1..<capacity).contains(path.utf8.count), !path.utf8.contains(0) else { return nil }
        let isAbstract = path.hasPrefix("@")
        let name = isAbstract ? [0] + path.utf8.dropFirst() : path.utf8 + [0]
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        count = MemoryLayout<sockaddr_un>.size - capacity + name.count
    }

    /// Sends a datagram there, from any thread; it is lost if no process listens.
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
