import ClipSupport
import Library
import ScrubModel
import Testing
import Wire

@testable import Scrubbing

@Suite("Dragging on the bar")
struct GestureTests {
    @Test func `a session opens idle at the first frame, and answers no message yet`() {
        let state = ScrubClient().state
        #expect(state.phase == .idle)
        #expect((state.position, state.raw, state.target.frame, state.seq) == (0, 0, 0, 0))
    }

    @Test func `the bar is dragged from anywhere, and the state says what a unit is worth`() throws
    {
        var client = ScrubClient()
        try client.begin(x: 30)
        try client.move(to: 55)
        #expect(client.state.phase == .scrubbing)
        #expect(client.state.position == 0.25)
        #expect(client.frame == 25)
        #expect(client.state.seq == 1)
        #expect(client.state.framesPerUnit == 1)
        #expect(client.state.secondsPerUnit == 0.04)
        try client.end()
        #expect(client.state.phase == .idle)
        #expect(client.state.secondsPerUnit == nil)
    }

    @Test func `a unit is worth less away from the bar, and moving away moves nothing`() throws {
        var client = ScrubClient()
        try client.begin()
        try client.move(to: 10)
        try client.move(to: 10, y: 50)
        #expect(client.state.gain == 0.75)
        #expect(client.state.framesPerUnit == 0.75)
        #expect(client.state.position == 0.1)
    }

    @Test func `cancel returns to where the pointer began`() throws {
        var client = ScrubClient()
        try client.seek(.frame(40))
        try client.begin()
        try client.move(to: 30)
        #expect(client.frame == 70)
        try client.cancel()
        #expect(client.frame == 40)
        #expect(client.state.phase == .idle)
        #expect(try client.undone(2) == [0, 0], "only the seek is there to be undone")
    }

    @Test func `a second gesture ends the first where it is, which can be undone`() throws {
        var client = ScrubClient()
        try client.begin(1)
        try client.move(1, to: 20)
        try client.begin(2)
        #expect(client.frame == 20)
        try client.move(2, to: 5)
        try client.end(2)
        #expect(client.frame == 25)
        #expect(try client.undone(3) == [20, 0, 0])
    }

    @Test func `a seek in mid-drag ends the gesture where it is, which can be undone`() throws {
        var client = ScrubClient()
        try client.begin()
        try client.move(to: 20)
        try client.seek(.frame(90))
        #expect(client.state.phase == .idle)
        #expect(try client.undone(3) == [20, 0, 0])
    }

    @Test func `a relative seek in mid-drag counts from where the pointer lets go`() throws {
        var client = ScrubClient()
        try client.configure(.init(snap: Snap(stops: .count(10), timing: .release)))
        try client.begin()
        try client.move(to: 37)
        try client.seek(.frames(1))
        #expect(client.frame == 41, "letting go snaps 37 to 40")
        #expect(try client.undone(2) == [40, 0])
    }

    static let changes: [ConfigurationChange] = [
        .init(law: .flat), .init(law: .quadratic(falloff: 1, floor: 1.0)), .init(overshoot: .clamp),
        .init(press: .jump), .init(snap: Snap(stops: .count(3))),
        .init(snap: Snap(stops: .step(0.3), timing: .release)), .init(),
    ]

    @Test(arguments: changes, [false, true])
    func `configuring moves nothing`(_ change: ConfigurationChange, isIdle: Bool) throws {
        var client = ScrubClient()
        try client.begin()
        try client.move(to: 17, y: 20)
        try client.move(to: 44, y: 70)
        if isIdle { try client.end() }
        let before = client.state
        try client.configure(change)
        #expect((client.state.position, client.state.raw) == (before.position, before.raw))
        #expect(client.state.phase == before.phase)
    }

    @Test func `a gesture that did not move leaves nothing to be undone`() throws {
        var client = ScrubClient()
        try client.seek(.frame(10))
        try client.begin()
        try client.move(to: 0, y: 90)
        try client.end()
        #expect(try client.undone(2) == [0, 0])
    }

    @Test func `each gesture that moved and each seek can be undone`() throws {
        var client = ScrubClient()
        try client.seek(.frame(30))
        try client.begin()
        try client.move(to: 12)
        try client.end()
        try client.seek(.frame(42))
        try client.seek(.frames(-2))
        #expect(try client.undone(6) == [42, 42, 30, 0, 0, 0], "a seek to where one is counts too")
    }

    @Test func `two hundred steps can be undone, and older ones are forgotten`() throws {
        var client = ScrubClient(on: .regular(1000))
        for frame in 1...300 { try client.seek(.frame(frame)) }
        #expect(try client.undone(201).suffix(2) == [100, 100])
    }
}

