import Synchronization
import System
import Testing

@testable import Remote

@Suite("The pace of scans", .timeLimit(.minutes(10))) struct ScanPaceTests {
    private let start = ContinuousClock.now + .seconds(10)

    @Test func `is so many bytes a second on average, whatever comes at once`() {
        for (rate, block) in [(4 << 20, 1 << 20), (64 << 10, 1 << 20), (1 << 20, 1000)] {
            let pace = ScanPace(rate: rate)
            var (now, bytes) = (start, 0)
            while now < start + .seconds(100) {
                if let pause = pace.take(block, at: now) { now += pause } else { bytes += block }
            }
            // What may come at once: a second's worth, and the block that was begun last.
            #expect(bytes <= 101 * rate + block)
            #expect(bytes >= 99 * rate - block)
        }
    }

    @Test func `saves no more than a second of silence`() {
        let pace = ScanPace(rate: 1000)
        let later = start + .seconds(3600)
        var taken = 0
        while pace.take(100, at: later) == nil { taken += 100 }
        #expect(taken == 1100)
    }

    @Test func `is none where no bound is set`() {
        let pace = ScanPace(rate: nil)
        let pauses = (0..<1000).compactMap { _ in pace.take(1 << 30, at: start) }
        #expect(pauses.isEmpty)
    }

    @Test func `gives way to others while they wait, and a little longer`() {
        let pace = ScanPace(rate: 1 << 30)
        #expect(pace.isIdle(at: .now))
        pace.whileOthersWait {
            #expect(!pace.isIdle(at: .now + .seconds(60)))
            let isAdmitted = pace.admits(1)
            #expect(!isAdmitted)
        }
        #expect(!pace.isIdle(at: .now))
        #expect(pace.isIdle(at: .now + .milliseconds(300)))
    }

    @Test func `lets a scan go on once others have what they wanted`() {
        let pace = ScanPace(rate: 1 << 30)
        let (waits, ends) = (Latch(), Latch())
        WorkThread.start(named: "other") {
            pace.whileOthersWait {
                waits.open()
                ends.wait()
            }
        }
        waits.wait()
        let done = Latch()
        WorkThread.start(named: "scan") {
            pace.wait(for: 1000)
            done.open()
        }
        let isEarly = done.wait(atMost: .milliseconds(400))
        #expect(!isEarly)
        ends.open()
        done.wait()
    }
}
