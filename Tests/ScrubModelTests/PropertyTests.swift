import Basics
import ScrubModel
import TestSupport
import Testing

@Suite("What never moves the position")
struct PropertyTests {
    static let laws: [GainLaw] = [
        .standard, .flat, .quadratic(falloff: 100, floor: 0.5), .linear(reach: 80, floor: .frame),
        .tiered(.standard), .geometric(from: 24, reach: 240, floor: .frame),
    ]

    static let configurations: [Configuration] = {
        var all: [Configuration] = []
        for law in laws {
            for stops in [Snap.Stops.none, .step(0.1), .count(3)] {
                for timing in [Snap.Timing.live, .release] {
                    for overshoot in [Overshoot.accumulate, .clamp] {
                        var configuration = Configuration()
                        configuration.law = law
                        configuration.snap = Snap(stops: stops, timing: timing)
                        configuration.overshoot = overshoot
                        all.append(configuration)
                    }
                }
            }
        }
        return all
    }()

    @Test(arguments: 0..<UInt64(50))
    func `vertical motion, even right after the settings were switched`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var scrubber = Scrubber(at: .random(in: 0...1, using: &generator))
        var x = 0.0
        _ = scrubber.begin(x: x, y: 0, extent: 500)
        for _ in 0..<100 {
            let configuration = try #require(Self.configurations.randomElement(using: &generator))
            let before = (scrubber.position, scrubber.raw)
            _ = scrubber.configure(configuration)
            for _ in 0..<3 {
                scrubber.move(x: x, y: .random(in: -300...300, using: &generator))
                #expect((scrubber.position, scrubber.raw) == before)
            }
            x += .random(in: -200...200, using: &generator)
            scrubber.move(x: x, y: .random(in: -300...300, using: &generator))
        }
    }

    @Test(arguments: configurations)
    func `pressing and letting go`(_ configuration: Configuration) {
        var scrubber = Scrubber(at: 0.37)
        _ = scrubber.configure(configuration)
        _ = scrubber.begin(x: 3, y: 4, extent: 100)
        scrubber.move(x: 3, y: 90)
        let hasMoved = scrubber.end()
        #expect(!hasMoved && scrubber.position == 0.37)
    }

    /// A constant gain: the pointer stays at one distance.
    @Test(arguments: laws)
    func `cutting a way into many samples`(_ law: GainLaw) {
        var whole = Scrubber(at: 0.25) { $0.law = law }
        whole.frames = 700
        _ = whole.begin(x: 0, y: 0, extent: 500)
        whole.move(x: 0, y: 60)
        var cut = whole
        whole.move(x: 200, y: 60)
        for part in 1...1000 { cut.move(x: 200 * Double(part) / 1000, y: 60) }
        #expect(abs(whole.position - cut.position) < 1e-12 && whole.position > 0.25)
    }

    @Test func `a law, but it changes what motion is worth at once`() {
        var scrubber = Scrubber(at: 0.5)
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: 0, y: 200)
        #expect(scrubber.gain == 0.01)
        var flat = scrubber.configuration
        flat.law = .flat
        _ = scrubber.configure(flat)
        #expect(scrubber.gain == 1 && scrubber.position == 0.5)
        scrubber.move(x: 10, y: 200)
        #expect(scrubber.position == 0.6)
    }

    @Test func `a snap, until the pointer moves along the track`() {
        var scrubber = Scrubber(at: 0.33)
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        var stepping = scrubber.configuration
        stepping.snap = Snap(stops: .step(0.25))
        _ = scrubber.configure(stepping)
        #expect(scrubber.position == 0.33 && scrubber.stop() == 1)
        scrubber.move(x: 1, y: 0)
        #expect(scrubber.position == 0.25 && scrubber.raw == 0.34)
    }

    @Test func `a forgotten overshoot, which then counts no longer`() {
        var scrubber = Scrubber(at: 0.5)
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: 400, y: 0)
        var clamping = scrubber.configuration
        clamping.overshoot = .clamp
        _ = scrubber.configure(clamping)
        #expect(scrubber.position == 1)
        scrubber.move(x: 390, y: 0)
        #expect(scrubber.position == 0.9)
    }

    @Test func `an invalid configuration, which is refused`() {
        var scrubber = Scrubber(at: 0.5)
        let before = scrubber
        var broken = Configuration()
        broken.snap = Snap(stops: .step(1.5))
        let isAccepted = scrubber.configure(broken)
        #expect(!isAccepted && scrubber == before)
        #expect(Scrubber(configuration: broken) == Scrubber())
    }

    @Test(
        arguments: [
            (.nan, 0, 100), (0, .nan, 100), (.infinity, 0, 100), (0, -.infinity, 100), (0, 0, 0),
            (0, 0, -1), (0, 0, .nan), (0, 0, .infinity),
        ] as [(Double, Double, Double)]
    )
    func `a gesture that is refused`(x: Double, y: Double, extent: Double) {
        var scrubber = Scrubber(at: 0.5)
        _ = scrubber.begin(x: 1, y: 2, extent: 3)
        let before = scrubber
        let isAccepted = scrubber.begin(x: x, y: y, extent: extent)
        #expect(!isAccepted && scrubber == before)
    }

    @Test(
        arguments: [
            (.nan, 0), (0, .nan), (.infinity, 0), (-.infinity, 0), (0, .infinity),
            // The way from the last sample is too long for a double.
            (-.greatestFiniteMagnitude, 0),
        ] as [(Double, Double)]
    )
    func `a sample that is refused`(x: Double, y: Double) {
        var scrubber = Scrubber(at: 0.5) { $0.law = .flat }
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        scrubber.move(x: .greatestFiniteMagnitude, y: 0)
        let before = scrubber
        scrubber.move(x: x, y: y)
        #expect(scrubber == before && scrubber.position == 1)
    }

    @Test(arguments: [-0.1, 1.1, .nan, .infinity] as [Double])
    func `a place that is off the track`(position: Double) {
        var scrubber = Scrubber(at: 0.5)
        _ = scrubber.begin(x: 1, y: 2, extent: 3)
        let before = scrubber
        let isAccepted = [
            scrubber.place(at: position),
            scrubber.hold(at: position),
            scrubber.hold(at: 0.3, origin: position),
        ]
        #expect(isAccepted == [false, false, false] && scrubber == before)
    }
}
