import CWebSockets
import Glibc

/// A listening socket that the program was started with.
enum InheritedSocket {
    /// Makes a descriptor fit for the loop, and for us alone.
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
