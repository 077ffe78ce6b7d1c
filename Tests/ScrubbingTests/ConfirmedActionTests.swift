import ClipSupport
import ScrubModel
import Testing
import Wire

@testable import Scrubbing

@Suite("Other controls than the bar")
struct ConfirmedActionTests {
    @Test func `a dial goes so many frames with each turn`() throws {
        var client = try SessionClient(on: .regular())
        client.say(
            #"{"type":"begin","gesture":1,"control":"dial","turn":{"frames":4},"x":0,"y":-9}"#
        )
        client.say(#"{"type":"move","gesture":1,"seq":1,"samples":[[1,9,0],[2,0,9],[3,-9,0]]}"#)
        let state = try #require(try client.hear().last?.state)
        #expect((state.target.frame, state.phase, state.gain) == (3, .scrubbing, 1))
        #expect(state.secondsPerUnit == nil && state.framesPerUnit == nil)
        client.say(#"{"type":"cancel","gesture":1,"seq":2}"#)
        #expect(try client.hear().last?.state?.target.frame == 0)
    }

    @Test func `an absolute dial goes where the pointer is`() throws {
        var client = try SessionClient(on: .regular())
        client.say(
            #"{"type":"begin","gesture":1,"control":"dial","mode":"absolute","#
                + #""turn":{"position":1},"x":0,"y":9,"extent":50}"#
        )
        #expect(try client.hear().last?.state?.target.frame == 50)
        client.say(#"{"type":"end","gesture":1,"seq":1}"#)
        client.say(#"{"type":"seek","seq":2,"to":{"undo":true}}"#)
        #expect(try client.hear().last?.state?.target.frame == 0)
    }

    /// A client that drags the knob of a confirm control for “cut”, with an extent of 100.
    private func guarding() throws -> SessionClient {
        var client = try SessionClient(on: .regular())
        client.say(
            #"{"type":"begin","gesture":7,"control":"confirm","action":"cut","#
                + #""x":10,"y":0,"extent":100}"#
        )
        _ = try client.hear()
        return client
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
        var client = try guarding()
        client.say(#"{"type":"move","gesture":7,"seq":1,"samples":[[0,\#(x),0]]}"#)
        #expect(try client.hear().map(\.state?.position) == [0], "the knob moves no position")
        client.say(#"{"type":"\#(how)","gesture":7,"seq":2}"#)
        let messages = try client.hear()
        #expect(messages.first == decision && messages.last?.state?.seq == 2)
        #expect(messages.count == 2)
    }

    @Test func `a knob decides once, at the end of its track`() throws {
        var client = try guarding()
        client.say(#"{"type":"move","gesture":7,"seq":1,"samples":[[0,200,0],[1,10,0]]}"#)
        #expect(try client.hear().first == Self.confirmed)
        client.say(#"{"type":"move","gesture":7,"seq":2,"samples":[[2,200,0]]}"#)
        client.say(#"{"type":"cancel","gesture":7,"seq":3}"#)
        #expect(try client.hear().map { $0.state?.seq } == [3])
    }

    @Test func `another message that ends the gesture lets go of the knob`() throws {
        var client = try guarding()
        client.seek(5, seq: 1)
        #expect(try client.hear().first == Self.declined)
        client = try guarding()
        client.say(#"{"type":"move","gesture":7,"seq":1,"samples":[[0,100,0]]}"#)
        client.begin()
        #expect(try client.hear().first == Self.confirmed)
    }

    @Test func `nobody confirms by losing the socket`() throws {
        var client = try guarding()
        client.say(#"{"type":"move","gesture":7,"seq":1,"samples":[[0,100,0]]}"#)
        var scrub = try #require(client.session.scrub)
        scrub.resume(on: .regular())
        #expect(scrub.decision == nil)
    }

    /// The integer slider of the source designs.
    @Test func `an integer slider tells its value on the way, and rounds when let go`() throws {
        var client = ScrubClient()
        try client.configure(.init(snap: Snap(stops: .count(10), timing: .release)))
        try client.begin()
        var values: [Int?] = []
        for x in [4, 5, 14, 15, 78] as [Double] {
            try client.move(to: x)
            values.append(client.state.stop)
        }
        #expect(values == [0, 1, 1, 2, 8] && client.state.position == 0.78)
        try client.end()
        #expect((client.state.position, client.state.stop) == (0.8, 8))
        try client.configure(.init(snap: Snap(stops: .count(5), timing: .release)))
        #expect(client.state.position == 0.8 && client.state.stop == 4)
        try client.seek(.position(1))
        try client.configure(.init(snap: Snap(stops: .count(3), timing: .release)))
        #expect(client.state.stop == 3, "a value beyond a smaller count is the count")
    }
}
