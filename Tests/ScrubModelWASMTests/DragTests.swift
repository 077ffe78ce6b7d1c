import Basics
import ScrubModel
import ScrubModelWASM
import TestSupport
import Testing

extension PageTests {
    @Suite("The pointer on a page")
    struct DragTests {
        init() { page = Page() }

        @Test(arguments: 0..<UInt64(200))
        func `moves the model as it does natively, bit for bit`(seed: UInt64) {
            var generator = SplitMix64(seed: seed)
            var scrubber = Scrubber()
            for _ in 0..<100 {
                let (x, y) = generator.point()
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: #expect(begin(x, y, 500) == scrubber.begin(x: x, y: y, extent: 500))
                case 1:
                    _ = end()
                    _ = scrubber.end()
                case 2:
                    _ = cancel()
                    scrubber.cancel()
                case 3: #expect(place(0.25, 0.3) == scrubber.place(at: 0.25, raw: 0.3))
                default:
                    _ = move(x, y)
                    scrubber.move(x: x, y: y)
                }
                #expect(isTheSame(as: scrubber))
            }
        }

        @Test(arguments: [(0.5, false, false), (25, true, false), (1, false, true)])
        func `turns a dial as it does natively`(turn: Double, isInFrames: Bool, isAbsolute: Bool) {
            var generator = SplitMix64(seed: 1)
            var scrubber = Scrubber()
            let worth = isInFrames ? Dial.Turn.frames(turn) : .position(turn)
            let mode = isAbsolute ? Dial.Mode.absolute : .jog
            #expect(frames(600))
            scrubber.frames = 600
            guard let dial = Dial(turn: worth, mode: mode) else {
                Issue.record("no dial")
                return
            }
            #expect(beginDial(3, -4, turn, isInFrames, isAbsolute))
            _ = scrubber.begin(on: dial, x: 3, y: -4)
            for _ in 0..<100 {
                let (x, y) = generator.point()
                _ = move(x, y)
                scrubber.move(x: x, y: y)
                #expect(isTheSame(as: scrubber))
            }
            #expect(position() > 0)
        }

        @Test func `is refused where the numbers are none`() {
            let isTaken = [
                begin(.nan, 0, 100), begin(0, 0, 0), beginDial(0, 0, 0, false, false),
                beginDial(.infinity, 0, 1, false, false), place(1.5, 0), place(0, .nan), hold(-1),
                step(0.5), step(.infinity), frames(-1), frames(0.5), beginKnob(0, 0),
            ]
            #expect(!isTaken.contains(true) && position() == 0 && !isScrubbing())
        }

        @Test func `goes on from another position when the server says so`() {
            _ = begin(0, 0, 100)
            _ = move(50, 0)
            #expect(hold(0.25) && position() == 0.25 && isScrubbing())
            _ = move(60, 0)
            #expect(position() == 0.35)
        }

        /// 0 is no decision, 1 confirmed, 2 declined.
        @Test(
            arguments: [
                ([70], [0], 1), ([69], [0], 2), ([90, 10], [0, 0], 2), ([100], [1], 0),
                ([100, 0], [1, 0], 0),
            ] as [([Double], [Int32], Int32)]
        )
        func `confirms an action once`(way: [Double], dragging: [Int32], atEnd: Int32) {
            #expect(beginKnob(0, 100))
            #expect(way.map { move($0, 0) } == dragging && share() == way.last.map { $0 / 100 })
            #expect(end() == atEnd && end() == 0 && share() == 0)
        }

        @Test func `declines an action that is taken back`() {
            #expect(beginKnob(0, 100) && move(99, 0) == 0)
            #expect(cancel() == 2 && cancel() == 0)
        }
    }
}

extension SplitMix64 {
    fileprivate mutating func point() -> (x: Double, y: Double) {
        (.random(in: -600...600, using: &self), .random(in: -150...150, using: &self))
    }
}

/// Whether the page's model stands where `scrubber` does, in every bit.
private func isTheSame(as scrubber: Scrubber) -> Bool {
    position().bitPattern == scrubber.position.bitPattern
        && raw().bitPattern == scrubber.raw.bitPattern
        && gain().bitPattern == scrubber.gain.bitPattern
        && isScrubbing() == (scrubber.phase == .scrubbing)
}
