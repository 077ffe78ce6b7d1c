import Media
import Synchronization
import System

/// A block that is being fetched, for all who want bytes of it.
///
/// It is fetched from where the first of them reads, so that this one waits for nothing else, and then
/// from its begin to there. Goes on as long as somebody holds it. Safe on every thread.
final class BlockFetch: Sendable {
    private struct State {
        /// The bytes that have come from ``first`` on, and of those before.
        var tail: [UInt8] = []
        var front: [UInt8] = []
        var fault: RemoteFault?
        var (isAtFront, isComplete) = (false, false)
        var order: UInt64?
        var waiting: [Latch] = []

        /// Lets all look again who wait.
        mutating func wake() {
            for latch in waiting { latch.open() }
            waiting = []
        }
    }

    private let state = Mutex(State())
    /// Bytes of the block, and the one that is fetched first.
    private let length: Int
    private let first: Int
    /// Called at the end, with the order if it has not been carried out.
    private let release: @Sendable (_ unfinished: UInt64?) -> Void

    /// Fetches are worth a request of their own from so many bytes on.
    private static let part = 1 << 16

    /// Begins a block of `length` bytes for one who reads from `start` on.
    init(
        length: Int,
        from start: Int = 0,
        release: @escaping @Sendable (_ unfinished: UInt64?) -> Void
    ) {
        (self.length, self.release) = (length, release)
        first = start / Self.part * Self.part
        state.withLock { $0.tail.reserveCapacity(length - first) }
    }

    /// The bytes that are to be fetched next, within the block; `nil` once all have come.
    var missing: Range<Int>? {
        state.withLock { state in
            if state.tail.count < length - first { return first + state.tail.count..<length }
            return state.front.count < first ? state.front.count..<first : nil
        }
    }

    deinit {
        let order = state.withLock { $0.isComplete || $0.fault != nil ? nil : $0.order }
        release(order)
    }

    /// Whether all has come from the first byte on, and what is before is to be fetched now; once.
    func turnsToFront() -> Bool {
        state.withLock { state in
            guard first > 0, state.tail.count == length - first, !state.isAtFront else {
                return false
            }
            state.isAtFront = true
            return true
        }
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
            if copy(from: start, of: state, into: buffer) { return nil }
            if let fault = state.fault { throw fault }
            let latch = Latch()
            state.waiting.append(latch)
            return latch
        }
    }

    /// Copies bytes that have come; `false` where some of them have not.
    private func copy(
        from start: Int,
        of state: borrowing State,
        into buffer: UnsafeMutableRawBufferPointer
    ) -> Bool {
        let end = start + buffer.count
        if start >= first {
            guard end - first <= state.tail.count else { return false }
            buffer.copyBytes(from: state.tail[start - first..<end - first])
            return true
        }
        let inFront = min(end, first) - start
        guard start + inFront <= state.front.count, end - first <= state.tail.count
        else { return false }
        buffer.copyBytes(from: state.front[start..<start + inFront])
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[inFront...])
        rest.copyBytes(from: state.tail[..<rest.count])
        return true
    }

    /// Whether it has all of its bytes, or they may still come.
    var isUsable: Bool { state.withLock { $0.fault == nil } }

    /// Whether most of its bytes have come, and the others may still come: then it is worth its end.
    var isNearItsEnd: Bool {
        state.withLock {
            $0.fault == nil && !$0.isComplete && ($0.tail.count + $0.front.count) * 2 > length
        }
    }

    /// Notes the order that fetches it.
    func noteOrder(_ order: UInt64) { state.withLock { $0.order = order } }

    /// Adds bytes that have come.
    func add(_ bytes: [UInt8]) {
        state.withLock { state in
            if state.tail.count < length - first {
                state.tail += bytes
            } else {
                state.front += bytes
            }
            state.wake()
        }
    }

    /// Ends it with all of its bytes, and returns them; `nil` where their number is another.
    func complete() -> [UInt8]? {
        state.withLock { state in
            guard state.tail.count + state.front.count == length else { return nil }
            state.isComplete = true
            return state.front.isEmpty ? state.tail : state.front + state.tail
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
