import ScrubModel
import Testing
import Wire

@testable import Server

@Suite("Other controls than the bar")
struct ControlTests {
    @Test func `a dial goes so many frames with each turn`() throws {
        var talk = try Talk(on: .regular())
        talk.say(#"{"type":"begin","gesture":1,"control":"dial","turn":{"frames":4},"x":0,"y":-9}"#)
        talk.say(#"{"type":"move","gesture":1,"seq":1,"samples":[[1,9,0],[2,0,9],[3,-9,0]]}"#)
        let state = try #require(try talk.hear().last?.state)
        #expect((state.target.frame, state.phase, state.gain) == (3, .scrubbing, 1))
        #expect(state.secondsPerUnit == nil && state.framesPerUnit == nil)
        talk.say(#"{"type":"cancel","gesture":1,"seq":2}"#)
        #expect(try talk.hear().last?.state?.target.frame == 0)
    }

    @Test func `an absolute dial goes where the hand is`() throws {
        var talk = try Talk(on: .regular())
        talk.say(
            #"{"type":"begin","gesture":1,"control":"dial","mode":"absolute","#
                + #""turn":{"position":1},"x":0,"y":9,"extent":50}"#
        )
        #expect(try talk.hear().last?.state?.target.frame == 50)
        talk.say(#"{"type":"end","gesture":1,"seq":1}"#)
        talk.say(#"{"type":"seek","seq":2,"to":{"undo":true}}"#)
        #expect(try talk.hear().last?.state?.target.frame == 0)
    }

    /// A client whose hand has a knob that guards “cut”, on a way of 100.
    private func guarding() throws -> Talk {
        var talk = try Talk(on: .regular())
        talk.say(
            #"{"type":"begin","gesture":7,"control":"confirm","action":"cut","#
                + #""x":10,"y":0,"extent":100}"#
        )
        _ = try talk.hear()
        return talk
    }

    private static let confirmed = ServerMessage.confirmed(.init(gesture: 7, action: "cut"))
    private static let declined = ServerMessage.declined(.init(gesture: 7, action: "cut"))

    @Test(
        arguments: [
            ("end", 79.9, declined), ("end", 80, confirmed), ("cancel", 109, declined),
            ("end", 10, declined),
        ] as [(String, Double, ServerMessage)]
    )
    func `a knob decides when it is let go`(how: String, x: Double, decision: ServerMessage) throws
    {
        var talk = try guarding()
        talk.say(#"{"type":"move","gesture":7,"seq":1,"samples":[[0,\#(x),0]]}"#)
        #expect(try talk.hear().map(\.state?.position) == [0], "the knob moves no position")
        talk.say(#"{"type":"\#(how)","gesture":7,"seq":2}"#)
        let messages = try talk.hear()
        #expect(messages.first == decision && messages.last?.state?.seq == 2)
        #expect(messages.count == 2)
    }

    @Test func `a knob decides once, at the end of its way`() throws {
        var talk = try guarding()
        talk.say(#"{"type":"move","gesture":7,"seq":1,"samples":[[0,200,0],[1,10,0]]}"#)
        #expect(try talk.hear().first == Self.confirmed)
        talk.say(#"{"type":"move","gesture":7,"seq":2,"samples":[[2,200,0]]}"#)
        talk.say(#"{"type":"cancel","gesture":7,"seq":3}"#)
        #expect(try talk.hear().map { $0.state?.seq } == [3])
    }

    @Test func `another message that ends the gesture lets go of the knob`() throws {
        var talk = try guarding()
        talk.seek(5, seq: 1)
        #expect(try talk.hear().first == Self.declined)
        talk = try guarding()
        talk.say(#"{"type":"move","gesture":7,"seq":1,"samples":[[0,100,0]]}"#)
        talk.begin()
        #expect(try talk.hear().first == Self.confirmed)
    }

    @Test func `nobody confirms by losing the socket`() throws {
        var talk = try guarding()
        talk.say(#"{"type":"move","gesture":7,"seq":1,"samples":[[0,100,0]]}"#)
        var scrub = try #require(talk.session.scrub)
        scrub.resume(on: .regular())
        #expect(scrub.decision == nil)
    }

    /// The integer slider of the source designs.
    @Test func `an integer slider tells its value on the way, and rounds when let go`() throws {
        var hand = Hand()
        try hand.configure(.init(snap: Snap(stops: .count(10), timing: .release)))
        try hand.begin()
        var values: [Int?] = []
        for x in [4, 5, 14, 15, 78] as [Double] {
            try hand.move(to: x)
            values.append(hand.state.stop)
        }
        #expect(values == [0, 1, 1, 2, 8] && hand.state.position == 0.78)
        try hand.end()
        #expect((hand.state.position, hand.state.stop) == (0.8, 8))
        try hand.configure(.init(snap: Snap(stops: .count(5), timing: .release)))
        #expect(hand.state.position == 0.8 && hand.state.stop == 4)
        try hand.seek(.position(1))
        try hand.configure(.init(snap: Snap(stops: .count(3), timing: .release)))
        #expect(hand.state.stop == 3, "a value beyond a smaller count is the count")
    }
}
