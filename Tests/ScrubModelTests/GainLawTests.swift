import Basics
import Foundation
import ScrubModel
import TestSupport
import Testing

@Suite("The gain law")
struct GainLawTests {
    @Test(
        arguments: [
            // The design that the law comes from: three quarters at 50, the floor from 99.5 on.
            (0, 1), (50, 0.75), (-50, 0.75), (80, 0.36), (99.4, 0.011963999999999975), (99.5, 0.01),
            (100, 0.01), (-400, 0.01), (1e200, 0.01), (.infinity, 0.01), (.nan, 0.01),
        ] as [(Double, Double)]
    )
    func `falls with the square of the distance to a floor`(distance: Double, gain: Double) {
        #expect(GainLaw.standard.gain(at: distance) == gain)
    }

    @Test(
        arguments: [
            (0, 1), (50, 0.75), (-50, 0.75), (100, 0.5), (199, 0.01), (200, 0.01), (-1e9, 0.01),
            (.infinity, 0.01), (.nan, 0.01),
        ] as [(Double, Double)]
    )
    func `falls evenly to a floor`(distance: Double, gain: Double) {
        #expect(GainLaw.linear(reach: 200, floor: 0.01).gain(at: distance) == gain)
    }

    @Test(
        arguments: [
            (0, 1), (24, 1), (-24, 1), (132, 0.1), (-132, 0.1), (78, 0.31622776601683794),
            (240, 0.01), (1e9, 0.01), (.infinity, 0.01), (.nan, 0.01),
        ] as [(Double, Double)]
    )
    func `falls by equal factors to a floor`(distance: Double, gain: Double) {
        let law = GainLaw.geometric(from: 24, reach: 240, floor: 0.01)
        #expect(abs(law.gain(at: distance) - gain) <= 4 * gain.ulp)
    }

    @Test(arguments: [1, 0.5, 0.01, 2.5e-5, 1e-9, 1e-300, 0x1p-1022] as [Double])
    func `takes the powers that a mathematical library takes`(floor: Double) {
        let law = GainLaw.geometric(from: 0, reach: 1, floor: .gain(floor))
        var generator = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            let way = Double.random(in: 0...1, using: &generator)
            // The library's result is off by half a unit, and so is what it is given.
            let expected = pow(floor, way)
            #expect(abs(law.gain(at: way) - expected) <= 5 * expected.ulp, "\(way)")
        }
    }

    @Test func `does not rise with the distance`() {
        let law = GainLaw.geometric(from: 24, reach: 240, floor: 0.003)
        let gains = (0...500).map { law.gain(at: Double($0) / 2) }
        #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(gains.first == 1 && gains.last == 0.003)
    }

    @Test(arguments: [0, 50, 1e300])
    func `flat is one everywhere`(distance: Double) {
        #expect(GainLaw.flat.gain(at: distance) == 1)
    }

    @Test(
        arguments: [
            (10_000, 0.01, true), (0.5, 1, true), (.leastNonzeroMagnitude, 0.01, true),
            (0, 0.01, false), (-1, 0.01, false), (.nan, 0.01, false), (.infinity, 0.01, false),
            (10_000, 0, false), (10_000, -0.5, false), (10_000, 1.5, false), (10_000, .nan, false),
        ] as [(Double, Double, Bool)]
    )
    func `has limits`(length: Double, floor: Double, isValid: Bool) {
        #expect(GainLaw.quadratic(falloff: length, floor: .gain(floor)).isValid == isValid)
        #expect(GainLaw.linear(reach: length, floor: .gain(floor)).isValid == isValid)
        #expect(GainLaw.geometric(from: 0, reach: length, floor: .gain(floor)).isValid == isValid)
    }

    @Test(
        arguments: [
            (0, 240, true), (24, 24.5, true), (24, 24, false), (24, 3, false), (-1, 240, false),
            (.nan, 240, false), (0, .nan, false), (0, .infinity, false),
        ] as [(Double, Double, Bool)]
    )
    func `begins before it ends`(from: Double, reach: Double, isValid: Bool) {
        #expect(GainLaw.geometric(from: from, reach: reach, floor: .frame).isValid == isValid)
    }

    @Test func `flat and tiered are always valid`() {
        #expect(GainLaw.flat.isValid && GainLaw.tiered(.standard).isValid)
    }
}
