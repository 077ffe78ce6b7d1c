import Media
import Synchronization
import System

/// A block that is being fetched, for all who want bytes of it.
///
/// Goes on as long as somebody holds it. Safe on every thread.
final class BlockFetch: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var fault: RemoteFault?
        var isComplete = false
        var order: UInt64?
        var waiting: [Latch] = []

        /// Lets all look again who wait.
        mutating func wake() {
            for latch in waiting { latch.open() }
            waiting = []
        }
    }

    private let state = Mutex(State())
    /// Bytes of the block.
    private let length: Int
    /// Called at the end, with the order if it has not been carried out.
    private let release: @Sendable (_ unfinished: UInt64?) -> Void

    init(length: Int, release: @escaping @Sendable (_ unfinished: UInt64?) -> Void) {
        (self.length, self.release) = (length, release)
    }

    deinit {
        let order = state.withLock { $0.isComplete || $0.fault != nil ? nil : $0.order }
        release(order)
    }

    /// Copies bytes from `start` on into a buffer, once so many have come; blocks.
    func copy(from start: Int, into buffer: UnsafeMutableRawBufferPointer) throws(RemoteFault) {
        while let latch = try copyOrWait(from: start, into: buffer) { latch.wait() }
    }

    private func copyOrWait(
        from start: Int,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Latch? {
        try state.withLock { state throws(RemoteFault) in
            if state.bytes.count >= start + buffer.count {
                buffer.copyBytes(from: state.bytes[start..<start + buffer.count])
                return nil
            }
            if let fault = state.fault { throw fault }
            let latch = Latch()
            state.waiting.append(latch)
            return latch
        }
    }

    /// Whether it has all of its bytes, or they may still come.
    var isUsable: Bool { state.withLock { $0.fault == nil } }

    /// Whether most of its bytes have come, and the others may still come: then it is worth its end.
    var isNearItsEnd: Bool {
        state.withLock { $0.fault == nil && !$0.isComplete && $0.bytes.count * 2 > length }
    }

    /// Notes the order that fetches it.
    func noteOrder(_ order: UInt64) { state.withLock { $0.order = order } }

    /// Adds bytes that have come.
    func add(_ bytes: [UInt8]) {
        state.withLock { state in
            state.bytes += bytes
            state.wake()
        }
    }

    /// Ends it with all of its bytes, and returns them; `nil` where there are fewer.
    func complete() -> [UInt8]? {
        state.withLock { state in
            guard state.bytes.count == length else { return nil }
            state.isComplete = true
            return state.bytes
        }
    }

    /// Ends it without the rest of its bytes.
    func fail(_ fault: RemoteFault) {
        state.withLock { state in
            state.fault = fault
            state.wake()
        }
    }
}
