import Testing

@testable import Scrubbing

@Suite("Pictures that come before a fast pointer is near")
struct EarlyPicturesTests {
    /// Which of the moves, 100 frames each, shows a picture that comes after the first.
    @Test(arguments: [(180, 0), (250, 0), (260, 1), (340, 1), (360, 2)])
    func `wait for the move that comes within a GOP of them`(_ frame: Int, _ move: Int) throws {
        for direction in [1, -1] {
            var viewer = try Viewer()
            let begin = 1000
            for step in 0...2 {
                viewer.aim(
                    at: begin + direction * (200 + 100 * step),
                    seq: UInt32(step),
                    isDue: false,
                    heading: begin + direction * (400 + 100 * step),
                    reach: 50
                )
                if step == 0 { viewer.pass(begin + direction * frame) }
                let isShown = viewer.look().map(\.frame) == [begin + direction * frame]
                #expect(isShown == (step == move), "\(frame) at move \(step)")
            }
        }
    }

    @Test func `are shown at once to a pointer that is not fast`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 200, seq: 1, isDue: false, reach: 50)
        viewer.pass(180)
        #expect(viewer.look().map(\.frame) == [180])
    }

    @Test func `are forgotten when the pointer turns round or rests`() throws {
        for turns in [true, false] {
            var viewer = try fast()
            viewer.pass(400)
            if turns {
                viewer.aim(at: 180, seq: 2, isDue: false, heading: 80, reach: 50)
            } else {
                for _ in 0..<2 { viewer.wait(milliseconds: 100) }
            }
            #expect(viewer.look().isEmpty)
            #expect(viewer.flow.early.newest == nil)
        }
    }

    @Test func `are as many as there are glances at once, each of them once`() throws {
        var viewer = try fast()
        for frame in [300, 300, 360, 400] { viewer.pass(frame) }
        viewer.aim(at: 340, seq: 2, isDue: false, heading: 540, reach: 50)
        #expect(viewer.look().map(\.frame) == [360], "300 was the oldest of three")
        viewer.aim(at: 380, seq: 3, isDue: false, heading: 580, reach: 50)
        viewer.paint(2)
        #expect(viewer.look().map(\.frame) == [400])
    }

    /// A pointer that has been shown 190, and is on 200 on its way to 400.
    private func fast() throws -> Viewer {
        var viewer = try Viewer()
        viewer.aim(at: 200, seq: 1, isDue: false, heading: 400, reach: 50)
        viewer.pass(190)
        viewer.paint(1)
        _ = viewer.look()
        return viewer
    }
}
