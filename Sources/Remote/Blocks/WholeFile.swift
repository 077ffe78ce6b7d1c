import Media
import Synchronization
import System

/// A file whose server sends no parts of it: it is downloaded into the cache, and read there as far
/// as it has come.
///
/// The download goes on as long as somebody holds this. Safe on every thread.
final class WholeFile: RangeSource {
    /// Reads what is on the disk; negative on failure.
    typealias DiskRead = @Sendable (Int64, UnsafeMutableRawBufferPointer) -> Int

    private struct State {
        var read: DiskRead?
        /// Bytes that can be read, from the first on.
        var count: Int64 = 0
        var fault: RemoteFault?
        /// Ends the download.
        var cancel: (@Sendable () -> Void)?
        var waiting: [Latch] = []

        /// Lets all look again who wait.
        mutating func wake() {
            for latch in waiting { latch.open() }
            waiting = []
        }
    }

    private let state = Mutex(State())
    /// Bytes of the file.
    let size: Int64
    /// Called when somebody has to wait.
    private let noteWait: @Sendable () -> Void

    init(size: Int64, noteWait: @escaping @Sendable () -> Void) {
        (self.size, self.noteWait) = (size, noteWait)
    }

    deinit { state.withLock { $0.cancel }?() }

    /// Why no more of it comes; `nil` while it may.
    var fault: RemoteFault? { state.withLock { $0.fault } }

    /// Whether the byte at a place has come.
    func holds(_ offset: Int64) -> Bool { state.withLock { $0.read != nil && offset < $0.count } }

    func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        guard (0..<size).contains(offset), !buffer.isEmpty else { return 0 }
        let (read, end) = try available(from: offset)
        let most = Int(min(Int64(buffer.count), end - offset))
        let count = read(offset, UnsafeMutableRawBufferPointer(rebasing: buffer[..<most]))
        guard count > 0 else { throw .notKept }
        return count
    }

    /// How to read at a place, and up to where; blocks until its first byte has come.
    private func available(from offset: Int64) throws(RemoteFault) -> (DiskRead, Int64) {
        var hasWaited = false
        while true {
            let latch = Latch()
            let found = try state.withLock { state throws(RemoteFault) -> (DiskRead, Int64)? in
                if let read = state.read, offset < state.count { return (read, state.count) }
                if let fault = state.fault { throw fault }
                state.waiting.append(latch)
                return nil
            }
            if let found { return found }
            if !hasWaited { noteWait() }
            hasWaited = true
            latch.wait()
        }
    }

    /// Takes the file, all of which is on the disk.
    func take(_ file: OpenFile) {
        state.withLock { state in
            state.read = { file.read(at: $0, into: $1) }
            state.count = size
            state.wake()
        }
    }

    /// Begins to take the file from a draft; `cancel` ends that before its end.
    func begin(reading draft: StoreDraft, cancel: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard state.fault == nil else { return }
            state.read = { draft.read(at: $0, into: $1) }
            state.cancel = state.count < size ? cancel : nil
            // The first bytes may have come already.
            state.wake()
        }
    }

    /// Notes how many bytes can be read; fewer than before where the download has begun anew.
    func note(_ count: Int64) {
        state.withLock { state in
            state.count = count
            if count == size { state.cancel = nil }
            state.wake()
        }
    }

    /// Ends it without the rest of its bytes.
    func fail(_ fault: RemoteFault) {
        let cancel = state.withLock { state in
            defer { (state.fault, state.cancel) = (fault, nil) }
            state.wake()
            return state.cancel
        }
        cancel?()
    }
}
