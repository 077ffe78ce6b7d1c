import Basics
import Foundation
import TestSupport
import Testing

@testable import ScrubModel

@Suite("Dial")
struct DialTests {
    static let whole = Dial(turn: .position(1))

    /// A scrubber whose dial the pointer took at an angle, in turns.
    private func turning(
        _ turn: Dial.Turn,
        _ mode: Dial.Mode = .jog,
        at angle: Double = 0,
        from position: Double = 0,
        frames: Int = 100
    ) throws -> Scrubber {
        var scrubber = Scrubber(at: position)
        scrubber.frames = frames
        let dial = try #require(Dial(turn: turn, mode: mode))
        let isTaken = scrubber.begin(on: dial, x: sin(2 * .pi * angle), y: -cos(2 * .pi * angle))
        #expect(isTaken)
        return scrubber
    }

    @Test func `knows where the pointer is as a mathematical library does`() {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<100_000 {
            let x = Double.random(in: -300...300, using: &generator)
            let y = Double.random(in: -300...300, using: &generator)
            let radians = atan2(x, -y)
            let expected = radians / (2 * .pi) + (radians < 0 ? 1 : 0)
            let angle = turn(x: x, y: y)
            #expect(angle.map { abs($0 - expected) <= 3e-16 } == true, "\(x), \(y)")
        }
    }

    @Test(
        arguments: [
            (0, -1, 0), (1, 0, 0.25), (0, 1, 0.5), (-1, 0, 0.75), (0, 0, nil), (-0.0, -5, 0),
            (-1e-300, -1, 0), (1e300, -1e-300, 0.25),
        ] as [(Double, Double, Double?)]
    )
    func `starts at the top and goes clockwise`(x: Double, y: Double, angle: Double?) {
        #expect(turn(x: x, y: y) == angle)
    }

    @Test(arguments: [(1, 0.8), (-1, 0)] as [(Double, Double)])
    func `counts any number of turns`(direction: Double, position: Double) throws {
        var scrubber = try turning(.position(0.1), at: 0.9, from: 0.3)
        for step in 1...50 { scrubber.turn(to: 0.9 + direction * Double(step) / 10) }
        #expect(abs(scrubber.position - position) < 1e-12)
        #expect(scrubber.gain == 1 && scrubber.extent == nil && scrubber.phase == .scrubbing)
        for step in (0..<50).reversed() { scrubber.turn(to: 0.9 + direction * Double(step) / 10) }
        #expect(abs(scrubber.position - 0.3) < 1e-12)
        let hasMoved = scrubber.end()
        #expect(hasMoved == (scrubber.position != 0.3))
    }

    @Test func `forgets turns beyond the ends when overshoot is to be forgotten`() throws {
        var scrubber = try turning(.position(1), from: 0.9)
        var clamping = scrubber.configuration
        clamping.overshoot = .clamp
        _ = scrubber.configure(clamping)
        for step in 1...8 { scrubber.turn(to: Double(step) / 4) }
        #expect(scrubber.position == 1)
        scrubber.turn(to: 1.75)
        #expect(abs(scrubber.position - 0.75) < 1e-12)
    }

    @Test func `moves so many frames with each turn, also while there come more`() throws {
        var scrubber = try turning(.frames(25), frames: 100)
        scrubber.turn(to: 0.25)
        scrubber.turn(to: 0.5)
        #expect(abs(scrubber.position - 0.125) < 1e-12)
        let before = scrubber.position
        scrubber.frames = 200
        #expect(scrubber.position == before)
        scrubber.turn(to: 0.75)
        scrubber.turn(to: 1)
        #expect(abs(scrubber.position - 0.1875) < 1e-12)
    }

    @Test func `absolute is the angle, and one turn is the whole range`() throws {
        var scrubber = try turning(.position(1), .absolute, at: 0.25, from: 0.9)
        #expect(scrubber.position == 0.25 && scrubber.origin == 0.9)
        for step in 25...99 {
            scrubber.turn(to: Double(step) / 100)
            #expect(abs(scrubber.position - Double(step) / 100) < 1e-12)
        }
    }

    @Test func `absolute stops at the ends and does not wrap`() throws {
        var scrubber = try turning(.position(1), .absolute, at: 0.9)
        for angle in [1, 1.1, 1.4, 1.8] { scrubber.turn(to: angle) }
        #expect(scrubber.position == 1)
        for angle in [1.4, 1.1, 0.95] { scrubber.turn(to: angle) }
        #expect(abs(scrubber.position - 0.95) < 1e-12)
        for angle in [0.6, 0.3, 0.1, -0.1, -0.4] { scrubber.turn(to: angle) }
        #expect(scrubber.position == 0)
        scrubber.cancel()
        #expect(scrubber.position == 0)
    }

    @Test func `waits at the centre, which is in no direction`() throws {
        for mode in Dial.Mode.allCases {
            var scrubber = Scrubber(at: 0.4)
            let dial = try #require(Dial(turn: .position(1), mode: mode))
            _ = scrubber.begin(on: dial, x: 0, y: 0)
            #expect(scrubber.position == 0.4)
            scrubber.move(x: 1, y: 0)
            #expect(scrubber.position == (mode == .jog ? 0.4 : 0.25))
            scrubber.move(x: 0, y: 0)
            scrubber.move(x: 0, y: 1)
            #expect(abs(scrubber.position - (mode == .jog ? 0.65 : 0.5)) < 1e-12)
        }
    }

    @Test func `stays on the track and snaps, whatever the pointer does`() throws {
        var generator = SplitMix64(seed: 6)
        for mode in Dial.Mode.allCases {
            var scrubber = try turning(.position(0.7), mode, from: 0.5)
            var snapping = scrubber.configuration
            snapping.snap = Snap(stops: .step(0.25))
            _ = scrubber.configure(snapping)
            for _ in 0..<2000 {
                let angle = Double.random(in: 0...1, using: &generator)
                scrubber.turn(to: angle)
                #expect((0...1).contains(scrubber.raw))
                #expect([0, 0.25, 0.5, 0.75, 1].contains(scrubber.position))
            }
        }
    }

    @Test(arguments: [0, -1, .nan, .infinity] as [Double])
    func `needs a turn that is worth something`(worth: Double) {
        #expect(Dial(turn: .position(worth)) == nil && Dial(turn: .frames(worth)) == nil)
    }

    @Test func `refuses a place that is no number`() throws {
        let dial = try #require(Self.whole)
        var scrubber = Scrubber(at: 0.5)
        let before = scrubber
        let isTaken = [
            scrubber.begin(on: dial, x: .nan, y: 0), scrubber.begin(on: dial, x: 0, y: .infinity),
        ]
        #expect(isTaken == [false, false] && scrubber == before)
    }
}

extension Scrubber {
    /// Moves the pointer to an angle, in turns, on a dial of radius 90.
    fileprivate mutating func turn(to angle: Double) {
        move(x: 90 * sin(2 * .pi * angle), y: -90 * cos(2 * .pi * angle))
    }
}
