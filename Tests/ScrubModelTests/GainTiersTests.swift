import Basics
import ScrubModel
import TestSupport
import Testing

extension GainTiers {
    /// Tiers as the protocol writes them; `nil` if they are not valid.
    init?(_ pairs: [(Double, Double)], hysteresis: Double = 0) {
        self.init(count: pairs.count, hysteresis: hysteresis) {
            Tier(edge: pairs[$0].0, gain: pairs[$0].1)
        }
    }
}

@Suite("Tiers")
struct GainTiersTests {
    @Test func `of a client that names none are those of the protocol`() {
        let pairs = [(0, 1), (50, 0.5), (100, 0.25), (150, 0.1)] as [(Double, Double)]
        #expect(GainTiers.standard == GainTiers(pairs, hysteresis: 15))
        #expect(GainTiers.standard != GainTiers(pairs, hysteresis: 14))
        #expect(GainTiers.standard != GainTiers(pairs.dropLast(), hysteresis: 15))
    }

    /// Where the pointer goes, and the gain there.
    @Test(
        arguments: [
            [(0, 1), (49, 1), (50, 0.5), (36, 0.5), (35, 0.5), (34.9, 1), (49.9, 1)],
            [(99, 0.5), (100, 0.25), (85, 0.25), (84, 0.5), (100, 0.25)],
            [(-60, 0.5), (-40, 0.5), (40, 0.5), (-30, 1)],
            [(1e9, 0.1), (135, 0.1), (134, 0.25), (90, 0.25), (36, 0.5), (0, 1)],
            [(400, 0.1), (90, 0.25)], [(400, 0.1), (34, 1)], [(400, 0.1), (60, 0.5)],
        ] as [[(Double, Double)]]
    )
    func `are entered at their edge and left before it`(_ path: [(Double, Double)]) {
        var scrubber = Scrubber { $0.law = .tiered(.standard) }
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        for (y, gain) in path {
            scrubber.move(x: 0, y: y)
            #expect(scrubber.gain == gain, "at \(y)")
        }
    }

    @Test(arguments: 0..<UInt64(50))
    func `do not mind in how many samples the pointer came`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var coarse = Scrubber { $0.law = .tiered(.standard) }
        _ = coarse.begin(x: 0, y: 0, extent: 100)
        var fine = coarse
        var y = 0.0
        for _ in 0..<20 {
            let next = Double.random(in: -220...220, using: &generator)
            // On the same side of the bar, so that the distance changes steadily.
            let goal = y < 0 ? -abs(next) : abs(next)
            for part in 1...50 { fine.move(x: 0, y: y + (goal - y) * Double(part) / 50) }
            coarse.move(x: 0, y: goal)
            fine.move(x: 0, y: goal)
            y = goal
            #expect(coarse.gain == fine.gain)
        }
    }

    @Test func `change what the next way is worth, at the sample that enters them`() {
        var scrubber = Scrubber { $0.law = .tiered(.standard) }
        _ = scrubber.begin(x: 0, y: 0, extent: 1000)
        scrubber.move(x: 100, y: 120)
        #expect(scrubber.position == 0.1)
        scrubber.move(x: 200, y: 90)
        #expect(scrubber.position == 0.125)
        scrubber.move(x: 300, y: 80)
        #expect(abs(scrubber.position - 0.175) < 1e-12)
    }

    @Test func `are found anew when the law is, and kept when something else is`() {
        var scrubber = Scrubber { $0.law = .tiered(.standard) }
        _ = scrubber.begin(x: 0, y: 0, extent: 1000)
        scrubber.move(x: 0, y: 60)
        scrubber.move(x: 0, y: 40)
        #expect(scrubber.gain == 0.5)
        var changed = scrubber.configuration
        changed.press = .jump
        _ = scrubber.configure(changed)
        #expect(scrubber.gain == 0.5)
        changed.law = .flat
        _ = scrubber.configure(changed)
        changed.law = .tiered(.standard)
        _ = scrubber.configure(changed)
        #expect(scrubber.gain == 1)
    }

    @Test(
        arguments: [
            ([(0, 1)], true), ([(0, 0.2)], true), ([(0, 1), (1, 1)], true), ([], false),
            ([(1, 1)], false), ([(0, 1), (0, 0.5)], false), ([(0, 1), (9, 0.5), (8, 0.2)], false),
            ([(0, 0)], false), ([(0, 1.1)], false), ([(0, 1), (.nan, 0.5)], false),
            ([(0, 1), (.infinity, 0.5)], false), ([(0, .nan)], false),
            ((0..<8).map { (Double($0), 1) }, true), ((0..<9).map { (Double($0), 1) }, false),
        ] as [([(Double, Double)], Bool)]
    )
    func `have limits`(pairs: [(Double, Double)], isValid: Bool) {
        #expect((GainTiers(pairs) != nil) == isValid)
    }

    @Test(arguments: [-1, .nan, .infinity] as [Double])
    func `have a hysteresis that is a length`(hysteresis: Double) {
        #expect(GainTiers([(0, 1)], hysteresis: hysteresis) == nil)
    }
}
