import Basics
import Pictures
import TestSupport
import Testing
import Wire

@testable import Scrubbing

@Suite("Pictures that follow the pointer")
struct PreviewFlowTests {
    @Test func `a picture cached goes out at once, without decoding`() throws {
        var viewer = try Viewer()
        viewer.memory = [10]
        viewer.aim(at: 10, seq: 1)
        #expect(viewer.look() == [.init(10, seq: 1)])
        #expect(viewer.decodes.isEmpty)
    }

    @Test func `one decode is under way, and only the newest target waits`() throws {
        var viewer = try Viewer()
        for frame in 1...100 { viewer.aim(at: frame * 5, seq: UInt32(frame)) }
        #expect(viewer.decodes == [5])
        viewer.finish()
        viewer.finish()
        #expect(viewer.decodes == [5, 500])
        #expect(viewer.flow.decoding == nil && viewer.flow.target == nil)
    }

    @Test func `the target at rest gets its own frame, whatever was shown on the way`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 100, seq: 1)
        viewer.aim(at: 101, seq: 2)
        viewer.finish()
        #expect(viewer.look() == [.init(100, seq: 1)])
        viewer.finish()
        #expect(viewer.look() == [.init(101, seq: 2)])
    }

    @Test func `during a steady drag pictures come nearer`() throws {
        var viewer = try Viewer()
        var seq: UInt32 = 0
        for step in 0..<8 {
            for frame in 0..<10 {
                seq += 1
                viewer.aim(at: step * 10 + frame, seq: seq)
            }
            viewer.finish()
            viewer.paint(seq)
        }
        #expect(viewer.look().map(\.frame) == [0, 9, 19, 29, 39, 49, 59, 69])
    }

    /// Picture 100 has been seen, `decoding` is under way, and the pointer moves on to `goal`.
    @Test(arguments: [
        (decoding: 200, goal: 190, isSent: true), (200, 300, true), (200, 151, true),
        (200, 150, false), (200, 149, false), (200, 100, false), (200, 40, false),
        (60, 70, true), (60, 81, false),
    ])
    func `a finished picture of an older target goes out only when it is nearer`(
        _ example: (decoding: Int, goal: Int, isSent: Bool)
    ) throws {
        var viewer = try Viewer()
        viewer.memory = [100]
        viewer.aim(at: 100, seq: 1)
        viewer.paint(1)
        viewer.aim(at: example.decoding, seq: 2)
        viewer.memory = []
        viewer.aim(at: example.goal, seq: 3)
        _ = viewer.look()
        viewer.finish()
        #expect(viewer.look().map(\.frame) == (example.isSent ? [example.decoding] : []))
        viewer.finish()
        #expect(viewer.look() == [.init(example.goal, seq: 3)])
    }

    @Test func `a neighbour cached is shown until the frame's own picture is there`() throws {
        var viewer = try Viewer()
        viewer.memory = [100]
        viewer.aim(at: 110, seq: 1)
        #expect(viewer.look() == [.init(100, seq: 1, isExact: false)])
        #expect(viewer.decodes == [110])
        viewer.finish()
        #expect(viewer.look() == [.init(110, seq: 1)])
        viewer.aim(at: 120, seq: 2)
        #expect(viewer.look().isEmpty, "100 is no nearer than 110, which is shown")
    }

    @Test func `pictures that a decode makes on its way are shown as they come nearer`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 300, seq: 1)
        for frame in [250, 200, 290] {
            viewer.pass(frame)
            viewer.paint(1)
        }
        let passed = [250, 290].map { Viewer.Sent($0, seq: 1, isExact: false) }
        #expect(viewer.look() == passed)
        viewer.finish()
        #expect(viewer.look() == [.init(300, seq: 1)])
        viewer.pass(299)
        #expect(viewer.look().isEmpty, "what is wanted is there")
    }

    @Test func `an older target on the way to a newer one is shown as its own frame`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 100, seq: 1)
        for step in 1...10 { viewer.aim(at: 100 + 10 * step, seq: UInt32(1 + step)) }
        viewer.finish()
        #expect(viewer.decodes == [100, 200])
        viewer.paint(1)
        viewer.pass(140)
        viewer.paint(5)
        viewer.pass(155)
        viewer.paint(11)
        viewer.pass(160)
        let passed = [
            Viewer.Sent(140, seq: 5), .init(155, seq: 11, isExact: false), .init(160, seq: 7),
        ]
        #expect(viewer.look() == [.init(100, seq: 1)] + passed)
        viewer.finish()
        viewer.paint(11)
        #expect(viewer.look() == [.init(200, seq: 11)])
    }

    @Test func `a target that the decode passes on its way is shown at once`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 300, seq: 1)
        viewer.aim(at: 290, seq: 2)
        viewer.pass(290)
        #expect(viewer.look() == [.init(290, seq: 2)])
        viewer.finish()
        #expect(viewer.look().isEmpty)
        #expect(viewer.decodes == [300])
    }

    @Test func `a decode that was already under way answers the newest message`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 7, seq: 1)
        viewer.aim(at: 9, seq: 2)
        viewer.aim(at: 7, seq: 3)
        viewer.finish()
        #expect(viewer.look() == [.init(7, seq: 3)])
        #expect(viewer.decodes == [7])
    }

    @Test func `what is asked for in another format is another picture`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 7, seq: 1)
        let format = PreviewRequest(width: 640)!
        let target = PreviewTarget(seq: 2, frame: 7, format: format, goesBack: false)
        #expect(viewer.flow.aim(at: target, now: .now) == [.find(target)])
        #expect(viewer.flow.found(nil, at: .now) == [])
        viewer.finish()
        #expect(viewer.flow.target == target)
    }

    @Test func `a target that cannot be decoded is reported, and the next one is tried`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 5, seq: 1)
        viewer.fail()
        #expect(viewer.reports == [1])
        viewer.aim(at: 6, seq: 2)
        viewer.finish()
        #expect(viewer.look() == [.init(6, seq: 2)])
    }

    @Test func `a picture that the client has is sent again only where an answer is due`() throws {
        var viewer = try Viewer()
        viewer.memory = [100]
        viewer.aim(at: 100, seq: 1)
        viewer.aim(at: 100, seq: 2, isDue: false)
        #expect(viewer.look() == [.init(100, seq: 1)])
        viewer.aim(at: 100, seq: 3)
        #expect(viewer.look() == [.init(100, seq: 3)])
    }

    @Test func `a picture of another frame or format is not the one that the client has`() throws {
        var viewer = try Viewer()
        viewer.memory = [100]
        viewer.aim(at: 100, seq: 1)
        for (frame, width) in [(101, 160), (100, 640), (99, 160)] {
            let format = PreviewRequest(width: width)!
            let target = PreviewTarget(seq: 2, frame: frame, format: format, goesBack: false)
            var flow = viewer.flow
            #expect(flow.aim(at: target, isDue: false, now: .now) == [.find(target)])
        }
    }

    @Test func `a neighbour that stood in is not the picture that the client has`() throws {
        var viewer = try Viewer()
        viewer.memory = [100]
        viewer.aim(at: 110, seq: 1)
        viewer.aim(at: 100, seq: 2, isDue: false)
        #expect(viewer.look() == [.init(100, seq: 1, isExact: false), .init(100, seq: 2)])
    }

    @Test func `a picture that never left is not the one that the client has`() throws {
        var viewer = try Viewer()
        viewer.memory = [100, 101, 500]
        for (seq, frame) in [100, 101, 500].enumerated() { viewer.aim(at: frame, seq: UInt32(seq)) }
        #expect(viewer.look().map(\.frame) == [100, 101], "500 waits")
        viewer.memory = []
        viewer.aim(at: 110, seq: 3)
        viewer.fail()
        viewer.memory = [500]
        viewer.aim(at: 500, seq: 4, isDue: false)
        viewer.paint(1)
        #expect(viewer.look() == [.init(500, seq: 4)])
    }

    @Test(arguments: [(90, true), (81, true), (99, true), (80, false), (79, false), (101, false)])
    func `a neighbour stands in only on the way from what is shown`(
        _ neighbour: Int,
        isSent: Bool
    ) throws {
        var viewer = try Viewer()
        viewer.memory = [80]
        viewer.aim(at: 80, seq: 1)
        _ = viewer.look()
        viewer.memory = [neighbour]
        viewer.aim(at: 100, seq: 2)
        #expect(viewer.look() == (isSent ? [.init(neighbour, seq: 2, isExact: false)] : []))
        #expect(viewer.decodes == [100], "its own picture follows in any case")
    }

    @Test func `a decode that progresses is not ordered again, and concerns nobody at rest`() throws
    {
        var viewer = try Viewer()
        viewer.aim(at: 300, seq: 1)
        viewer.pass(290)
        #expect(viewer.decodes == [300])
        viewer.finish()
        _ = viewer.look()
        viewer.pass(295)
        #expect(viewer.look().isEmpty)
    }

    @Test func `a failure of an older target concerns nobody`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 5, seq: 1)
        viewer.aim(at: 6, seq: 2)
        viewer.fail()
        #expect(viewer.reports.isEmpty)
        #expect(viewer.decodes == [5, 6])
    }

    @Test func `a decode that was cancelled is taken up again while it is wanted`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 5, seq: 1)
        viewer.giveUp()
        #expect(viewer.decodes == [5, 5])
    }

    @Test func `a client that wants no more pictures gets none`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 5, seq: 1)
        viewer.aimAtNothing()
        viewer.finish()
        viewer.wait(milliseconds: 10_000)
        #expect(viewer.look().isEmpty)
        #expect(viewer.decodes == [5])
    }

    /// The pointer moves in one direction, and pictures of all sorts are cached around it.
    @Test(arguments: [1, -1])
    func `pictures move in the direction of the drag`(_ direction: Int) throws {
        var viewer = try Viewer()
        var generator = SplitMix64(seed: 7)
        var seq: UInt32 = 0
        var frame = direction > 0 ? 0 : 1999
        viewer.memory = [frame]
        while (0..<2000).contains(frame) {
            seq += 1
            for _ in 0..<4 { viewer.memory.insert(Int.random(in: 0..<2000, using: &generator)) }
            viewer.aim(at: frame, seq: seq, goesBack: direction < 0, isDue: false)
            if Bool.random(using: &generator) { viewer.finish() }
            viewer.paint(seq)
            if seq.isMultiple(of: 6) { viewer.wait(milliseconds: 100) }
            frame += direction * Int.random(in: 0...40, using: &generator)
        }
        let shown = viewer.look().map(\.frame)
        #expect(shown.count > 40)
        #expect(zip(shown, shown.dropFirst()).allSatisfy { ($1 - $0) * direction >= 0 })
    }
}
