import ClipSupport
import Testing
import Timeline

@testable import Scrubbing

/// Drags as people make them, against what decoding takes: what is computed here is measured by
/// `make bench ONLY=drags`.
@Suite("Pictures of simulated drags over a film of hours")
struct DragSimulationTests {
    /// A film of an hour, made once.
    struct Film: Sendable {
        let group: Int
        let table: FrameTable

        init(group: Int) { (self.group, table) = (group, .regular(90_000, group: group)) }

        static let long = Film(group: 250)
        static let short = Film(group: 30)
    }

    /// A drag of three seconds.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let frames: [Int]
        let film: Film
        /// Pictures a second at least, and the longest gap in ms.
        let rate: Double
        let gap: Int
        var testDescription: String { name }
    }

    /// A pointer that slows down comes to a keyframe that was shown ahead of it, and waits for it.
    static let examples = [
        Example(name: "over the film", frames: drag(1000, by: 432), film: .long, rate: 40, gap: 70),
        Example(
            name: "back over it",
            frames: drag(85_000, by: -432),
            film: .long,
            rate: 40,
            gap: 70
        ),
        Example(name: "a GOP a move", frames: drag(1000, by: 250), film: .long, rate: 40, gap: 70),
        Example(name: "short GOPs", frames: drag(1000, by: 300), film: .short, rate: 40, gap: 70),
        Example(name: "there and back", frames: thereAndBack, film: .long, rate: 30, gap: 120),
        Example(name: "slowing down", frames: slowing, film: .long, rate: 30, gap: 180),
    ]

    @Test(arguments: examples)
    func `keep coming while the pointer is fast`(_ example: Example) throws {
        var drag = try SimulatedDrag(over: example.film.table)
        let outcome = drag.run(example.frames)
        #expect(outcome.rate >= example.rate)
        #expect(outcome.longestGap <= example.gap)
    }

    @Test(arguments: examples.prefix(3))
    func `are within one GOP of the pointer`(_ example: Example) throws {
        var drag = try SimulatedDrag(over: example.film.table)
        let outcome = drag.run(example.frames)
        #expect(outcome.furthest <= example.film.group)
    }

    /// No walk into a GOP is begun but the first, before the speed is known, and the last.
    @Test(arguments: examples.prefix(4))
    func `cost hardly more than the glances that are shown`(_ example: Example) throws {
        var drag = try SimulatedDrag(over: example.film.table)
        let outcome = drag.run(example.frames)
        #expect(outcome.framesPassed <= 2 * example.film.group)
        #expect(outcome.keyframesDecoded <= outcome.sent.count + 4)
    }

    @Test(arguments: examples)
    func `end with the target's own, as soon as it can be decoded`(_ example: Example) throws {
        var drag = try SimulatedDrag(over: example.film.table)
        let outcome = drag.run(example.frames)
        let walk = 39 + Int(Double(example.film.group) / 0.6) + 60
        let exact = try #require(outcome.exactAt)
        #expect(exact - outcome.end <= walk)
    }

    /// A pointer that has not moved for 60 ms rests, which the next look, after 20 ms, sees; then a
    /// glance may be under way beside the decode.
    @Test(arguments: examples)
    func `end with it within 100 ms more when the pointer stops and is not released`(
        _ example: Example
    ) throws {
        let ends = try [true, false].map { letsGo in
            var drag = try SimulatedDrag(over: example.film.table)
            return try #require(drag.run(example.frames, letsGo: letsGo).exactAt)
        }
        #expect(ends[1] - ends[0] <= 100)
    }

    /// One GOP of 9000 frames, without a storyboard: what the decoder passes is all there is.
    @Test func `of one endless GOP come from the decoder's way`() throws {
        var drag = try SimulatedDrag(over: .regular(9000, group: 9000), passes: 1.5)
        let outcome = drag.run(Self.drag(100, by: 40))
        #expect(outcome.exactAt != nil)
        #expect(outcome.rate >= 20 && outcome.longestGap <= 100)
    }

    private static func drag(_ from: Int, by stride: Int) -> [Int] {
        (0..<180).map { from + $0 * stride }
    }

    private static let thereAndBack = (0..<180).map { move in
        20_000 + (move < 90 ? move : 180 - move) * 400
    }

    /// From 400 frames a move to one.
    private static let slowing: [Int] = {
        var (frame, stride, frames) = (1000.0, 400.0, [Int]())
        for _ in 0..<180 {
            frames.append(Int(frame))
            frame += stride
            stride = max(1, stride * 0.95)
        }
        return frames
    }()
}
