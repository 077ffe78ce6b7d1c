import CSandbox
import Dispatch
import Glibc

/// Something that one thread waits for and another one tells.
///
/// Safe on every thread.
package final class Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Creates one that nobody has told of yet.
    package init() {}

    /// Lets who waits, or comes to wait, go on.
    package func open() { semaphore.signal() }

    /// Waits until it is told; blocks.
    package func wait() { semaphore.wait() }

    /// The same for a time; `false` once that has passed.
    package func wait(atMost time: Duration) -> Bool {
        let nanoseconds = max(0, min(time, .seconds(86_400)) / .nanoseconds(1))
        return semaphore.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success
    }
}

/// A call for a thread that waits for descriptors.
///
/// Safe on every thread.
package final class Bell: Sendable {
    private let bell, ear: CInt

    /// Creates a bell that has not been rung.
    package init() throws(SystemFailure) {
        var ends: [CInt] = [-1, -1]
        let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        guard socketpair(AF_UNIX, CInt(kind), 0, &ends) == 0 else { throw SystemFailure() }
        (bell, ear) = (ends[0], ends[1])
    }

    deinit {
        close(bell)
        close(ear)
    }

    /// Wakes the thread that waits, or comes to wait.
    package func ring() {
        var ring: UInt8 = 1
        _ = send(bell, &ring, 1, CInt(MSG_NOSIGNAL))
    }

    /// Waits until it is rung, or another descriptor has something to read; blocks for a time.
    package func wait(or descriptor: CInt?, atMost time: Duration?) {
        var entries = [pollfd(fd: ear, events: Int16(POLLIN), revents: 0)]
        if let descriptor {
            entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        let most = time.map { CInt(clamping: Int64(max(0, $0 / .milliseconds(1))) + 1) } ?? -1
        poll(&entries, nfds_t(entries.count), most)
        var rings: UInt8 = 0
        while recv(ear, &rings, 1, 0) > 0 {}
    }
}
