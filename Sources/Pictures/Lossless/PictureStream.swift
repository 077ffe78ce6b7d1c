import Synchronization
import System

/// Bytes that a worker makes and a client takes, each at its own pace: the worker pauses while
/// enough of them wait.
///
/// Safe on every thread. The loop takes, and one worker thread appends.
final class PictureStream: Sendable {
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
    static let limit = 4 << 20

    /// Whether anybody wants the bytes.
    var isWanted: Bool { state.withLock { $0.isWanted } }

    /// Moves bytes into a buffer; also returns whether the worker has to be asked to go on.
    func take(
        into buffer: UnsafeMutableRawBufferPointer
    ) -> (taken: PictureBytes.Taken, mustAsk: Bool) {
        state.withLock { state in
            let count = state.take(into: buffer)
            state.isStarved = count == 0
            let taken: PictureBytes.Taken =
                count > 0 ? .bytes(count) : state.isOver ? .ended : .nothing
            return (taken, state.askIfLow(Self.limit / 2))
        }
    }

    /// Adds bytes; returns whether the client waits for them.
    func append(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            state.pieces.append(bytes[...])
            state.waiting += bytes.count
            defer { state.isStarved = false }
            return state.isStarved
        }
    }

    /// Whether the worker should go on; if not, it pauses until it is asked again.
    func goesOn() -> Bool {
        state.withLock { state in
            state.isBeingFed = state.isWanted && state.waiting < Self.limit
            return state.isBeingFed
        }
    }

    /// Notes that there will be no further bytes.
    func end() { state.withLock { $0.isOver = true } }

    /// Notes that nobody wants the bytes any more; returns whether the worker has to be asked to let
    /// go of them.
    func abandon() -> Bool {
        state.withLock { state in
            state.isWanted = false
            state.pieces = []
            return !state.isOver && !state.isBeingFed
        }
    }
}

extension PictureStream.State {
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

/// The client's end of a stream, which is abandoned with this object.
///
/// Belongs to the loop's thread.
package final class PictureBytes {
    /// What is there to be taken.
    package enum Taken: Equatable {
        /// So many bytes.
        case bytes(Int)
        /// Nothing yet; the loop is told when there is.
        case nothing
        /// Nothing any more: a frame could not be decoded, or is not like the first.
        case ended
    }

    private let job: LosslessJob
    private let worker: LosslessWorker

    /// Has a worker carry out a job.
    init(of job: LosslessJob, by worker: LosslessWorker) {
        (self.job, self.worker) = (job, worker)
        ask()
    }

    deinit { if job.stream.abandon() { ask() } }

    /// Moves bytes into a buffer.
    package func take(into buffer: UnsafeMutableRawBufferPointer) -> Taken {
        let (taken, mustAsk) = job.stream.take(into: buffer)
        if mustAsk { ask() }
        return taken
    }

    private func ask() { worker.queue.post(job, for: job.exchange) }
}
