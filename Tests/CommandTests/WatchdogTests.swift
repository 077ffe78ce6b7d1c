import Basics
import Foundation
import Server
import Synchronization
import TestSupport
import Testing

@testable import Transport
@testable import vernier

@Suite("The watchdog", .serialized, .scratchDirectory, .timeLimit(.minutes(1)))
struct WatchdogTests {
    @Test func `a loop that turns is told of, one that is stuck is not`() throws {
        let notifications = try NotifySocket()
        let supervisor = try notifications.supervisor(timeout: 100_000)
        let loop = try StickyLoop()
        let losses = Atomic(0)
        let watchdog = Watchdog(loop.waker, telling: supervisor, timeout: .seconds(1)) {
            losses.add(1, ordering: .relaxed)
        }
        #expect(
            [notifications.next(), notifications.next(), notifications.next()] == [
                "READY=1", "WATCHDOG=1", "WATCHDOG=1",
            ]
        )

        loop.stick()
        _ = notifications.all()
        while losses.load(ordering: .relaxed) == 0 { usleep(10_000) }
        // The last turn before may have been seen late.
        #expect(notifications.all().count <= 1)

        loop.release()
        #expect(notifications.next() == "WATCHDOG=1")
        #expect(notifications.next() == "WATCHDOG=1")
        withExtendedLifetime(watchdog) { loop.stop() }
    }

    @Test func `nobody is told of a loop that has not begun`() throws {
        let notifications = try NotifySocket()
        let loop = try ServiceLoop(ListenSettings(port: 0))
        let lost = DispatchSemaphore(value: 0)
        let watchdog = Watchdog(
            loop.waker,
            telling: try notifications.supervisor(timeout: 100_000),
            timeout: .milliseconds(500)
        ) { lost.signal() }
        lost.wait()
        #expect(notifications.all() == [])
        _ = consume watchdog
    }

    @Test(
        arguments: [
            (nil, 1), (.seconds(10), 1), (.seconds(1), 0.5), (.milliseconds(20), 0.01),
        ] as [(Duration?, Double)]
    )
    func `it looks at least twice in the supervisor's timeout`(
        _ timeout: Duration?,
        _ interval: Double
    ) {
        #expect(Watchdog.interval(for: timeout) == interval)
    }
}

@Suite("The health of a loop")
struct HeartbeatTests {
    private let start = ContinuousClock.now

    /// What a health finds at one heartbeat after the other, a second apart from the start on.
    private func statuses(_ heartbeats: [Int]) -> [LoopHealth.Status] {
        var health = LoopHealth(timeout: .seconds(3), from: start)
        return heartbeats.enumerated().map { second, heartbeat in
            health.check(heartbeat, at: start + .seconds(second))
        }
    }

    @Test(
        arguments: [
            ([0, 1, 11, 21], [.missed, .first, .beating, .beating]),
            ([5, 5, 5, 5, 5], [.first, .missed, .missed, .lost, .lost]),
            ([0, 0, 0, 0], [.missed, .missed, .missed, .lost]),
            ([5, 5, 5, 6, 6, 6], [.first, .missed, .missed, .beating, .missed, .missed]),
            ([5, 6, 6, 6, 6], [.first, .beating, .missed, .missed, .lost]),
            ([5, 5, 5, 5, 6], [.first, .missed, .missed, .lost, .beating]),
        ] as [([Int], [LoopHealth.Status])]
    )
    func `it is lost when it has not been felt for long`(
        _ heartbeats: [Int],
        _ expected: [LoopHealth.Status]
    ) {
        #expect(statuses(heartbeats) == expected)
    }
}

/// A loop that can be kept from turning.
private final class StickyLoop: Sendable {
    let waker: Waker
    private let application: StickyApplication
    private let finished = DispatchSemaphore(value: 0)

    init() throws {
        let started = Mutex<Waker?>(nil)
        let ready = DispatchSemaphore(value: 0)
        let (application, finished) = (StickyApplication(), finished)
        Thread {
            let loop = try? ServiceLoop(ListenSettings(port: 0))
            started.withLock { $0 = loop?.waker }
            ready.signal()
            loop?.run(application)
            finished.signal()
        }.start()
        ready.wait()
        waker = try #require(started.withLock { $0 })
        self.application = application
    }

    /// Returns once the loop is stuck.
    func stick() {
        application.shallStick.store(true, ordering: .relaxed)
        application.stuck.wait()
    }

    func release() {
        application.shallStick.store(false, ordering: .relaxed)
        application.released.signal()
    }

    func stop() {
        waker.stop()
        #expect(finished.wait(timeout: .now() + 10) == .success)
    }
}

private final class StickyApplication: LoopHandler, Sendable {
    let shallStick = Atomic(false)
    let stuck = DispatchSemaphore(value: 0)
    let released = DispatchSemaphore(value: 0)

    func turned(in time: Duration) {}

    func ticked(at now: ContinuousClock.Instant) {
        guard shallStick.load(ordering: .relaxed) else { return }
        stuck.signal()
        released.wait()
    }

    func received(_ request: Request, on exchange: ExchangeID) {}
    func abandoned(_ exchange: ExchangeID) {}
    func opened(_ socket: SocketID) {}
    func received(
        _ message: SocketInput,
        from socket: SocketID,
        at now: ContinuousClock.Instant
    ) {}
    func writable(_ socket: SocketID) {}
    func closed(_ socket: SocketID, _ end: SocketEnd) {}
    func woken() {}
}
