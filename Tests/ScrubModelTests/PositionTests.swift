import ScrubModel
import Testing

@Suite("Snapping and going to a place")
struct PositionTests {
    @Test func `live snapping leaves the raw position alone`() {
        var scrubber = Scrubber { $0.snap = Snap(stops: .step(0.25)) }
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: 40, y: 0)
        #expect(scrubber.position == 0.5 && scrubber.raw == 0.4 && scrubber.stop() == 2)
        let hasMoved = scrubber.end()
        #expect(hasMoved && scrubber.position == 0.5 && scrubber.raw == 0.4)
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: -5, y: 0)
        #expect(scrubber.position == 0.25 && abs(scrubber.raw - 0.35) < 1e-12)
    }

    @Test func `release snapping tells the stop on the way and moves both at the end`() {
        var scrubber = Scrubber { $0.snap = Snap(stops: .count(4), timing: .release) }
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: 40, y: 0)
        #expect(scrubber.position == 0.4 && scrubber.raw == 0.4 && scrubber.stop() == 2)
        let hasMoved = scrubber.end()
        #expect(hasMoved && scrubber.stop() == 2)
        #expect(scrubber.position == 0.5 && scrubber.raw == 0.5)
    }

    @Test func `release snapping back to the old place is no move`() {
        var scrubber = Scrubber { $0.snap = Snap(stops: .count(4), timing: .release) }
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: 5, y: 0)
        let hasMoved = scrubber.end()
        #expect(!hasMoved && scrubber.position == 0)
    }

    @Test func `a jump snaps at once when live`() {
        var scrubber = Scrubber {
            $0.press = .jump
            $0.snap = Snap(stops: .step(0.3))
        }
        _ = scrubber.begin(x: 80, y: 0, extent: 100)
        #expect(scrubber.position == 0.8999999999999999 && scrubber.raw == 0.8)
    }

    @Test func `a seek goes where it is told, off the stops, and ends the gesture`() {
        var scrubber = Scrubber { $0.snap = Snap(stops: .step(0.25)) }
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: 40, y: 0)
        scrubber.place(at: 0.1)
        #expect(scrubber.position == 0.1 && scrubber.raw == 0.1 && scrubber.phase == .idle)
    }

    @Test func `a pointer goes on smoothly when the end moves`() {
        var scrubber = Scrubber(at: 0.2)
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: 60, y: 0)
        #expect(scrubber.position == 0.8)
        scrubber.hold(at: 0.4, origin: 0.1)
        #expect(scrubber.position == 0.4 && scrubber.raw == 0.4 && scrubber.origin == 0.1)
        scrubber.move(x: 60, y: 70)
        #expect(scrubber.position == 0.4)
        scrubber.move(x: 70, y: 0)
        #expect(abs(scrubber.position - 0.5) < 1e-12)
        scrubber.cancel()
        #expect(scrubber.position == 0.1)
    }

    @Test func `a pointer beyond the old end goes on as well`() {
        var scrubber = Scrubber(at: 0.9)
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: 60, y: 0)
        #expect(scrubber.position == 1)
        scrubber.hold(at: 0.5)
        scrubber.move(x: 61, y: 0)
        #expect(scrubber.position == 0.51)
    }

    @Test func `a pointer before the start still has to come back`() {
        var scrubber = Scrubber(at: 0.1)
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: -60, y: 0)
        #expect(scrubber.position == 0)
        scrubber.hold(at: 0)
        scrubber.move(x: -50, y: 0)
        #expect(scrubber.position == 0)
    }

    @Test func `a pointer at rest has not moved when the end has`() {
        var scrubber = Scrubber(at: 0.8)
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.hold(at: 0.4)
        #expect(scrubber.origin == 0.4)
        let hasMoved = scrubber.end()
        #expect(!hasMoved)
    }

    @Test func `the way to the next stop stays when the end moves`() {
        var scrubber = Scrubber { $0.snap = Snap(stops: .step(0.25)) }
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: 60, y: 0)
        #expect(scrubber.position == 0.5)
        scrubber.hold(at: 0.25)
        #expect(scrubber.position == 0.25 && abs(scrubber.raw - 0.35) < 1e-12)
        scrubber.hold(at: 0.99)
        #expect(scrubber.position == 0.99 && scrubber.raw == 1)
    }
}
