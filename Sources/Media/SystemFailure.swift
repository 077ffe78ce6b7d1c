import Glibc

/// Why the system did not do what it was asked, in its own words.
package struct SystemFailure: Error {
    /// What is wrong.
    package let reason: String
    /// The system's number for it; `nil` for a failure in words of our own.
    package let code: CInt?

    /// The failure of the call that was made last on this thread.
    package init() { self.init(code: errno) }

    /// A failure in words of our own.
    package init(reason: String) { (self.reason, code) = (reason, nil) }

    /// The failure of a call that returns its number.
    package init(code: CInt) {
        (reason, self.code) = (String(cString: strerror(code)), code)
    }
}

/// Writes all of `bytes` to an open file, behind what was written before.
package func write(_ bytes: [UInt8], to descriptor: CInt) throws(SystemFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw SystemFailure() }
        rest = rest.dropFirst(count)
    }
}
