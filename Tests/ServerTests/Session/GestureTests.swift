import ScrubModel
import Testing
import Wire

@testable import Server

@Suite("A hand on the bar")
struct GestureTests {
    @Test func `a session opens idle at the first frame, and answers no message yet`() {
        let state = Hand().state
        #expect(state.phase == .idle)
        #expect((state.position, state.raw, state.target.frame, state.seq) == (0, 0, 0, 0))
    }

    @Test func `the bar is dragged from anywhere, and the state says what a unit is worth`() throws
    {
        var hand = Hand()
        try hand.begin(x: 30)
        try hand.move(to: 55)
        #expect(hand.state.phase == .scrubbing)
        #expect(hand.state.position == 0.25)
        #expect(hand.frame == 25)
        #expect(hand.state.seq == 1)
        #expect(hand.state.framesPerUnit == 1)
        #expect(hand.state.secondsPerUnit == 0.04)
        try hand.end()
        #expect(hand.state.phase == .idle)
        #expect(hand.state.secondsPerUnit == nil)
    }

    @Test func `a unit is worth less away from the bar, and moving away moves nothing`() throws {
        var hand = Hand()
        try hand.begin()
        try hand.move(to: 10)
        try hand.move(to: 10, y: 50)
        #expect(hand.state.gain == 0.75)
        #expect(hand.state.framesPerUnit == 0.75)
        #expect(hand.state.position == 0.1)
    }

    @Test func `cancel returns to where the hand began`() throws {
        var hand = Hand()
        try hand.seek(.frame(40))
        try hand.begin()
        try hand.move(to: 30)
        #expect(hand.frame == 70)
        try hand.cancel()
        #expect(hand.frame == 40)
        #expect(hand.state.phase == .idle)
        #expect(try hand.undone(2) == [0, 0], "only the seek is there to be undone")
    }

    @Test func `a second hand ends the first where it is, which can be undone`() throws {
        var hand = Hand()
        try hand.begin(1)
        try hand.move(1, to: 20)
        try hand.begin(2)
        #expect(hand.frame == 20)
        try hand.move(2, to: 5)
        try hand.end(2)
        #expect(hand.frame == 25)
        #expect(try hand.undone(3) == [20, 0, 0])
    }

    @Test func `a seek in mid-drag ends the gesture where it is, which can be undone`() throws {
        var hand = Hand()
        try hand.begin()
        try hand.move(to: 20)
        try hand.seek(.frame(90))
        #expect(hand.state.phase == .idle)
        #expect(try hand.undone(3) == [20, 0, 0])
    }

    @Test func `a relative seek in mid-drag counts from where the hand lets go`() throws {
        var hand = Hand()
        try hand.configure(.init(snap: Snap(stops: .count(10), timing: .release)))
        try hand.begin()
        try hand.move(to: 37)
        try hand.seek(.frames(1))
        #expect(hand.frame == 41, "letting go snaps 37 to 40")
        #expect(try hand.undone(2) == [40, 0])
    }

    static let changes: [ConfigurationChange] = [
        .init(law: .flat), .init(law: .quadratic(falloff: 1, floor: 1.0)), .init(overshoot: .clamp),
        .init(press: .jump), .init(snap: Snap(stops: .count(3))),
        .init(snap: Snap(stops: .step(0.3), timing: .release)), .init(),
    ]

    @Test(arguments: changes, [false, true])
    func `configuring moves nothing`(_ change: ConfigurationChange, isIdle: Bool) throws {
        var hand = Hand()
        try hand.begin()
        try hand.move(to: 17, y: 20)
        try hand.move(to: 44, y: 70)
        if isIdle { try hand.end() }
        let before = hand.state
        try hand.configure(change)
        #expect((hand.state.position, hand.state.raw) == (before.position, before.raw))
        #expect(hand.state.phase == before.phase)
    }

    @Test func `a gesture that did not move leaves nothing to be undone`() throws {
        var hand = Hand()
        try hand.seek(.frame(10))
        try hand.begin()
        try hand.move(to: 0, y: 90)
        try hand.end()
        #expect(try hand.undone(2) == [0, 0])
    }

    @Test func `each gesture that moved and each seek can be undone`() throws {
        var hand = Hand()
        try hand.seek(.frame(30))
        try hand.begin()
        try hand.move(to: 12)
        try hand.end()
        try hand.seek(.frame(42))
        try hand.seek(.frames(-2))
        #expect(try hand.undone(6) == [42, 42, 30, 0, 0, 0], "a seek to where one is counts too")
    }

    @Test func `two hundred steps can be undone, and older ones are forgotten`() throws {
        var hand = Hand(on: .regular(1000))
        for frame in 1...300 { try hand.seek(.frame(frame)) }
        #expect(try hand.undone(201).suffix(2) == [100, 100])
    }
}
