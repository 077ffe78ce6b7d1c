import Basics
import ScrubModel
import TestSupport
import Testing

@Suite("Snap")
struct SnapTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let stops: Snap.Stops
        let raw: Double
        let position: Double
        let stop: Int?
        var testDescription: String { "\(raw) among \(stops)" }

        init(_ stops: Snap.Stops, _ raw: Double, _ position: Double, _ stop: Int?) {
            (self.stops, self.raw, self.position, self.stop) = (stops, raw, position, stop)
        }
    }

    @Test(arguments: [
        Example(.none, 0.37, 0.37, nil),
        Example(.step(0.3), 0, 0, 0),
        Example(.step(0.3), 0.44, 0.3, 1),
        Example(.step(0.3), 0.46, 0.6, 2),
        Example(.step(0.3), 0.95, 0.8999999999999999, 3),
        Example(.step(0.3), 1, 0.8999999999999999, 3),
        Example(.step(0.1), 0.3, 0.30000000000000004, 3),
        Example(.step(0.1), 1, 1, 10),
        Example(.step(0.6), 1, 0.6, 1),
        Example(.count(1), 0.4, 0, 0),
        Example(.count(4), 0.3, 0.25, 1),
        Example(.count(3), 1, 1, 3),
        Example(.count(10), 0.97, 1, 10),
        Example(.places([0.5]), 0, 0.5, 0),
        Example(.places([0.25, 0.5, 1]), 0.1, 0.25, 0),
        Example(.places([0.25, 0.5, 1]), 0.5, 0.5, 1),
        Example(.places([0.25, 0.5, 1]), 0.76, 1, 2),
        Example(.places([0.25, 0.5]), 1, 0.5, 1),
        Example(.media(.frame), 0.4, 0.4, nil),
        Example(.media(.chapter), 0.4, 0.4, nil),
    ])
    func `goes to the nearest stop`(_ example: Example) {
        let landing = Snap(stops: example.stops).nearest(to: example.raw)
        #expect(landing.position == example.position)
        #expect(landing.stop == example.stop)
    }

    @Test(arguments: [
        Example(.step(0.25), 0.125, 0, 0),
        Example(.step(0.25), 0.625, 0.5, 2),
        Example(.step(0.1), 0.15, 0.1, 1),
        Example(.step(0.1), 0.45, 0.4, 4),
        Example(.count(4), 0.125, 0.25, 1),
        Example(.count(4), 0.625, 0.75, 3),
        Example(.count(10), 0.15, 0.2, 2),
        Example(.count(10), 0.45, 0.5, 5),
        Example(.count(1), 0.5, 1, 1),
        Example(.places([0, 0.25, 1]), 0.125, 0, 0),
        Example(.places([0, 0.25, 1]), 0.625, 0.25, 1),
    ])
    func `goes up from a tie in a count, down from any other`(_ example: Example) {
        let landing = Snap(stops: example.stops).nearest(to: example.raw)
        #expect(landing.position == example.position)
        #expect(landing.stop == example.stop)
    }

    @Test(arguments: [0.5, 0.3, 0.1, 0.07, 1 / 49.0, 1 / 3.0, 0.001, 0.999, 0.9999999999999999])
    func `finds the step that trying all of them finds`(step: Double) {
        var oracle = Oracle()
        oracle.snap = Snap(stops: .step(step))
        var generator = SplitMix64(seed: 1)
        let halves = (0...40).map { (Double($0) + 0.5) * step }
        let hairs = halves.flatMap { [$0.nextDown, $0, $0.nextUp] }
        let randoms = (0..<500).map { _ in Double.random(in: 0...1, using: &generator) }
        for raw in hairs.filter({ $0 <= 1 }) + randoms {
            #expect(oracle.snap.nearest(to: raw).position == oracle.nearest(raw), "\(raw)")
        }
    }

    @Test(arguments: 1...60)
    func `finds the part that trying all of them finds`(count: Int) {
        var oracle = Oracle()
        oracle.snap = Snap(stops: .count(count))
        for half in 0...(2 * count) {
            let middle = Double(half) / Double(2 * count)
            for raw in [middle.nextDown, middle, middle.nextUp] where (0...1).contains(raw) {
                #expect(oracle.snap.nearest(to: raw).position == oracle.nearest(raw), "\(raw)")
            }
        }
    }

    @Test(arguments: 0..<UInt64(100))
    func `finds the place that trying all of them finds`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let count = Int.random(in: 1...40, using: &generator)
        let random = (0..<count).map { _ in Double.random(in: 0...1, using: &generator) }
        let places = Set(random.map { ($0 * 64).rounded() / 64 }).sorted()
        var oracle = Oracle()
        oracle.snap = Snap(stops: .places(places))
        // Halves of the grid that the places lie on, so that there are ties.
        for raw in (0...128).map({ Double($0) / 128 }) {
            let landing = oracle.snap.nearest(to: raw)
            #expect(landing.position == oracle.nearest(raw), "\(raw)")
            #expect(landing.stop == places.firstIndex(of: landing.position))
        }
        for place in places { #expect(oracle.snap.nearest(to: place).position == place) }
    }

    /// From 0.5, so many stops on.
    @Test(
        arguments: [
            (.places([0, 0.4, 0.9]), 1, 0.9), (.places([0, 0.4, 0.9]), -1, 0),
            (.places([0, 0.4, 0.9]), 7, 0.9), (.places([0, 0.4, 0.9]), .min, 0),
            (.step(0.25), 1, 0.75), (.count(4), .max, 1), (.none, 1, nil), (.media(.frame), 1, nil),
        ] as [(Snap.Stops, Int, Double?)]
    )
    func `counts stops within the first and the last`(
        stops: Snap.Stops,
        count: Int,
        place: Double?
    ) {
        #expect(Snap(stops: stops).stop(count, from: 0.5) == place)
    }

    @Test(arguments: [1e-5, 1e-9, 1e-12, 1e-15, 2.3e-16])
    func `is right for tiny steps too`(step: Double) throws {
        var generator = SplitMix64(seed: 2)
        for _ in 0..<2000 {
            let raw = Double.random(in: 0...1, using: &generator)
            let landing = Snap(stops: .step(step)).nearest(to: raw)
            let stop = try #require(landing.stop)
            let distance = abs(landing.position - raw)
            #expect(landing.position == Double(stop) * step && landing.position <= 1)
            for neighbour in max(0, stop - 5)...(stop + 5) where Double(neighbour) * step <= 1 {
                #expect(distance <= abs(Double(neighbour) * step - raw))
            }
        }
    }

    @Test(
        arguments: [
            .step(1e-16), .step(1e-17), .step(1e-300), .step(.leastNonzeroMagnitude), .count(.max),
        ] as [Snap.Stops]
    )
    func `sees no stops closer together than doubles`(stops: Snap.Stops) {
        for raw in [0, 0.123456789, 0.5, 1] {
            let landing = Snap(stops: stops).nearest(to: raw)
            #expect(landing.position == raw && landing.stop == nil)
        }
    }

    @Test(
        arguments: [
            (.none, true), (.step(0.5), true), (.step(1e-300), true), (.step(0), false),
            (.step(1), false), (.step(-0.1), false), (.step(.nan), false),
            (.step(.infinity), false),
            (.places([0]), true), (.places([1]), true), (.places([0, 0.1, 1]), true),
            (.places([]), false), (.places([0.2, 0.1]), false), (.places([0.2, 0.2]), false),
            (.places([-0.1, 0.5]), false), (.places([0.5, 1.1]), false), (.places([.nan]), false),
            (.places([0, .nan, 1]), false), (.media(.time(seconds: 1e-300)), true),
            (.media(.time(seconds: 0)), false), (.media(.time(seconds: .nan)), false),
            (.media(.time(seconds: .infinity)), false), (.media(.keyframe(.after)), true),
            (.count(1), true), (.count(.max), true), (.count(0), false), (.count(-3), false),
        ] as [(Snap.Stops, Bool)]
    )
    func `has limits`(stops: Snap.Stops, isValid: Bool) {
        #expect(Snap(stops: stops).isValid == isValid)
    }
}
