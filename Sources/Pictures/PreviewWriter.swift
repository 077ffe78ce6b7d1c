import Dispatch
import Media
import Synchronization
import System

/// A thread that writes pictures to the store, so that decode workers do not wait for the disk.
///
/// It collects pictures for 250 ms, because writing many costs little more than writing one. What
/// comes faster than the disk takes it is dropped; it can be made again.
final class PreviewWriter: Sendable {
    /// The pictures that are written together.
    struct Batch: Hashable {
        let source: PreviewSource
        let format: PreviewFormat
    }

    private struct Waiting {
        let file: OpenFile
        var previews: [Int: Preview] = [:]
    }

    private struct State {
        var waiting: [Batch: Waiting] = [:]
        var bytes = 0
        var isClosed = false
    }

    private let store: PreviewStore
    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)
    private let closing = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    /// Bytes of pictures that wait for the disk at most.
    private static let limit = 16 << 20
    private static let collectingTime = DispatchTimeInterval.milliseconds(250)
    /// How long ``finish()`` waits: a disk that hangs must not keep the program from ending.
    private static let timeout = DispatchTimeInterval.seconds(5)

    /// Starts the thread, which ends with ``finish()``.
    init(_ store: PreviewStore) {
        self.store = store
        WorkThread.start(named: "vernier-keeper") { [self] in
            while writeNext() {}
            end.signal()
        }
    }

    /// Adds a picture; safe on every thread.
    func add(_ preview: Preview, of ordinal: Int, in batch: Batch, from file: OpenFile) {
        let isFirst = state.withLock { state in
            guard !state.isClosed, state.bytes + preview.bytes.count <= Self.limit else {
                return false
            }
            defer { state.bytes += preview.bytes.count }
            state.waiting[batch, default: Waiting(file: file)].previews[ordinal] = preview
            return state.bytes == 0
        }
        if isFirst { arrivals.signal() }
    }

    /// Writes what waits, and ends.
    func finish() {
        state.withLock { $0.isClosed = true }
        closing.signal()
        arrivals.signal()
        _ = end.wait(timeout: .now() + Self.timeout)
    }

    /// Writes what has been collected; returns whether more may come.
    private func writeNext() -> Bool {
        arrivals.wait()
        if closing.wait(timeout: .now() + Self.collectingTime) == .success { closing.signal() }
        let (waiting, isClosed) = state.withLock { state in
            defer { (state.waiting, state.bytes) = ([:], 0) }
            return (state.waiting, state.isClosed)
        }
        for (batch, pictures) in waiting {
            store.keep(pictures.previews, of: batch.source, batch.format, from: pictures.file)
        }
        return !isClosed
    }
}