@Suite("Messages that a session rejects")
struct RefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let message: ClientMessage
        let code: ErrorCode

        init(_ name: String, _ message: ClientMessage, _ code: ErrorCode) {
            (testDescription, self.message, self.code) = (name, message, code)
        }
    }

    /// What a client sends whose last message was 5, in gesture 1, 16 ms after its begin.
    static let cases = [
        Case("another gesture's move", move(gesture: 2, seq: 6), .unknownGesture),
        Case("another gesture's end", .end(gesture: 2, seq: 6), .unknownGesture),
        Case("another gesture's cancel", .cancel(gesture: 0, seq: 6), .unknownGesture),
        Case("the same number again", move(seq: 5), .invalidMessage),
        Case("a smaller number", .end(gesture: 1, seq: 4), .invalidMessage),
        Case("a seek with an old number", .seek(seq: 1, to: .frame(3)), .invalidMessage),
        Case("a configure with an old number", .configure(.init(seq: 2)), .invalidMessage),
        Case("a begin with an old number", begin(seq: 3), .invalidMessage),
        Case("a track without length", begin(extent: 0), .invalidMessage),
        Case("a track of no number", begin(extent: .nan), .invalidMessage),
        Case(
            "an invalid law",
            .configure(.init(law: .quadratic(falloff: 0, floor: 1.0))),
            .invalidConfiguration
        ),
        Case(
            "an invalid snap",
            .configure(.init(snap: Snap(stops: .step(1)))),
            .invalidConfiguration
        ),
    ]

    @Test(arguments: cases)
    func `an error changes nothing`(_ example: Case) throws {
        var client = try Self.client()
        let (state, configuration) = (client.state, client.session.scrubber.configuration)
        let error = #expect(throws: SessionError.self) { try client.session.apply(example.message) }
        #expect(error?.code == example.code)
        #expect(error?.seq == example.message.seq)
        #expect(client.state == state)
        #expect(client.session.scrubber.configuration == configuration)
        #expect(try client.undone(3) == Self.client().undone(3))
        #expect(throws: Never.self, "the gesture goes on") {
            try client.session.apply(Self.move(seq: 6))
        }
    }

    @Test(arguments: [
        ClientMessage.end(gesture: 1, seq: 1), .cancel(gesture: 1, seq: 1), move(seq: 1),
    ])
    func `without a gesture nothing can be moved or ended`(_ message: ClientMessage) {
        var session = ScrubSession(clip: .regular())
        let error = #expect(throws: SessionError.self) { try session.apply(message) }
        #expect(error?.code == .unknownGesture)
        #expect(error?.message.contains("begin") == true)
    }

    @Test func `numbers may start at 0, and 0 comes only once`() throws {
        var session = ScrubSession(clip: .regular())
        try session.apply(.seek(seq: 0, to: .frame(5)))
        #expect(throws: SessionError.self) { try session.apply(.seek(seq: 0, to: .frame(6))) }
        #expect(session.state.target.frame == 5)
    }

    @Test func `numbers may skip, and messages without one are in between`() throws {
        var session = ScrubSession(clip: .regular())
        try session.apply(.seek(seq: 7, to: .frame(5)))
        try session.apply(Self.begin())
        try session.apply(.configure(.init(law: .flat)))
        try session.apply(Self.move(gesture: 9, seq: .max))
        #expect(session.state.seq == .max)
    }

    @Test func `painted has the number of another message`() throws {
        var client = try Self.client()
        let state = client.state
        try client.session.apply(.painted(seq: 1))
        try client.session.apply(.painted(seq: 99))
        #expect(client.state == state)
    }

    @Test func `messages are in the order of their numbers, whatever their clock says`() throws {
        var client = ScrubClient()
        try client.begin()
        try client.move(to: 1, at: 16)
        try client.move(to: 2, at: 15.9)
        #expect(client.frame == 2)
    }

    /// A client that has sought and dragged.
    private static func client() throws -> ScrubClient {
        var client = ScrubClient()
        for frame in [20, 30, 40] { try client.seek(.frame(frame)) }
        try client.begin()
        try client.move(to: 10, y: 3, at: 8)
        try client.move(to: 20, y: 3, at: 16)
        return client
    }

    private static func move(gesture: Int = 1, seq: UInt32, at t: Double = 16) -> ClientMessage {
        .move(Move(gesture: gesture, seq: seq, samples: [Wire.Sample(t: t, x: 50, y: 0)]))
    }

    private static func begin(extent: Double = 100, seq: UInt32? = nil) -> ClientMessage {
        .begin(Begin(gesture: 9, x: 0, y: 0, extent: extent, seq: seq))
    }
}
