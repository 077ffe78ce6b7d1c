import Testing
import Timeline
import Wire

@testable import Server

@Suite("An index that grows")
struct GrowthTests {
    @Test(arguments: [0, 0.001, 0.25, 0.255, 0.5, 0.999, 1])
    func `the frame stays and its position is recomputed`(_ position: Double) throws {
        var hand = Hand(on: .regular(isComplete: false))
        try hand.seek(.position(position))
        let frame = hand.frame
        hand.session.update(.regular(130))
        #expect(hand.frame == frame)
        let place = hand.state.position * 130
        #expect(place > Double(frame) - 1e-9 && place < Double(frame + 1))
        #expect(hand.state.raw == hand.state.position)
    }

    @Test(arguments: [0.0, 0.31, 0.5, 0.99])
    func `a hand on a keyframe stays there when all frames are found`(_ position: Double) throws {
        let whole = FrameTable.regular(100)
        let keys = whole.packets.filter(\.isKey)
        let sparse = FrameTable(
            packets: keys,
            order: DisplayOrder.byTimestamp(of: keys) ?? [],
            timebase: whole.timebase,
            step: 40,
            scanned: 0,
            isComplete: false
        )
        var hand = Hand(on: Clip(sparse))
        try hand.seek(.position(position))
        let before = hand.state.target
        #expect(before.key && !before.exact)
        hand.session.update(Clip(whole))
        let after = hand.state.target
        #expect(after.pts == before.pts && after.frame == 10 * before.frame && after.exact)
    }

    @Test func `the place within the frame stays too`() throws {
        var hand = Hand(on: .regular(isComplete: false))
        try hand.seek(.position(0.255))
        hand.session.update(.regular(200))
        #expect(hand.state.position == 0.1275)
    }

    @Test func `a drag goes on from the same frame`() throws {
        var hand = Hand(on: .regular(isComplete: false))
        try hand.seek(.frame(20))
        try hand.begin(x: 7)
        try hand.move(to: 37)
        hand.session.update(.regular(200))
        #expect(hand.frame == 50)
        try hand.move(to: 38)
        #expect(hand.frame == 52, "one unit is worth two frames now")
        #expect(hand.state.framesPerUnit == 2)
    }

    @Test(arguments: [0, 33, 99])
    func `cancel after it returns to the frame where the hand began`(_ start: Int) throws {
        var hand = Hand(on: .regular(isComplete: false))
        try hand.seek(.frame(start))
        try hand.begin()
        try hand.move(to: 40 - Double(start))
        hand.session.update(.regular(170))
        #expect(hand.frame == 40)
        try hand.cancel()
        #expect(hand.frame == start)
    }

    @Test func `cancel after it returns to the last frame, though there are more now`() throws {
        var hand = Hand(on: .regular(isComplete: false))
        try hand.seek(.position(1))
        try hand.begin()
        try hand.move(to: -50)
        hand.session.update(.regular(170))
        try hand.cancel()
        #expect(hand.frame == 99)
    }

    @Test func `the history leads back to the same frames`() throws {
        var hand = Hand(on: .regular(isComplete: false))
        for position in [1, 0.123, 0.5] { try hand.seek(.position(position)) }
        try hand.begin()
        try hand.move(to: 10)
        hand.session.update(.regular(1000))
        try hand.end()
        #expect(try hand.undone(5) == [50, 12, 99, 0, 0])
    }

    @Test func `a frame that gets another number is still the same`() throws {
        let packets: [(pts: Int64, isKey: Bool)] = [
            (0, true), (80, false), (40, false), (160, false), (120, false),
        ]
        var hand = Hand(on: Clip(FrameTable(Array(packets.prefix(4)), isComplete: false)))
        try hand.seek(.position(1))
        #expect((hand.frame, hand.state.target.pts) == (3, 160))
        #expect(!hand.state.target.exact)
        hand.session.update(Clip(FrameTable(packets)))
        #expect((hand.frame, hand.state.target.pts) == (4, 160))
        #expect(hand.state.target.exact)
    }

    @Test(arguments: [0, 0.5, 1])
    func `a table that turns out shorter is no surprise`(_ position: Double) throws {
        var hand = Hand(on: .regular(isComplete: false))
        try hand.seek(.position(position))
        hand.session.update(.regular(7))
        #expect(hand.frame == (position == 0 ? 0 : 6))
        #expect(try hand.undone(1) == [0])
    }

    @Test func `what was refused while it was scanned is there later`() throws {
        var hand = Hand(on: .regular(isComplete: false))
        #expect(throws: SessionError.self) { try hand.seek(.frame(120)) }
        hand.session.update(.regular(130))
        try hand.seek(.frame(120))
        #expect(hand.frame == 120)
    }
}
