import CSystem
import Glibc

/// The file of a Unix socket that a server listens on; it is removed with this value.
final class SocketFile: Sendable {
    private let path: FilePath
    /// What distinguishes the socket's file from one that has replaced it.
    private let status: FileStatus

    /// Binds `socket` to a path, replacing the file of a server that has died.
    private init(of socket: Descriptor, at path: String) throws(SystemFailure) {
        guard let address = UnixAddress(path: path), !path.hasPrefix("@") else {
            throw SystemFailure(
                reason: "the path of a socket has 1 to 107 bytes, the first of which is no @"
            )
        }
        self.path = FilePath(path)
        try Self.bind(socket, to: address, at: self.path)
        guard let status = self.path.socketStatus else { throw SystemFailure(code: EADDRINUSE) }
        self.status = status
    }

    deinit { if path.socketStatus?.isSame(as: status) ?? false { try? path.remove() } }

    /// Listens at `path`; `mode` says who may connect.
    static func listen(
        at path: String,
        mode: UInt32
    ) throws(SystemFailure) -> (Descriptor, SocketFile) {
        let socket = makeSocket()
        let file = try SocketFile(of: socket.descriptor, at: path)
        // No client can connect before the socket listens, so the mode applies to all.
        try file.path.setPermissions(mode)
        guard Glibc.listen(socket.descriptor.number, SOMAXCONN) == 0 else { throw SystemFailure() }
        return (socket.release(), file)
    }

    private static func bind(
        _ socket: Descriptor,
        to address: UnixAddress,
        at path: FilePath
    ) throws(SystemFailure) {
        do throws(SystemFailure) {
            try address.bind(socket)
        } catch {
            guard error.kind == .addressInUse, isAbandoned(address, at: path) else { throw error }
            try path.remove()
            try address.bind(socket)
        }
    }

    /// Whether the path is a socket on which no process listens any more.
    private static func isAbandoned(_ address: UnixAddress, at path: FilePath) -> Bool {
        guard path.socketStatus != nil else { return false }
        let probe = makeSocket()
        let code = address.withPointer { connect(probe.descriptor.number, $0, $1) }
        return code != 0 && errno == ECONNREFUSED
    }

    private static func makeSocket() -> OwnedDescriptor {
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        return OwnedDescriptor(socket(AF_UNIX, Int32(kind), 0))
    }
}

extension FilePath {
    /// What the system knows of the socket of this name; `nil` where there is none.
    fileprivate var socketStatus: FileStatus? {
        status.flatMap { $0.kind == .socket ? $0 : nil }
    }
}

/// The address of a socket in the file system.
package struct UnixAddress: Sendable {
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
        let socket = OwnedDescriptor(
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        )
        let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL)
        _ = withPointer {
            sendto(socket.descriptor.number, text, text.utf8.count, flags, $0, $1)
        }
    }

    fileprivate func bind(_ socket: Descriptor) throws(SystemFailure) {
        guard withPointer({ Glibc.bind(socket.number, $0, $1) }) == 0 else {
            throw SystemFailure()
        }
    }

    /// Calls `body` with the address as the C functions want it.
    func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(count))
            }
        }
    }
}
