import Synchronization
import System

/// How fast scans have bytes fetched: so many a second, all of them together, while nobody else waits
/// for any.
///
/// Safe on every thread.
final class ScanPace: Sendable {
    private struct State {
        /// Bytes that may be fetched now; below 0 after a block that was larger.
        var bytes: Double
        var time = ContinuousClock.now
        /// What scans have had fetched.
        var fetched = 0
        /// Others who wait now, and when the last of them had what it wanted.
        var others = 0
        var lastOther: ContinuousClock.Instant?
    }

    private let state: Mutex<State>
    /// Bytes a second; `nil` for as many as come.
    private let rate: Int?
    /// Bytes of each file that a scan has at once: what little there is, and headers.
    ///
    /// Who opens a media waits for them.
    static let prelude = 16 << 20
    /// How long after others have had what they wanted a scan goes on.
    private static let rest = Duration.milliseconds(300)
    /// How long a block waits for others: a scan comes to its end, too.
    private static let patience = Duration.seconds(10)

    init(rate: Int?) {
        self.rate = rate
        state = Mutex(State(bytes: Double(rate ?? 0)))
    }

    /// Bytes that scans have had fetched so far.
    var fetched: Int { state.withLock { $0.fetched } }

    /// Notes bytes that a scan has fetched.
    func note(_ bytes: Int) { state.withLock { $0.fetched += bytes } }

    /// Waits until a scan may have so many bytes fetched; blocks.
    func wait(for bytes: Int) {
        guard rate != nil else { return }
        let began = ContinuousClock.now
        while let pause = take(bytes, at: .now) { WorkThread.sleep(for: pause) }
        while !isIdle(at: .now), .now - began < Self.patience {
            WorkThread.sleep(for: .milliseconds(50))
        }
    }

    /// Takes bytes, of which nobody waits for any yet; returns whether they may be fetched.
    func admits(_ bytes: Int) -> Bool {
        rate == nil || isIdle(at: .now) && take(bytes, at: .now) == nil
    }

    /// Takes bytes from what may be fetched; otherwise, returns how long to wait until then.
    func take(_ bytes: Int, at now: ContinuousClock.Instant) -> Duration? {
        guard let rate else { return nil }
        return state.withLock { state in
            let seconds = (now - state.time) / .seconds(1)
            state.bytes = min(Double(rate), state.bytes + max(0, seconds) * Double(rate))
            state.time = now
            guard state.bytes >= 0 else {
                return max(.milliseconds(1), .seconds(-state.bytes / Double(rate)))
            }
            state.bytes -= Double(bytes)
            return nil
        }
    }

    /// Whether nobody else waits for bytes, or has just done so.
    func isIdle(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            state.others == 0 && (state.lastOther.map { now - $0 >= Self.rest } ?? true)
        }
    }

    /// Has scans wait while somebody else does.
    func whileOthersWait<Failure: Error>(_ wait: () throws(Failure) -> Void) throws(Failure) {
        state.withLock { $0.others += 1 }
        defer {
            state.withLock { state in
                state.others -= 1
                state.lastOther = .now
            }
        }
        try wait()
    }
}
