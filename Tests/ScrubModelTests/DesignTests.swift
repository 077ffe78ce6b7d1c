import ScrubModel
import TestSupport
import Testing

@Suite("What the designs promise")
struct DesignTests {
    @Test(arguments: [1, 2, 3, 7, 10, 48, 999])
    func `the stops of an integer slider are equally far apart`(count: Int) {
        let snap = Snap(stops: .count(count))
        var places = [0.0]
        for _ in 0..<count {
            guard let next = snap.stop(1, from: places[places.count - 1]) else { break }
            places.append(next)
        }
        #expect(places.count == count + 1 && places.last == 1)
        let gaps = zip(places, places.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { abs($0 - 1 / Double(count)) <= 0x1p-52 })
    }

    @Test(arguments: [3, 7, 48])
    func `a slider with fewer stops holds the value within them`(count: Int) {
        var scrubber = Scrubber(at: 1) { $0.snap = Snap(stops: .count(60), timing: .release) }
        #expect(scrubber.stop() == 60)
        var fewer = scrubber.configuration
        fewer.snap = Snap(stops: .count(count), timing: .release)
        let isAccepted = scrubber.configure(fewer)
        #expect(isAccepted && scrubber.stop() == count && scrubber.position == 1)
    }

    @Test func `an integer slider tells its number while it is dragged, and rests on release`() {
        var scrubber = Scrubber { $0.snap = Snap(stops: .count(4), timing: .release) }
        _ = scrubber.begin(x: 0, y: 0, extent: 100)
        var numbers: [Int?] = []
        for x in [10, 12, 13, 40, 62, 63, 90.0] {
            scrubber.move(x: x, y: 0)
            numbers.append(scrubber.stop())
            #expect(scrubber.position == x / 100, "the knob stays under the pointer")
        }
        #expect(numbers == [0, 0, 1, 2, 2, 3, 4])
        let hasMoved = scrubber.end()
        #expect(hasMoved && scrubber.position == 1 && scrubber.raw == 1)
    }

    /// Ten hours at 25 frames a second, of which a unit of the bar is worth 1125.
    @Test(arguments: FloorTests.laws, [0, 1, 123_456, 450_000, 899_998, 899_999])
    func `any frame of ten hours can be chosen by dragging`(_ law: GainLaw, frame: Int) {
        let frames = 900_000
        var scrubber = Scrubber { $0.law = law }
        scrubber.frames = frames
        _ = scrubber.begin(x: 0, y: 0, extent: 800)
        var x = (Double(frame) / 1125).rounded(.down)
        scrubber.move(x: x, y: 0)
        var places: [Int: Int] = [:]
        // Up to the right frame a quarter of a frame at a time, and over it.
        for _ in 0...4 * 1130 {
            scrubber.move(x: x, y: 300)
            x += 1
            places[min(Int(scrubber.position * Double(frames) + 1e-6), frames - 1), default: 0] += 1
        }
        #expect((places[frame] ?? 0) >= 4)
        let between = places.filter { $0.key != places.keys.min() && $0.key != places.keys.max() }
        #expect(between.values.allSatisfy { $0 == 4 })
    }
}
