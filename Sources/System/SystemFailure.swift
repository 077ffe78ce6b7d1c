import Glibc

/// Why a system call failed, with the system's message.
package struct SystemFailure: Error {
    /// The message.
    package let reason: String
    /// The error number (`errno`); `nil` for a failure with a message of its own.
    package let code: CInt?

    /// The failure of this thread's last call, from `errno`.
    package init() { self.init(code: errno) }

    /// A failure with a message of its own.
    package init(reason: String) { (self.reason, code) = (reason, nil) }

    /// The failure of a call that returns its error number.
    package init(code: CInt) {
        (reason, self.code) = (String(cString: strerror(code)), code)
    }
}

/// Writes all of `bytes` at an open file's offset; blocks.
package func write(_ bytes: [UInt8], to descriptor: CInt) throws(SystemFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw SystemFailure() }
        rest = rest.dropFirst(count)
    }
}
