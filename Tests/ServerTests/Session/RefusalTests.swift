import ScrubModel
import Testing
import Wire

@testable import Server

@Suite("What a session refuses")
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
        var hand = try Self.hand()
        let (state, configuration) = (hand.state, hand.session.scrubber.configuration)
        let error = #expect(throws: SessionError.self) { try hand.session.apply(example.message) }
        #expect(error?.code == example.code)
        #expect(error?.seq == example.message.seq)
        #expect(hand.state == state)
        #expect(hand.session.scrubber.configuration == configuration)
        #expect(try hand.undone(3) == Self.hand().undone(3))
        #expect(throws: Never.self, "the gesture goes on") {
            try hand.session.apply(Self.move(seq: 6))
        }
    }

    @Test(arguments: [
        ClientMessage.end(gesture: 1, seq: 1), .cancel(gesture: 1, seq: 1), move(seq: 1),
    ])
    func `nothing follows a hand that is not there`(_ message: ClientMessage) {
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
        var hand = try Self.hand()
        let state = hand.state
        try hand.session.apply(.painted(seq: 1))
        try hand.session.apply(.painted(seq: 99))
        #expect(hand.state == state)
    }

    @Test func `messages are in the order of their numbers, whatever their clock says`() throws {
        var hand = Hand()
        try hand.begin()
        try hand.move(to: 1, at: 16)
        try hand.move(to: 2, at: 15.9)
        #expect(hand.frame == 2)
    }

    /// A hand that has sought and dragged.
    private static func hand() throws -> Hand {
        var hand = Hand()
        for frame in [20, 30, 40] { try hand.seek(.frame(frame)) }
        try hand.begin()
        try hand.move(to: 10, y: 3, at: 8)
        try hand.move(to: 20, y: 3, at: 16)
        return hand
    }

    private static func move(gesture: Int = 1, seq: UInt32, at t: Double = 16) -> ClientMessage {
        .move(Move(gesture: gesture, seq: seq, samples: [Wire.Sample(t: t, x: 50, y: 0)]))
    }

    private static func begin(extent: Double = 100, seq: UInt32? = nil) -> ClientMessage {
        .begin(Begin(gesture: 9, x: 0, y: 0, extent: extent, seq: seq))
    }
}
