import Pictures
import Testing

@testable import Scrubbing

@Suite("A pointer that goes back over pictures that are nearly right")
struct PassingPointerTests {
    @Test func `has nothing decoded while it passes, and its own frame once it rests`() throws {
        var viewer = try Viewer()
        viewer.memory = [100, 106, 112]
        viewer.aim(at: 110, seq: 1, goesBack: true, isDue: false)
        viewer.wait(milliseconds: 100)
        viewer.aim(at: 107, seq: 2, goesBack: true, isDue: false)
        #expect(viewer.decodes.isEmpty)
        viewer.wait(milliseconds: 100)
        #expect(viewer.decodes.isEmpty, "it moved since the last look")
        viewer.wait(milliseconds: 100)
        #expect(viewer.decodes == [107])
    }

    /// A pointer goes back by `step` frames in a tenth of a second, and then `distance` further.
    @Test(arguments: [
        (step: 0, distance: 8, isNear: true), (0, 9, false), (3, 8, true), (3, 9, false),
        (20, 20, true), (20, 21, false), (60, 55, true),
    ])
    func `the picture in sight is nearly right that it passed a tenth of a second ago`(
        _ example: (step: Int, distance: Int, isNear: Bool)
    ) throws {
        var viewer = try Viewer()
        viewer.memory = [300, 300 - example.step]
        viewer.aim(at: 300, seq: 1)
        viewer.wait(milliseconds: 100)
        viewer.aim(at: 300 - example.step, seq: 2, goesBack: true, isDue: false)
        viewer.wait(milliseconds: 100)
        let frame = 300 - example.step - example.distance
        viewer.aim(at: frame, seq: 3, goesBack: true, isDue: false)
        #expect(viewer.decodes.isEmpty == example.isNear)
    }

    @Test func `has its frame decoded at once where no picture is near`() throws {
        var viewer = try Viewer()
        viewer.memory = [90]
        viewer.aim(at: 110, seq: 1, goesBack: true, isDue: false)
        #expect(viewer.decodes == [110])
    }

    @Test func `has its frame decoded at once when it lets go`() throws {
        var viewer = try Viewer()
        viewer.memory = [106]
        viewer.aim(at: 107, seq: 1, goesBack: true, isDue: false)
        viewer.aim(at: 107, seq: 2, goesBack: true, isDue: true)
        #expect(viewer.decodes == [107])
    }

    @Test func `has nothing decoded where it turns, and then its own frames again`() throws {
        var viewer = try Viewer()
        viewer.memory = [106]
        viewer.aim(at: 104, seq: 1, goesBack: true, isDue: false)
        viewer.aim(at: 107, seq: 2, isDue: false)
        #expect(viewer.decodes.isEmpty, "a decoder would begin anew for what it has just left")
        viewer.wait(milliseconds: 100)
        viewer.aim(at: 108, seq: 3, isDue: false)
        viewer.wait(milliseconds: 100)
        viewer.aim(at: 109, seq: 4, isDue: false)
        #expect(viewer.decodes == [109])
    }

    @Test func `has its frame decoded at once when it goes forward`() throws {
        var viewer = try Viewer()
        viewer.memory = [106]
        viewer.aim(at: 107, seq: 1, isDue: false)
        #expect(viewer.decodes == [107])
    }
}

@Suite("The stride of a drag")
struct StrideTests {
    @Test(arguments: [
        ([], 0), ([6, 12], 0), ([0, 6, 12, 18], 6), ([0, 7, 13, 21], 6), ([0, 6, 12, 24], 0),
        ([0, 6, 12, 24, 36, 48], 12), ([18, 12, 6, 0], 0), ([5, 5, 5, 5], 0), ([0, 8, 16, 20], 0),
        ([0, 1, 2, 3], 1), ([0, 100, 200, 280], 80),
    ])
    func `is known of a pointer that goes on steadily`(_ frames: [Int], _ stride: Int) {
        var speed = DragSpeed()
        let start = ContinuousClock.now
        for (number, frame) in frames.enumerated() {
            let now = start + .milliseconds(10 * number)
            speed.move(to: frame, goesBack: false, isDue: false, at: now)
        }
        #expect(speed.stride == stride)
    }

    @Test(arguments: [
        ([], 0), ([0, 6, 12], 0), ([0, 6, 12, 18], 6), ([0, 7, 13, 20], 0), ([18, 12], -6),
        ([0, 100, 94], -6), ([100, 94, 94], 0), ([100, 94, 95], 0), ([100, 94, 87], -7),
    ])
    func `is known of a target that goes on by equal steps, or one step back`(
        _ frames: [Int],
        _ stride: Int
    ) {
        var speed = DragSpeed()
        for frame in frames { speed.move(to: frame, goesBack: false, isDue: true, at: .now) }
        #expect(speed.stride == stride)
    }
}

@Suite("A pointer that rests")
struct RestingPointerTests {
    @Test func `has what is around prefetched once it has its own frame`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 110, seq: 1)
        viewer.wait(milliseconds: 100)
        viewer.wait(milliseconds: 100)
        #expect(viewer.prefetched.isEmpty, "its own frame is still being decoded")
        viewer.finish()
        viewer.wait(milliseconds: 100)
        viewer.wait(milliseconds: 100)
        #expect(viewer.prefetched == [110], "once")
    }

    @Test func `has nothing prefetched while it moves`() throws {
        var viewer = try Viewer()
        viewer.memory = Set(100...110)
        for frame in 100...110 {
            viewer.aim(at: frame, seq: UInt32(frame))
            viewer.wait(milliseconds: 100)
        }
        #expect(viewer.prefetched.isEmpty)
        viewer.wait(milliseconds: 100)
        #expect(viewer.prefetched == [110])
    }

    @Test func `has nothing prefetched when it wants no pictures`() throws {
        var viewer = try Viewer()
        viewer.memory = [110]
        viewer.aim(at: 110, seq: 1)
        viewer.aimAtNothing()
        viewer.wait(milliseconds: 100)
        viewer.wait(milliseconds: 100)
        #expect(viewer.prefetched.isEmpty)
    }
}

@Suite("Targets that were passed")
struct PassedTargetsTests {
    @Test func `a frame is known by the newest message that led there`() {
        var targets = PassedTargets()
        for (seq, frame) in [7, 8, 7].enumerated() { targets.add(frame, seq: UInt32(seq)) }
        #expect(targets.message(for: 7) == 2)
        #expect(targets.message(for: 8) == 1)
        #expect(targets.message(for: 9) == nil)
        #expect(targets.frames == [7, 8])
    }

    @Test func `what lies long back is forgotten`() {
        var targets = PassedTargets()
        for frame in 0..<1000 { targets.add(frame, seq: UInt32(frame)) }
        #expect(targets.frames == Set(744..<1000))
        #expect(targets.message(for: 743) == nil)
    }
}
