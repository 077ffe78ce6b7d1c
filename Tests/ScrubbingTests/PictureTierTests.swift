import Testing

@testable import Scrubbing

@Suite("The tier of a pointer")
struct PictureTierTests {
    private let start = ContinuousClock.now

    /// Sixty moves a second, and a decoder that passes 500 frames a second.
    @Test(arguments: [
        (0, PictureTier.exact), (1, .exact), (5, .exact), (-5, .exact), (6, .glance), (-6, .glance),
        (432, .glance), (-432, .glance),
    ])
    func `is a glance where the decoder does not keep up`(_ stride: Int, _ tier: PictureTier) {
        let choice = TierChoice()
        #expect(choice.tier(at: speed(stride)) == tier)
    }

    /// What a decoder has passed in 200 ms, and the fastest pointer that it goes along with: 35 ms are
    /// those of a glance, and what is usual counts as much as what was measured.
    @Test(arguments: [(20, 3), (100, 6), (400, 17), (4000, 61)])
    func `follows from what decoding has taken so far`(_ decoded: Int, _ most: Int) {
        var choice = TierChoice()
        choice.begin(at: start)
        choice.end(at: start + .milliseconds(200), decoded: decoded)
        #expect(choice.tier(at: speed(most)) == .exact)
        #expect(choice.tier(at: speed(most + 1)) == .glance)
    }

    @Test func `does not follow from a decode that ended at once, or was cancelled`() {
        var choice = TierChoice()
        for decoded in [0, 1, 11] {
            choice.begin(at: start)
            choice.end(at: start + .milliseconds(500), decoded: decoded)
        }
        #expect(choice.passed == TierChoice().passed)
    }

    /// The pointer passes two frames a move, and the decoder hundreds in a second: less than half of
    /// that is a decoder which began, or waited.
    @Test(arguments: [[20: 128], [12: 133, 20: 128]])
    func `hardly follows from decodes that waited for others`(_ decodes: [Int: Int]) {
        var choice = TierChoice()
        for (decoded, time) in decodes {
            choice.begin(at: start)
            choice.end(at: start + .milliseconds(time), decoded: decoded)
        }
        #expect(choice.tier(at: speed(2)) == .exact)
    }

    @Test func `follows from a decoder that is slow for some time`() {
        var choice = TierChoice()
        for _ in 0..<8 {
            choice.begin(at: start)
            choice.end(at: start + .milliseconds(250), decoded: 15)
        }
        #expect(choice.tier(at: speed(2)) == .glance)
    }

    /// A glance takes 45 ms at most as long as nothing else is known, and then what most have taken.
    @Test(arguments: [(432, 3), (-432, -3), (200, 3), (5, 0), (0, 0)])
    func `aims a glance at where the target will be, by whole moves`(_ move: Int, _ lead: Int) {
        var choice = TierChoice()
        let ahead = { (choice: TierChoice) in
            choice.lead(at: speed(move), perMove: Double(move)) / max(1, abs(move))
        }
        #expect(ahead(choice) == lead)
        for _ in 0..<40 { choice.noteGlance(took: .milliseconds(70)) }
        #expect(ahead(choice) == lead.signum() * 4, "of 70 ms")
        for time in 0..<80 { choice.noteGlance(took: .milliseconds(time % 2 * 40 + 50)) }
        #expect(abs(ahead(choice)) >= lead.signum().magnitude * 6, "of 50 and 90 ms")
    }

    @Test func `aims as far where moves come a little sooner or later`() {
        let choice = TierChoice()
        for interval in [15.0, 16, 17, 18] {
            #expect(choice.lead(at: 432 / interval, perMove: 432) == 3 * 432)
        }
    }

    @Test func `is known after two moves, and forgotten when the pointer stops`() {
        var speed = DragSpeed()
        var now = start
        for step in 0..<10 {
            speed.move(to: step * 100, goesBack: false, isDue: false, at: now)
            let known = speed.framesPerMillisecond(at: now)
            #expect((known != 0) == (step >= 1), "after \(step) moves")
            #expect(speed.framesPerMove == (step >= 1 ? 100 : 0))
            now += .milliseconds(16)
        }
        #expect(abs(speed.framesPerMillisecond(at: now) - 6.25) < 0.1)
        #expect(speed.framesPerMillisecond(at: now + .milliseconds(60)) == 0)
        speed.move(to: 5000, goesBack: false, isDue: true, at: now)
        #expect(speed.framesPerMillisecond(at: now) == 0, "a message that jumps is no speed")
    }

    private func speed(_ stride: Int) -> Double { Double(stride) * 60 / 1000 }
}

@Suite("Glances at keyframes")
struct GlanceTests {
    @Test func `are made of a fast pointer, two at a time, and nothing else is decoded`() throws {
        var viewer = try fast()
        #expect(viewer.glances == [250, 750])
        #expect(viewer.decodes == [0])
        viewer.see(250)
        #expect(viewer.glances == [250, 750, 1250])
        viewer.see(1250)
        viewer.paint(100)
        #expect(viewer.look().last == .init(1250, seq: 3, isExact: false))
    }

    @Test func `end the decode of a target that is further away than they are`() throws {
        let viewer = try fast()
        #expect(viewer.flow.decoding?.frame == 0)
        #expect(viewer.cancels == 1, "once, whatever comes after")
    }

