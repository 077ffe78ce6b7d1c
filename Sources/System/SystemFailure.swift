import Glibc
import Synchronization

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

/// Logs only the first of several messages, as a failing disk fails each time.
///
/// Safe on every thread.
package final class LogOnce: Sendable {
    private let log: @Sendable (String) -> Void
    private let isReported = Atomic(false)

    /// Logs to `log`.
    package init(_ log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// Logs a line, unless one was logged before.
    package func report(_ line: String) {
        if !isReported.exchange(true, ordering: .relaxed) { log(line) }
    }
}
