import ScrubModel
import Testing

extension Scrubber {
    /// A scrubber at `position`, with a changed configuration.
    init(at position: Double = 0, _ change: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        change(&configuration)
        self.init(configuration: configuration)
        place(at: position)
    }
}

@Suite("Gesture")
struct GestureTests {
    @Test func `starts at the beginning, idle`() {
        let scrubber = Scrubber()
        #expect(scrubber.position == 0 && scrubber.raw == 0 && scrubber.gain == 1)
        #expect(scrubber.phase == .idle && scrubber.extent == nil && scrubber.stop() == nil)
    }

    @Test func `drags from anywhere without a jump`() {
        var scrubber = Scrubber(at: 0.5)
        _ = scrubber.begin(x: 10, y: 700, extent: 400)
        #expect(scrubber.position == 0.5 && scrubber.phase == .scrubbing && scrubber.extent == 400)
        scrubber.move(x: 110, y: 700)
        #expect(scrubber.position == 0.75)
    }

    @Test func `counts the first sample in full, and the next by its distance`() {
        var scrubber = Scrubber()
        _ = scrubber.begin(x: 0, y: 0, extent: 400)
        scrubber.move(x: 100, y: 50)
        #expect(scrubber.position == 0.25 && scrubber.gain == 0.75)
        scrubber.move(x: 200, y: 50)
        #expect(scrubber.position == 0.4375)
        scrubber.move(x: 300, y: 400)
        #expect(scrubber.position == 0.44 && scrubber.gain == 0.01)
        scrubber.move(x: 200, y: 0)
        #expect(scrubber.position == 0.19 && scrubber.gain == 1)
    }

    @Test func `takes a first sample on the spot as the first`() {
        var scrubber = Scrubber()
        _ = scrubber.begin(x: 0, y: 0, extent: 400)
        scrubber.move(x: 0, y: 50)
        scrubber.move(x: 100, y: 50)
        #expect(scrubber.position == 0.1875)
    }

    @Test func `says at the end whether the position moved`() {
        var scrubber = Scrubber(at: 0.5)
        _ = scrubber.begin(x: 0, y: 0, extent: 400)
        scrubber.move(x: 40, y: 90)
        var hasMoved = scrubber.end()
        #expect(hasMoved && scrubber.position == 0.6)
        #expect(scrubber.phase == .idle && scrubber.gain == 1)
        _ = scrubber.begin(x: 0, y: 0, extent: 400)
        scrubber.move(x: 40, y: 0)
        scrubber.move(x: 0, y: 0)
        hasMoved = scrubber.end()
        #expect(!hasMoved)
        hasMoved = scrubber.end()
        #expect(!hasMoved, "nothing was under way")
    }

    @Test func `ignores motion that is not finite`() {
        var scrubber = Scrubber(at: 0.5)
        scrubber.move(x: 100, y: 0)
        #expect(scrubber == Scrubber(at: 0.5))
    }

    @Test func `ends the gesture under way when another begins`() {
        var scrubber = Scrubber { $0.snap = Snap(stops: .step(0.25), timing: .release) }
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: 30, y: 0)
        _ = scrubber.begin(x: 0, y: 0, extent: 400)
        #expect(scrubber.position == 0.25 && scrubber.origin == 0.25 && scrubber.extent == 400)
        scrubber.cancel()
        #expect(scrubber.position == 0.25)
    }

    @Test func `returns on cancel to where it was, off its stop too`() {
        var scrubber = Scrubber(at: 0.37) {
            $0.snap = Snap(stops: .count(10))
            $0.press = .jump
        }
        let before = scrubber
        _ = scrubber.begin(x: 90, y: 0, extent: 100)
        scrubber.move(x: 80, y: 5)
        #expect(scrubber.position == 0.8 && scrubber.stop() == 8 && scrubber.origin == 0.37)
        scrubber.cancel()
        #expect(scrubber == before && scrubber.stop() == 4)
        scrubber.cancel()
        #expect(scrubber == before)
    }

    @Test(arguments: [
        (Overshoot.accumulate, 0.95, 0.15), (.clamp, 0.75, 0.35),
    ])
    func `remembers or forgets the way beyond the ends`(
        overshoot: Overshoot,
        fromEnd: Double,
        fromStart: Double
    ) {
        var scrubber = Scrubber(at: 0.5) { $0.overshoot = overshoot }
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: 70, y: 0)
        #expect(scrubber.position == 1)
        scrubber.move(x: 45, y: 0)
        #expect(abs(scrubber.position - fromEnd) < 1e-12)
        scrubber.move(x: -400, y: 0)
        scrubber.move(x: -800, y: 0)
        #expect(scrubber.position == 0)
        scrubber.move(x: overshoot == .clamp ? -765 : -35, y: 0)
        #expect(abs(scrubber.position - fromStart) < 1e-12)
    }

    @Test(arguments: [(150, 0.75), (-20, 0), (900, 1)] as [(Double, Double)])
    func `jumps below the pointer when told to`(x: Double, position: Double) {
        var scrubber = Scrubber(at: 0.5) { $0.press = .jump }
        _ = scrubber.begin(x: x, y: 0, extent: 200)
        #expect(scrubber.position == position && scrubber.raw == position)
        let hasMoved = scrubber.end()
        #expect(hasMoved)
    }

    @Test func `goes on from below the pointer after a jump`() {
        var scrubber = Scrubber { $0.press = .jump }
        _ = scrubber.begin(x: 150, y: 0, extent: 200)
        scrubber.move(x: 100, y: 90)
        #expect(scrubber.position == 0.5)
    }
}
