import ClipSupport
import Library
import Media
import Pictures
import ScrubModel
import Testing
import Wire

@testable import Scrubbing

@Suite("Sessions")
struct SessionTests {
    static let early = [
        #"{"type":"configure","press":"jump"}"#,
        #"{"type":"begin","gesture":1,"x":0,"y":0,"extent":800,"seq":4}"#,
        #"{"type":"move","gesture":1,"seq":4,"samples":[[0,0,0]]}"#,
        #"{"type":"end","gesture":1,"seq":4}"#,
        #"{"type":"cancel","gesture":1,"seq":4}"#,
        #"{"type":"seek","seq":4,"to":{"frame":1}}"#,
        #"{"type":"painted","seq":4}"#,
    ]

    @Test(arguments: early)
    func `nothing is done before a media is asked for`(_ message: String) throws {
        var client = SessionClient()
        #expect(client.say(message) == [])
        try Self.expectRefusal(of: message, try client.hear())
        client.say(#"{"type":"open","media":"clip"}"#)
        _ = client.session.show(.regular(), at: client.now)
        #expect(try client.hear().first?.opened?.state.seq == 0)
    }

    @Test(arguments: early)
    func `what comes behind open is refused when the media cannot be opened`(
        _ message: String
    ) throws {
        var client = SessionClient()
        client.say(#"{"type":"open","media":"clip"}"#)
        #expect(client.say(message) == [])
        #expect(try client.hear().isEmpty, "nobody knows yet")
        _ = client.session.fail(.unknownMedia, "no media has this id")
        let told = try client.hear()
        #expect(told.first?.error?.code == .unknownMedia)
        try Self.expectRefusal(of: message, told.dropFirst())
    }

    private static func expectRefusal(
        of message: String,
        _ told: some Collection<ServerMessage>
    ) throws {
        let error = try #require(told.first?.error)
        #expect(error.code == .notOpen)
        #expect(error.seq == (message.contains(#""seq":4"#) ? 4 : nil))
    }

    @Test func `what comes behind open is done in order once the media is known`() throws {
        var client = SessionClient()
        client.say(#"{"type":"open","media":"clip"}"#)
        client.say(#"{"type":"configure","press":"jump"}"#)
        client.begin()
        client.move(to: 50, seq: 1)
        client.say(#"{"type":"end","gesture":1,"seq":2}"#)
        client.seek(7, seq: 3)
        client.say(#"{"type":"open","media":"clip"}"#)
        #expect(try client.hear().map(\.error?.code) == [.invalidMessage], "open comes once")
        _ = client.session.show(.regular(), at: client.now)
        _ = client.session.receiveEarly(at: client.now)
        let told = try client.hear()
        #expect(told.first?.opened?.state.target.frame == 0)
        #expect(told.compactMap(\.configuration).map(\.configuration.press) == [.jump])
        #expect(told.compactMap(\.state).map(\.seq) == [2, 3])
        #expect(told.last?.state?.target.frame == 7)
        #expect(client.session.receiveEarly(at: client.now) == [], "once")
    }

    @Test func `no more is kept while a media is opened than one message may hold`() throws {
        var client = SessionClient()
        client.say(#"{"type":"open","media":"clip"}"#)
        for seq in 1...64 { client.seek(1, seq: UInt32(seq)) }
        #expect(try client.hear().isEmpty)
        client.seek(1, seq: 65)
        #expect(try client.hear().map(\.error?.seq) == [65])
        _ = client.session.show(.regular(), at: client.now)
        _ = client.session.receiveEarly(at: client.now)
        #expect(try client.hear().compactMap(\.state?.seq) == Array(1...64))

        client = SessionClient()
        client.say(#"{"type":"open","media":"clip"}"#)
        let padding = String(repeating: " ", count: 30 << 10)
        for seq in 1...3 {
            client.say(#"{"type":"seek","seq":\#(seq),\#(padding)"to":{"frame":1}}"#)
        }
        #expect(try client.hear().map(\.error?.seq) == [3])
    }

    @Test func `opening asks for the media, and is answered when there is something to show`()
        throws
    {
        var client = SessionClient()
        let actions = client.say(#"{"type":"open","media":"clip","stream":2}"#)
        #expect(actions.contains(.attach(MediaID("clip"), stream: 2)))
        #expect(try client.hear().isEmpty)
        _ = client.session.show(.regular(isComplete: false), at: client.now)
        let opened = try #require(try client.hear().first?.opened)
        #expect(opened.session == "token")
        #expect(opened.media.id == "clip")
        #expect(opened.media.frames == 100)
        #expect(opened.media.index.state == .scanning)
        #expect((opened.state.position, opened.state.phase) == (0, .idle))
        #expect(opened.configuration.preview == nil)
    }

    @Test func `a media that is not there is an error, and another can be opened`() throws {
        var client = SessionClient()
        client.say(#"{"type":"open","media":"nothing"}"#)
        _ = client.session.fail(.unknownMedia, "no media has this id")
        #expect(try client.hear().first?.error?.code == .unknownMedia)
        client.say(#"{"type":"open","media":"clip"}"#)
        _ = client.session.show(.regular(), at: client.now)
        #expect(try client.hear().first?.opened != nil)
    }

    @Test(arguments: ["clip", "nothing"])
    func `a second open is an error and changes nothing`(_ media: String) throws {
        var client = try SessionClient(on: .regular())
        client.seek(42, seq: 1)
        _ = try client.hear()
        #expect(client.say(#"{"type":"open","media":"\#(media)"}"#) == [])
        #expect(try client.hear().map(\.error?.code) == [.invalidMessage])
        client.say(#"{"type":"seek","seq":2,"to":{"frames":1}}"#)
        #expect(try client.hear().first?.state?.target.frame == 43)
    }

    @Test func `a scan that fails later is told, and the session goes on`() throws {
        var client = try SessionClient(on: .regular(isComplete: false))
        _ = client.session.fail(.indexFailed, "damaged")
        let told = try client.hear()
        #expect(told.map(\.index?.state) == [.failed, nil])
        #expect(told.last?.error?.code == .indexFailed)
        client.seek(7, seq: 1)
        #expect(try client.hear().first?.state?.target.frame == 7)
    }

    @Test func `every seek, end and cancel is answered, of moves only the newest`() throws {
        var client = try SessionClient(on: .regular())
        client.seek(1, seq: 1)
        for gesture in 0..<3 {
            let seq = UInt32(gesture * 100 + 2)
            client.begin()
            for step in 0..<50 { client.move(to: Double(step), seq: seq + UInt32(step)) }
            let kind = gesture == 1 ? "cancel" : "end"
            client.say(#"{"type":"\#(kind)","gesture":1,"seq":\#(seq + 50)}"#)
        }
        client.seek(9, seq: 300)
        client.begin()
        for step in 1...9 { client.move(to: Double(step), seq: 300 + UInt32(step)) }
        #expect(try client.hear().map(\.state?.seq) == [1, 52, 152, 252, 300, 309])
    }

    @Test func `a client that reads sees every state`() throws {
        var client = try SessionClient(on: .regular())
        client.begin()
        var frames: [Int] = []
        for step in 1...20 {
            client.move(to: Double(step), seq: UInt32(step))
            frames += try client.hear().compactMap(\.state?.target.frame)
        }
        #expect(frames == Array(1...20))
    }

    @Test func `configuring is answered with the whole configuration`() throws {
        var client = try SessionClient(on: .regular())
        client.say(#"{"type":"configure","preview":{"width":320}}"#)
        client.say(#"{"type":"configure","press":"jump"}"#)
        client.say(#"{"type":"configure","preview":null}"#)
        let told = try client.hear().compactMap(\.configuration)
        #expect(told.map(\.preview?.width) == [320, 320, nil])
        #expect(told.map(\.configuration.press) == [.hold, .jump, .jump])
    }

    @Test(arguments: [
        ("{", ErrorCode.invalidJSON), ("", .invalidJSON), ("[]", .invalidMessage),
        (#"{"type":"jump"}"#, .unknownType), (#"{"type":"seek","seq":2}"#, .invalidMessage),
        (#"{"type":"seek","seq":2,"to":{"position":1.1}}"#, .invalidMessage),
        (#"{"type":"move","gesture":1,"seq":2,"samples":[[0,1e999,0]]}"#, .invalidMessage),
        (#"{"type":"move","gesture":2,"seq":2,"samples":[[0,1,0]]}"#, .unknownGesture),
        (#"{"type":"configure","law":{"kind":"cubic"}}"#, .invalidConfiguration),
    ])
    func `an error changes nothing and keeps the socket open`(
        _ text: String,
        _ code: ErrorCode
    ) throws {
        var client = try SessionClient(on: .regular())
        client.begin()
        client.move(to: 30, seq: 1)
        let before = client.session.scrub?.state
        _ = try client.hear()
        #expect(client.say(text) == [])
        #expect(try client.hear().map(\.error?.code) == [code])
        #expect(client.session.scrub?.state == before)
    }

    @Test(arguments: ["{", #"{"type":"configure"}"#, #"{"type":"seek","seq":#,"to":{"frame":1}}"#])
    func `a client that never reads is disconnected in the end`(_ message: String) throws {
        var client = try SessionClient(on: .regular())
        var closed: Int?
        for seq in 1...2000 where closed == nil {
            let actions = client.say(message.replacing("#", with: "\(seq)"))
            if case .close = actions.last { closed = seq }
        }
        #expect(try #require(closed) > 250, "a burst is not yet a flood")
    }
}

/// Of thousands of sessions, time passes only for those that wait for something.
@Suite("Sessions at rest")
struct RestingSessionTests {
    @Test func `a session without pictures never waits for time to pass`() throws {
        var client = try SessionClient(on: .regular())
        #expect(!client.session.flow.awaitsTime)
        client.begin()
        client.move(to: 10, seq: 1)
        #expect(!client.session.flow.awaitsTime)
        client.now += .seconds(1)
        let actions = client.session.tick(at: client.now)
        #expect(actions.isEmpty)
    }

    @Test func `one with pictures does until the pointer rests and all is requested`() throws {
        var client = try SessionClient(on: .regular(), preview: #"{"width":64}"#)
        #expect(client.session.flow.awaitsTime)
        _ = client.session.found(nil, at: client.now)
        _ = try client.decoded(0)
        #expect(client.session.flow.awaitsTime)
        var actions: [Session.Action] = []
        for _ in 0..<3 {
            client.now += .milliseconds(100)
            actions += client.session.tick(at: client.now)
        }
        #expect(!actions.isEmpty && !client.session.flow.awaitsTime)
        client.seek(50, seq: 1)
        #expect(client.session.flow.awaitsTime)
    }
}
