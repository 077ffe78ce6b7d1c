import Testing

@testable import Scrubbing

@Suite("A target that one message moves to another GOP")
struct JumpTests {
    /// Keyframes are 250 frames apart, the target is in the middle of a GOP or near its end.
    @Test(arguments: [(1100, [1000, 1250]), (1240, [1250, 1000])])
    func `is glanced at beside its own decode`(_ frame: Int, _ keyframes: [Int]) throws {
        for shown in [0, 1900] {
            var viewer = try viewer(showing: shown)
            viewer.aim(at: frame, seq: 2, reach: 250, glances: keyframes)
            #expect(viewer.decodes == [shown, frame])
            #expect(viewer.glances == [keyframes[0]])
        }
    }

    /// The frame shown, the target, whether a drag goes back, and what there is no need of then.
    @Test(arguments: [
        (1200, 1100, false, "the GOP is shown already"),
        (0, 1010, false, "the target's own frame comes as soon"),
        (0, 1000, false, "it is the keyframe"),
        (1900, 1100, true, "a drag is shown nothing beyond its target"),
    ])
    func `is not where that shows nothing sooner`(
        _ shown: Int,
        _ frame: Int,
        _ goesBack: Bool,
        _ why: Comment
    ) throws {
        var viewer = try viewer(showing: shown)
        viewer.aim(at: frame, seq: 2, goesBack: goesBack, reach: 250, glances: [1000, 1250])
        #expect(viewer.glances.isEmpty, why)
        #expect(viewer.decodes == [shown, frame])
    }

    @Test func `is not in media of short GOPs`() throws {
        var viewer = try viewer(showing: 0)
        viewer.aim(at: 1010, seq: 2, reach: 12, glances: [1012, 1000])
        #expect(viewer.glances.isEmpty)
    }

    /// Once it was: nothing was shown of a jump backward until its own frame had been decoded.
    @Test func `shows what is decoded on the way to it, though a jump backward passes it`() throws {
        var viewer = try viewer(showing: 1900)
        viewer.aim(at: 1100, seq: 2, reach: 250, glances: [1000, 1250])
        for frame in [1000, 1040, 1080] {
            viewer.pass(frame)
            viewer.paint(2)
        }
        viewer.finish()
        #expect(viewer.look().map(\.frame) == [1000, 1040, 1080, 1100])
    }

    @Test func `of a drag backward shows nothing that lies beyond it`() throws {
        var viewer = try viewer(showing: 1900)
        viewer.aim(at: 1100, seq: 2, goesBack: true, isDue: false, reach: 250, glances: [1000])
        viewer.pass(1000)
        #expect(viewer.look().isEmpty)
    }

    private func viewer(showing frame: Int) throws -> Viewer {
        var viewer = try Viewer()
        viewer.aim(at: frame, seq: 1, reach: 250)
        viewer.finish()
        viewer.paint(1)
        #expect(viewer.look().map(\.frame) == [frame])
        return viewer
    }
}
