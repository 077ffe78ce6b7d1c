import CWebSockets
import System

/// Measures the turns of a loop, in its thread's processor time.
///
/// A turn is all that the loop does from one wait to the next, the wait itself excluded: while one
/// lasts, no client is served. It is counted in processor time, because that is what the loop is
/// to blame for; a thread that waits for a busy processor is not. Belongs to the loop's thread.
///
/// To ask for it takes a call of the system. A turn of less than 100 µs, as one of a single message
/// is, has hardly waited, so it counts as long as it lasted by the clock, and the next long one
/// without it.
final class TurnClock {
    private let watcher = UnsafeMutablePointer<ev_prepare>.allocate(capacity: 1)
    private let loop: OpaquePointer
    private let ended: (Duration) -> Void
    /// The thread's processor time when the turn began, as long as the short turns before it took what
    /// they lasted; `nil` before the first wait.
    private var began: Duration?
    /// The short turns since the processor's time was asked for.
    private var shortTurns = 0
    /// Seconds of the next turn that have passed before the wait.
    private var beforeWait = 0.0

    private static let short = 0.000_1
    private static let mostShortTurns = 10

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
        let now = ev_time()
        let lasted = beforeWait + now - ev_now(loop)
        end(after: lasted)
        // What is done at the end of a turn is a part of the next one.
        beforeWait = ev_time() - now
    }

    private func end(after lasted: Double) {
        // Neither, where the machine's clock was set meanwhile.
        let isShort = 0..<Self.short ~= lasted
        guard isShort, let began, shortTurns < Self.mostShortTurns else {
            return askProcessor(isShort ? .seconds(lasted) : nil)
        }
        shortTurns += 1
        self.began = began + .seconds(lasted)
        ended(.seconds(lasted))
    }

    private func askProcessor(_ lasted: Duration?) {
        let (now, began) = (ProcessorTime.ofThread, began)
        (self.began, shortTurns) = (now, 0)
        if let began { ended(lasted ?? max(.zero, now - began)) }
    }
}

private func loopWaits(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_prepare>?, _: CInt) {
    guard let data = watcher?.pointee.data else { return }
    Unmanaged<TurnClock>.fromOpaque(data).takeUnretainedValue().turn()
}
