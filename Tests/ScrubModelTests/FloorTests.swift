import ScrubModel
import Testing

@Suite("GainFloor")
struct FloorTests {
    @Test(
        arguments: [
            (800, 900_000, 800.0 / 3_600_000), (800, 800, 0.25), (800, 200, 1), (800, 100, 1),
            (800, 0, 1), (0.5, 1, 0.125),
        ] as [(Double, Int, Double)]
    )
    func `of a frame is a quarter of it for each unit`(extent: Double, frames: Int, gain: Double) {
        #expect(GainFloor.frame.gain(on: Track(extent: extent, frames: frames)) == gain)
    }

    @Test(arguments: [Track(), Track(extent: 100, frames: 1_000_000)])
    func `of a number is the same on every track`(track: Track) {
        #expect(GainFloor.gain(0.3).gain(on: track) == 0.3)
    }

    static let laws: [GainLaw] = [
        .quadratic(falloff: 10_000, floor: .frame), .linear(reach: 200, floor: .frame),
        .geometric(from: 24, reach: 240, floor: .frame),
    ]

    /// Ten hours at 25 frames a second: four units of a bar of 800 for each frame.
    @Test(arguments: laws)
    func `of a frame lets a drag choose any frame of a long film`(_ law: GainLaw) {
        let frames = 900_000
        var scrubber = Scrubber(at: 0.5) { $0.law = law }
        scrubber.frames = frames
        _ = scrubber.begin(x: 0, y: 0, extent: 800)
        scrubber.move(x: 0, y: 300)
        for frame in 1...50 {
            scrubber.move(x: Double(4 * frame), y: 300)
            let expected = 0.5 + Double(frame) / Double(frames)
            #expect(abs(scrubber.position - expected) < 1e-12)
        }
    }

    @Test func `of a frame follows an index that grows, and moves nothing`() {
        var scrubber = Scrubber { $0.law = .linear(reach: 200, floor: .frame) }
        scrubber.frames = 1000
        _ = scrubber.begin(x: 0, y: 0, extent: 800)
        scrubber.move(x: 0, y: 300)
        scrubber.move(x: 100, y: 300)
        let position = scrubber.position
        #expect(position == 0.025 && scrubber.gain == 0.2)
        scrubber.frames = 4000
        #expect(scrubber.position == position && scrubber.gain == 0.05)
        scrubber.move(x: 100, y: 310)
        #expect(scrubber.position == position)
        scrubber.move(x: 200, y: 310)
        #expect(abs(scrubber.position - 0.03125) < 1e-12)
    }
}
