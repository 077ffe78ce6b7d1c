import Dispatch
import Media
import Synchronization

/// A thread that writes pictures to the store, so that nobody waits for the disk.
///
/// Gathers for a moment, because many at once cost little more than one. What comes faster than
/// the disk takes it is forgotten: it can be made again.
final class PreviewKeeper: Sendable {
    /// Which pictures can be kept at once.
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
    private static let moment = DispatchTimeInterval.milliseconds(250)
    /// A disk that hangs must not keep the program from ending.
    private static let patience = DispatchTimeInterval.seconds(5)

    /// Starts the thread, which ends with ``finish()``.
    init(_ store: PreviewStore) {
        self.store = store
        WorkThread.start(named: "vernier-keeper") { [self] in
            while keepNext() {}
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
        _ = end.wait(timeout: .now() + Self.patience)
    }

    /// Keeps what has gathered; returns whether more may come.
    private func keepNext() -> Bool {
        arrivals.wait()
        if closing.wait(timeout: .now() + Self.moment) == .success { closing.signal() }
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
