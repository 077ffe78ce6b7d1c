import CWebSockets
import System

/// Measures the turns of a loop, in its thread's processor time.
///
/// A turn is all that the loop does from one wait to the next, the wait itself excluded: while one
/// lasts, no client is served. It is counted in processor time, because that is what the loop is
/// to blame for; a thread that waits for a busy processor is not. Belongs to the loop's thread.
///
/// To ask for the processor time takes a call of the system. So a turn that has lasted less than a
/// millisecond counts as long as it has lasted, and up to 16 of them are part of the next longer one.
final class TurnClock {
    private let watcher = UnsafeMutablePointer<ev_prepare>.allocate(capacity: 1)
    private let loop: OpaquePointer
    private let ended: (Duration) -> Void
    /// The thread's processor time at the end of a turn, and the turns since; `nil` before the first.
    private var asked: (time: Duration, turns: Int)?

    private static let short = 0.001
    private static let mostTurns = 16

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
        // Wrong where the machine's clock was set meanwhile.
        let lasted = ev_time() - ev_now(loop)
        let isShort = 0..<Self.short ~= lasted
        if isShort, let turns = asked?.turns, turns < Self.mostTurns {
            asked?.turns += 1
            return ended(.seconds(lasted))
        }
        let now = ProcessorTime.ofThread
        if isShort {
            ended(.seconds(lasted))
        } else if let asked {
            let worked = now - asked.time
            ended(lasted > 0 ? min(worked, .seconds(lasted)) : worked)
        }
        asked = (now, 0)
    }
}

private func loopWaits(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_prepare>?, _: CInt) {
    guard let data = watcher?.pointee.data else { return }
    Unmanaged<TurnClock>.fromOpaque(data).takeUnretainedValue().turn()
}
