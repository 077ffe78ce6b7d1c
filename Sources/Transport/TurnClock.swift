import CWebSockets
import System

/// Measures the turns of a loop, in its thread's processor time.
///
/// A turn is all that the loop does from one wait to the next, the wait itself excluded: while one
/// lasts, no client is served. It is counted in processor time, because that is what the loop is
/// to blame for; a thread that waits for a busy processor is not. Belongs to the loop's thread.
final class TurnClock {
    private let watcher = UnsafeMutablePointer<ev_prepare>.allocate(capacity: 1)
    private let loop: OpaquePointer
    private let ended: (Duration) -> Void
    /// The thread's processor time when the turn began; `nil` before the first wait.
    private var began: Duration?

    /// Calls `ended` at the end of each turn with the time that it took.
    init(on loop: OpaquePointer, ended: @escaping (Duration) -> Void) {
        (self.loop, self.ended) = (loop, ended)
        watcher.initialize(to: ev_prepare())
        vn_prepare_start(loop, watcher, loopWaits)
        watcher.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        ev_prepare_stop(loop, watcher)
        watcher.deallocate()
    }

    /// The loop is about to wait.
    fileprivate func turn() {
        let now = ProcessorTime.ofThread
        if let began { ended(now - began) }
        began = now
    }
}

private func loopWaits(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_prepare>?, _: CInt) {
    guard let data = watcher?.pointee.data else { return }
    Unmanaged<TurnClock>.fromOpaque(data).takeUnretainedValue().turn()
}
