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

    @Test func `are waited for, and nothing is decoded meanwhile, unless the pointer rests`() throws
    {
        var viewer = try Viewer()
        viewer.aim(at: 100, seq: 0)
        viewer.finish()
        viewer.paint(0)
        for _ in 0..<2 { viewer.wait(milliseconds: 100) }
        for step in 0...4 {
            let frame = 100 + 100 * step
            viewer.aim(
                at: frame,
                seq: UInt32(step),
                isDue: false,
                heading: frame + 400,
                reach: 50,
                glances: [800]
            )
            if step == 1 { viewer.see(800) }
            viewer.pass(milliseconds: 17)
        }
        #expect(viewer.decodes == [100])
        for _ in 0..<2 { viewer.wait(milliseconds: 100) }
        #expect(viewer.decodes == [100, 500])
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

    @Test func `are four at most, each of them once`() throws {
        var viewer = try fast()
        for frame in [300, 300, 320, 360, 400, 460] { viewer.pass(frame) }
        viewer.aim(at: 300, seq: 2, isDue: false, heading: 500, reach: 50)
        #expect(viewer.look().map(\.frame) == [320], "300 was the oldest of five")
        viewer.aim(at: 400, seq: 3, isDue: false, heading: 600, reach: 50)
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

@Suite("Pictures that come when a pointer has gone on")
struct LatePicturesTests {
    /// What comes for a pointer on 500 that has been shown 100 before it began to move, and after how
    /// many milliseconds of nothing else.
    @Test(arguments: [
        (450, 20, true), (449, 20, false), (449, 69, false), (449, 70, true), (50, 70, false),
    ])
    func `are shown within a GOP of it, or after a while`(
        _ frame: Int,
        _ time: Int,
        _ isShown: Bool
    ) throws {
        var viewer = try resting()
        viewer.wait(milliseconds: 100)
        viewer.wait(milliseconds: 100)
        viewer.aim(at: 300, seq: 1, isDue: false, reach: 50)
        viewer.pass(milliseconds: time)
        viewer.aim(at: 500, seq: 2, isDue: false, reach: 50)
        viewer.pass(frame)
        #expect(viewer.look().map(\.frame) == (isShown ? [frame] : []))
    }

    @Test func `are late from the first move on, and not from when the pointer was pressed`() throws
    {
        for time in [69, 70] {
            var viewer = try resting()
            viewer.aim(at: 100, seq: 1, isDue: false, reach: 50)
            viewer.pass(milliseconds: 200)
            viewer.aim(at: 300, seq: 2, isDue: false, reach: 50)
            viewer.pass(milliseconds: time)
            viewer.aim(at: 500, seq: 3, isDue: false, reach: 50)
            viewer.pass(400)
            #expect(viewer.look().map(\.frame) == (time == 70 ? [400] : []), "\(time) ms")
        }
    }

    @Test func `are shown however far they are from one message's target`() throws {
        var viewer = try resting()
        viewer.aim(at: 500, seq: 1, isDue: true, reach: 50)
        viewer.pass(300)
        #expect(viewer.look().map(\.frame) == [300])
    }

    /// A client that has been shown 100, half a second ago.
    private func resting() throws -> Viewer {
        var viewer = try Viewer()
        viewer.memory = [100]
        viewer.aim(at: 100, seq: 0)
        viewer.paint(0)
        viewer.pass(milliseconds: 500)
        _ = viewer.look()
        viewer.memory = []
        return viewer
    }
}
