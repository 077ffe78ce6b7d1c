import Basics
import ScrubModel
import TestSupport
import Testing

@Suite("A thousand random traces")
struct ReplayTests {
    /// Settings of both the scrubber and the oracle.
    struct Setup: Sendable, CustomTestStringConvertible {
        var configuration = Configuration()
        let testDescription: String

        init(_ description: String, _ change: (inout Configuration) -> Void) {
            testDescription = description
            change(&configuration)
        }

        var oracle: Oracle {
            var oracle = Oracle()
            oracle.law = configuration.law
            oracle.snap = configuration.snap
            oracle.forgetsOvershoot = configuration.overshoot == .clamp
            oracle.jumps = configuration.press == .jump
            return oracle
        }
    }

    @Test(arguments: [
        Setup("quadratic") { _ in },
        Setup("quadratic, steeper") { $0.law = .quadratic(falloff: 777.7, floor: 0.2) },
        Setup("linear") { $0.law = .linear(reach: 200, floor: 0.01) },
        Setup("linear, steeper") { $0.law = .linear(reach: 33.3, floor: 0.125) },
        Setup("tiered") { $0.law = .tiered(.standard) },
        Setup("tiered, narrow") {
            guard let tiers = GainTiers([(0, 1), (5, 0.3), (20, 0.7)], hysteresis: 12) else {
                return
            }
            $0.law = .tiered(tiers)
        },
        Setup("flat") { $0.law = .flat },
        Setup("step of a tenth") { $0.snap = Snap(stops: .step(0.1)) },
        Setup("step that misses the end") { $0.snap = Snap(stops: .step(0.3)) },
        Setup("step on release") { $0.snap = Snap(stops: .step(0.07), timing: .release) },
        Setup("small step") { $0.snap = Snap(stops: .step(0.0013)) },
        Setup("count") { $0.snap = Snap(stops: .count(7)) },
        Setup("count on release") { $0.snap = Snap(stops: .count(48), timing: .release) },
        Setup("places") { $0.snap = Snap(stops: .places([0.01, 0.2, 0.25, 0.6, 0.97])) },
        Setup("places on release") {
            $0.snap = Snap(stops: .places([0, 0.5, 0.75, 1]), timing: .release)
        },
        Setup("forgotten overshoot") { $0.overshoot = .clamp },
        Setup("forgotten overshoot in steps") {
            $0.overshoot = .clamp
            $0.snap = Snap(stops: .step(0.125))
        },
        Setup("jump") { $0.press = .jump },
        Setup("jump in steps on release") {
            $0.press = .jump
            $0.snap = Snap(stops: .step(0.05), timing: .release)
        },
    ])
    func `agree bit for bit with the arithmetic of the protocol`(_ setup: Setup) {
        for seed in 0..<UInt64(Fuzz.isFull ? 1000 : 250) {
            var generator = SplitMix64(seed: seed)
            var scrubber = Scrubber(configuration: setup.configuration)
            var oracle = setup.oracle
            for (index, motion) in randomTrace(using: &generator).enumerated() {
                scrubber.play(motion)
                oracle.play(motion)
                let isSame =
                    scrubber.position.bitPattern == oracle.position.bitPattern
                    && scrubber.raw.bitPattern == oracle.raw.bitPattern
                guard isSame else {
                    Issue.record("seed \(seed), motion \(index): \(scrubber) and \(oracle)")
                    return
                }
            }
        }
    }

    @Test func `end the same when played twice`() {
        var generator = SplitMix64(seed: 42)
        let trace = randomTrace(using: &generator)
        var (first, second) = (Scrubber(), Scrubber())
        for motion in trace { first.play(motion) }
        for motion in trace { second.play(motion) }
        #expect(first == second)
    }

    @Test func `leave the track and come back, so that they test something`() {
        var generator = SplitMix64(seed: 7)
        var scrubber = Scrubber()
        var positions: Set<Double> = []
        for _ in 0..<50 {
            for motion in randomTrace(using: &generator) {
                scrubber.play(motion)
                positions.insert(scrubber.position)
            }
        }
        #expect(positions.contains(0) && positions.contains(1) && positions.count > 1000)
    }
}
