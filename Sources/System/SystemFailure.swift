import Glibc

/// Why a system call failed, with the system's message.
package struct SystemFailure: Error {
    /// The message.
    package let reason: String
    /// What kind of failure it is, where callers tell it from others.
    package let kind: Kind?
    /// The error number (`errno`); `nil` for a failure with a message of its own.
    package let code: CInt?

    /// The failure of this thread's last call, from `errno`.
    package init() { self.init(code: errno) }

    /// A failure with a message of its own.
    package init(reason: String, kind: Kind? = nil) {
        (self.reason, self.kind, code) = (reason, kind, nil)
    }

    /// The failure of a call that returns its error number.
    package init(code: CInt) {
        (reason, kind, self.code) = (String(cString: strerror(code)), Kind(code), code)
    }

    /// The kinds of failures that something else is done about than to report them.
    package enum Kind: Sendable {
        /// Nothing has the name.
        case missing
        /// A part of the name is no folder.
        case noFolder
        /// Something has the name already.
        case exists
        /// The call cannot be done on this kind of file or file system.
        case unsupported
        /// The name leads elsewhere: to another file system, or out of a folder.
        case elsewhere
        /// This process may not do it.
        case notPermitted
        /// It would have to wait.
        case notNow
        /// Nobody reads what is written.
        case unread
        /// The process or the system has no more descriptors or memory for sockets.
        case exhausted
        /// Another socket has the address.
        case addressInUse
        /// The address is no address of this machine.
        case noSuchAddress
        /// Nobody listens there.
        case refused

        fileprivate init?(_ code: CInt) {
            switch code {
            case ENOENT: self = .missing
            case ENOTDIR: self = .noFolder
            case EEXIST: self = .exists
            case EINVAL, ENOSYS, EOPNOTSUPP: self = .unsupported
            case EXDEV: self = .elsewhere
            case EPERM, EACCES: self = .notPermitted
            case EAGAIN: self = .notNow
            case EPIPE: self = .unread
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: self = .exhausted
            case EADDRINUSE: self = .addressInUse
            case EADDRNOTAVAIL: self = .noSuchAddress
            case ECONNREFUSED: self = .refused
            default: return nil
            }
        }
    }
}

/// Calls C again while signals interrupt it, and returns what it returned, or throws.
func uninterrupted<Number: SignedInteger>(
    _ call: () -> Number
) throws(SystemFailure) -> Number {
    while true {
        let result = call()
        if result >= 0 { return result }
        guard errno == EINTR else { throw SystemFailure() }
    }
}
