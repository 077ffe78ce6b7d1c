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
    /// The thread's processor time when it was last asked for; `nil` before the first wait.
    private var asked: Duration?
    /// The short turns since then, and the seconds that they lasted.
    private var (shortTurns, shortTime) = (0, 0.0)
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
        // By nanoseconds, as a `Duration` made of a double takes as long as a turn's other bookkeeping.
        let time = isShort ? Duration.nanoseconds(Int64(lasted * 1e9)) : nil
        guard let time, asked != nil, shortTurns < Self.mostShortTurns else {
            return askProcessor(time)
        }
        shortTurns += 1
        shortTime += lasted
        ended(time)
    }

    /// Ends a turn that took `time`, or, where that is `nil`, what is not of the short turns.
    private func askProcessor(_ time: Duration?) {
        let (now, asked, before) = (ProcessorTime.ofThread, asked, shortTime)
        (self.asked, shortTurns, shortTime) = (now, 0, 0)
        if let asked { ended(time ?? max(.zero, now - asked - .seconds(before))) }
    }
}

private func loopWaits(_: OpaquePointer?, watcher: UnsafeMutablePointer<ev_prepare>?, _: CInt) {
    guard let data = watcher?.pointee.data else { return }
    Unmanaged<TurnClock>.fromOpaque(data).takeUnretainedValue().turn()
}
