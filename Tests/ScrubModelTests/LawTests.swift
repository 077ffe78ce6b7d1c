import ScrubModel
import Testing

@Suite("Law")
struct LawTests {
    @Test(
        arguments: [
            // The design that the law comes from: three quarters at 50, the floor from 99.5 on.
            (0, 1), (50, 0.75), (-50, 0.75), (80, 0.36), (99.4, 0.011963999999999975), (99.5, 0.01),
            (100, 0.01), (-400, 0.01), (1e200, 0.01), (.infinity, 0.01), (.nan, 0.01),
        ] as [(Double, Double)]
    )
    func `falls with the square of the distance to a floor`(distance: Double, gain: Double) {
        #expect(Law.standard.gain(at: distance) == gain)
    }

    @Test(arguments: [0, 50, 1e300])
    func `flat is one everywhere`(distance: Double) {
        #expect(Law.flat.gain(at: distance) == 1)
    }

    @Test(
        arguments: [
            (10_000, 0.01, true), (0.5, 1, true), (.leastNonzeroMagnitude, 0.01, true),
            (0, 0.01, false), (-1, 0.01, false), (.nan, 0.01, false), (.infinity, 0.01, false),
            (10_000, 0, false), (10_000, -0.5, false), (10_000, 1.5, false), (10_000, .nan, false),
        ] as [(Double, Double, Bool)]
    )
    func `has limits`(falloff: Double, floor: Double, isValid: Bool) {
        #expect(Law.quadratic(falloff: falloff, floor: floor).isValid == isValid)
    }

    @Test func `flat is always valid`() {
        #expect(Law.flat.isValid)
    }
}
