import ScrubModel
import ScrubModelWASM
import Testing

/// All tests of the one page that a process has, one after the other.
@Suite(.serialized)
struct PageTests {
    @Suite("A page's settings")
    struct SettingsTests {
        /// What JavaScript calls, and what the model is to make of it.
        struct Example: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let call: @Sendable () -> Void
            let expected: @Sendable (inout Configuration) -> Void

            init(
                _ description: String,
                _ call: @escaping @Sendable () -> Void,
                _ expected: @escaping @Sendable (inout Configuration) -> Void
            ) {
                (testDescription, self.call, self.expected) = (description, call, expected)
            }
        }

        init() { page = Page() }

        @Test(arguments: [
            Example("quadratic", { quadratic(900, 0.2) }) {
                $0.law = .quadratic(falloff: 900, floor: 0.2)
            },
            Example("linear", { linear(80, .nan) }) { $0.law = .linear(reach: 80, floor: .frame) },
            Example("geometric", { geometric(24, 240, 0.1) }) {
                $0.law = .geometric(from: 24, reach: 240, floor: 0.1)
            },
            Example("tiered", { _ = tiered([0, 1, 50, 0.5, 100, 0.25, 150, 0.1], 4, 15) }) {
                $0.law = .tiered(.standard)
            },
            Example("flat", flat) { $0.law = .flat },
            Example("none on release", { snapToNone(true) }) { $0.snap = Snap(timing: .release) },
            Example("step", { snapToStep(0.3, false) }) { $0.snap = Snap(stops: .step(0.3)) },
            Example("count", { snapToCount(7, true) }) {
                $0.snap = Snap(stops: .count(7), timing: .release)
            },
            Example("places", { snapToPlaces([0, 0.5, 1], 3, false) }) {
                $0.snap = Snap(stops: .places([0, 0.5, 1]))
            },
            Example("clamp", { overshoot(true) }) { $0.overshoot = .clamp },
            Example("jump", { press(true) }) { $0.press = .jump },
        ])
        func `are those of the model`(_ example: Example) {
            var configuration = Configuration()
            example.expected(&configuration)
            example.call()
            #expect(page.scrubber.configuration == Configuration(), "not before they are taken")
            #expect(configure(true))
            #expect(page.scrubber.configuration == configuration)
        }

        @Test(arguments: [
            Example("floor", { linear(80, 0) }) { _ in },
            Example("count", { snapToCount(0.5, false) }) { _ in },
            Example("count that is none", { snapToCount(.nan, false) }) { _ in },
            Example("step", { snapToStep(2, false) }) { _ in },
            Example("no places", { snapToPlaces([], 0, false) }) { _ in },
        ])
        func `are refused together`(_ example: Example) {
            press(true)
            example.call()
            let isTaken = configure(true)
            #expect(!isTaken && page.scrubber.configuration == Configuration())
            flat()
            #expect(configure(true) && page.scrubber.configuration.press == .hold)
        }

        @Test func `are forgotten when they are not complete`() {
            flat()
            #expect(!configure(false) && page.settings == Configuration())
        }

        @Test func `refuse tiers out of order`() {
            #expect(!tiered([0, 1, 50, 0.5, 50, 0.2], 3, 15) && !tiered([0, 1], 0, 15))
            #expect(page.settings == Configuration())
        }

        @Test(
            arguments: [
                (0, 0.29, 0.2, 1), (0, 0.31, 0.4, 2), (0, 0.3, 0.2, 1), (1, 0.39, 0.2, 1),
                (1, 0.4, 0.4, 2), (2, 0.21, 0.4, 2), (2, 0.2, 0.2, 1), (2, 0.99, 0.4, 2),
                (1, 0.05, 0.1, 0),
            ] as [(Int32, Double, Double, Double)]
        )
        func `know the media's stops`(rule: Int32, raw: Double, place: Double, number: Double) {
            snapToMarks([0.1, 0.2, 0.4], 3, rule, false)
            #expect(configure(true) && begin(0, 0, 1))
            _ = move(raw, 0)
            #expect(position() == place && stop() == number)
        }

        @Test(
            arguments: [
                (0, 1, 0.25), (0.25, 1, 0.5), (0.25, -1, 0), (1, 5, 0.5), (0.5, -9, 0),
            ] as [(Double, Double, Double)]
        )
        func `step over stops at one place`(from: Double, count: Double, to: Double) {
            snapToMarks([0, 0.25, 0.25, 0.5], 4, 0, false)
            #expect(configure(true) && SettingsTests.go(from) && step(count))
            #expect(position() == to)
        }

        @Test func `stay where the media has no stops`() {
            snapToMarks([], 0, 0, false)
            #expect(configure(true) && SettingsTests.go(0.3) && step(1) && position() == 0.3)
            #expect(stop() == -1)
        }

        private static func go(_ position: Double) -> Bool { place(position, position) }
    }
}