    @Test func `are not made where what is shown is as near`() throws {
        var viewer = try fast()
        viewer.see(250)
        viewer.see(1250)
        let before = viewer.glances
        viewer.pass(milliseconds: 16)
        viewer.aim(at: 1300, seq: 9, isDue: false, glances: [1250, 1500, 1000])
        #expect(viewer.glances == before)
    }

    @Test func `that fail are made of the next keyframe, and not tried again`() throws {
        var viewer = try fast()
        viewer.see(250, fails: true)
        viewer.see(1250, fails: true)
        viewer.pass(milliseconds: 16)
        viewer.aim(at: 1700, seq: 9, isDue: false, glances: [1250, 1500, 1750])
        #expect(viewer.glances == [250, 750, 1250, 1500])
    }

    @Test func `are followed by the target's own picture once the pointer rests`() throws {
        var viewer = try fast()
        for keyframe in [250, 750, 1250] { viewer.see(keyframe) }
        viewer.giveUp()
        viewer.wait(milliseconds: 100)
        viewer.wait(milliseconds: 100)
        #expect(viewer.decodes.last == 1300)
        viewer.finish()
        viewer.paint(100)
        #expect(viewer.look().last == .init(1300, seq: 3))
    }

    @Test func `are followed by it as soon as the pointer pauses, once`() throws {
        var viewer = try fast()
        for keyframe in [250, 750, 1250] { viewer.see(keyframe) }
        viewer.giveUp()
        let pause = try #require(viewer.untilPause)
        viewer.pause(after: pause - .milliseconds(1))
        #expect(viewer.decodes == [0])
        viewer.pause(after: .milliseconds(1))
        #expect(viewer.decodes == [0, 1300])
        viewer.pause(after: .milliseconds(20))
        #expect(viewer.decodes == [0, 1300])
        viewer.finish()
        #expect(viewer.untilPause == nil, "nothing more follows from it")
    }

    @Test func `are made for a target that waits for other clients' pictures`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 100, seq: 1, glances: [0, 250])
        #expect((viewer.decodes, viewer.glances) == ([100], []))
        viewer.wait(milliseconds: 100)
        #expect((viewer.decodes, viewer.glances) == ([100], [0]))
    }

    @Test(arguments: [(98, [100, 0], []), (101, [100, 200], [100]), (250, [250], [250])])
    func `are made only of keyframes that are shown, and once`(
        _ target: Int,
        _ keyframes: [Int],
        _ glances: [Int]
    ) throws {
        var viewer = try Viewer()
        viewer.aim(at: 10, seq: 1)
        viewer.finish()
        viewer.aim(at: target, seq: 2, glances: keyframes)
        for seq in 1..<10 as Range<UInt32> {
            viewer.paint(seq)
            viewer.wait(milliseconds: 100)
            for keyframe in keyframes { viewer.see(keyframe) }
        }
        #expect(viewer.glances == glances)
    }

    @Test(arguments: [
        (isIdle: true, keyframes: [1000, 1250], glances: []), (false, [1000, 1250], [1000]),
        (true, [1250, 1000], [1250]),
    ])
    func `are left to a decode that begins at once, and shows the same keyframe`(
        _ example: (isIdle: Bool, keyframes: [Int], glances: [Int])
    ) throws {
        var viewer = try Viewer()
        viewer.isIdle = example.isIdle
        viewer.aim(at: 10, seq: 1)
        viewer.finish()
        viewer.aim(at: 1100, seq: 2, reach: 250, glances: example.keyframes)
        #expect((viewer.decodes, viewer.glances) == ([10, 1100], example.glances))
        viewer.pass(1000)
        viewer.paint(1)
        #expect(viewer.look().last == .init(1000, seq: 2, isExact: false))
    }

    @Test func `are made once a decode that was to show the same keyframe is late`() throws {
        var viewer = try Viewer()
        viewer.isIdle = true
        viewer.aim(at: 10, seq: 1)
        viewer.finish()
        viewer.paint(1)
        viewer.aim(at: 1100, seq: 2, reach: 250, glances: [1000, 1250])
        #expect(viewer.glances.isEmpty)
        viewer.wait(milliseconds: 100)
        #expect(viewer.glances == [1000])
    }

    @Test func `never answer as the target's own, even of the target itself`() throws {
        var viewer = try Viewer()
        viewer.aim(at: 250, seq: 1, glances: [250])
        viewer.wait(milliseconds: 100)
        viewer.see(250)
        #expect(viewer.look() == [.init(250, seq: 1, isExact: false)])
        viewer.finish()
        #expect(viewer.look() == [.init(250, seq: 1)])
    }

    /// A pointer that has passed 500 frames a move; its first target is still being decoded.
    private func fast() throws -> Viewer {
        var viewer = try Viewer()
        let moves = [(0, [0]), (300, [250, 500]), (800, [750, 1000]), (1300, [1250, 1500])]
        for (seq, move) in moves.enumerated() {
            viewer.aim(at: move.0, seq: UInt32(seq), isDue: false, glances: move.1)
            viewer.pass(milliseconds: 16)
        }
        return viewer
    }
}
