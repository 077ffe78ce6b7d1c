import Synchronization

/// Bytes that a worker makes and a client takes, each at its own pace: the worker pauses while
/// enough of them wait.
///
/// Safe on every thread. The loop takes, and one worker thread appends.
package final class ByteStream: Sendable {
    /// What is there to be taken.
    package enum Taken: Equatable, Sendable {
        /// So many bytes.
        case bytes(Int)
        /// Nothing yet; whoever appends is told that it is waited for.
        case nothing
        /// Nothing any more.
        case ended
    }

    fileprivate struct State {
        var pieces: [ArraySlice<UInt8>] = []
        var waiting = 0
        /// Whether the worker has been asked for more, and has not paused since.
        var isBeingFed = true
        /// Whether the client waits for bytes.
        var isStarved = false
        var isWanted = true
        /// Whether there will be no further bytes.
        var isOver = false
    }

    private let state = Mutex(State())
    /// Bytes that wait before the worker pauses.
    package let limit: Int

    /// Begins a stream whose worker is about to be asked for the first bytes.
    package init(limit: Int) { self.limit = limit }

    /// Whether anybody wants the bytes.
    package var isWanted: Bool { state.withLock { $0.isWanted } }

    /// Moves bytes into a buffer; also returns whether the worker has to be asked to go on.
    package func take(
        into buffer: UnsafeMutableRawBufferPointer
    ) -> (taken: Taken, mustAsk: Bool) {
        state.withLock { state in
            let count = state.take(into: buffer)
            state.isStarved = count == 0
            let taken: Taken =
                count > 0 ? .bytes(count) : state.isOver ? .ended : .nothing
            return (taken, state.askIfLow(limit / 2))
        }
    }

    /// Adds bytes; returns whether the client waits for them.
    package func append(_ pieces: ArraySlice<UInt8>...) -> Bool {
        state.withLock { state in
            state.pieces += pieces
            state.waiting += pieces.reduce(0) { $0 + $1.count }
            defer { state.isStarved = false }
            return state.isStarved
        }
    }

    /// Whether the worker should go on; if not, it pauses until it is asked again.
    package func goesOn() -> Bool {
        state.withLock { state in
            state.isBeingFed = state.isWanted && state.waiting < limit
            return state.isBeingFed
        }
    }

    /// Notes that there will be no further bytes.
    package func end() { state.withLock { $0.isOver = true } }

    /// Notes that nobody wants the bytes any more; returns whether the worker has to be asked to let
    /// go of them.
    package func abandon() -> Bool {
        state.withLock { state in
            state.isWanted = false
            state.pieces = []
            return !state.isOver && !state.isBeingFed
        }
    }
}

extension ByteStream.State {
    fileprivate mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while count < buffer.count, let piece = pieces.first {
            let part = piece.prefix(buffer.count - count)
            UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: part)
            count += part.count
            pieces[0] = piece.dropFirst(part.count)
            if pieces[0].isEmpty { pieces.removeFirst() }
        }
        waiting -= count
        return count
    }

    /// Whether the worker has to be asked to go on, which is noted.
    fileprivate mutating func askIfLow(_ limit: Int) -> Bool {
        guard !isBeingFed, !isOver, isWanted, waiting < limit else { return false }
        isBeingFed = true
        return true
    }
}
