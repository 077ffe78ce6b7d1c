import Media
import ScrubModel
import Testing
import Wire

@testable import Server

@Suite("A conversation")
struct ConversationTests {
    static let early = [
        #"{"type":"configure","press":"jump"}"#,
        #"{"type":"begin","gesture":1,"x":0,"y":0,"extent":800,"seq":4}"#,
        #"{"type":"move","gesture":1,"seq":4,"samples":[[0,0,0]]}"#,
        #"{"type":"end","gesture":1,"seq":4}"#,
        #"{"type":"cancel","gesture":1,"seq":4}"#,
        #"{"type":"seek","seq":4,"to":{"frame":1}}"#,
        #"{"type":"painted","seq":4}"#,
    ]

    @Test(arguments: early, [false, true])
    func `nothing is done before a media is open`(_ message: String, isOpening: Bool) throws {
        var talk = Talk()
        if isOpening { talk.say(#"{"type":"open","media":"clip"}"#) }
        #expect(talk.say(message) == [])
        let error = try #require(try talk.hear().first?.error)
        #expect(error.code == .notOpen)
        #expect(error.seq == (message.contains(#""seq":4"#) ? 4 : nil))
        if !isOpening { talk.say(#"{"type":"open","media":"clip"}"#) }
        _ = talk.session.show(.regular())
        #expect(try talk.hear().first?.opened?.state.seq == 0)
    }

    @Test func `opening asks for the media, and is answered when there is something to show`()
        throws
    {
        var talk = Talk()
        let actions = talk.say(#"{"type":"open","media":"clip","stream":2}"#)
        #expect(actions.contains(.attach(MediaID("clip"), stream: 2)))
        #expect(try talk.hear().isEmpty)
        _ = talk.session.show(.regular(isComplete: false))
        let opened = try #require(try talk.hear().first?.opened)
        #expect(opened.session == "token")
        #expect(opened.media.id == "clip")
        #expect(opened.media.frames == 100)
        #expect(opened.media.index.state == .scanning)
        #expect((opened.state.position, opened.state.phase) == (0, .idle))
        #expect(opened.configuration.preview == nil)
    }

    @Test func `a media that is not there is an error, and another can be opened`() throws {
        var talk = Talk()
        talk.say(#"{"type":"open","media":"nothing"}"#)
        _ = talk.session.fail(.unknownMedia, "no media has this id")
        #expect(try talk.hear().first?.error?.code == .unknownMedia)
        talk.say(#"{"type":"open","media":"clip"}"#)
        _ = talk.session.show(.regular())
        #expect(try talk.hear().first?.opened != nil)
    }

    @Test(arguments: ["clip", "nothing"])
    func `a second open is an error and changes nothing`(_ media: String) throws {
        var talk = try Talk(on: .regular())
        talk.seek(42, seq: 1)
        _ = try talk.hear()
        #expect(talk.say(#"{"type":"open","media":"\#(media)"}"#) == [])
        #expect(try talk.hear().map(\.error?.code) == [.invalidMessage])
        talk.say(#"{"type":"seek","seq":2,"to":{"frames":1}}"#)
        #expect(try talk.hear().first?.state?.target.frame == 43)
    }

    @Test func `a scan that fails later is told, and the session goes on`() throws {
        var talk = try Talk(on: .regular(isComplete: false))
        _ = talk.session.fail(.indexFailed, "damaged")
        #expect(try talk.hear().first?.error?.code == .indexFailed)
        talk.seek(7, seq: 1)
        #expect(try talk.hear().first?.state?.target.frame == 7)
    }

    @Test func `every seek, end and cancel is answered, of moves only the newest`() throws {
        var talk = try Talk(on: .regular())
        talk.seek(1, seq: 1)
        for gesture in 0..<3 {
            let seq = UInt32(gesture * 100 + 2)
            talk.begin()
            for step in 0..<50 { talk.move(to: Double(step), seq: seq + UInt32(step)) }
            let kind = gesture == 1 ? "cancel" : "end"
            talk.say(#"{"type":"\#(kind)","gesture":1,"seq":\#(seq + 50)}"#)
        }
        talk.seek(9, seq: 300)
        talk.begin()
        for step in 1...9 { talk.move(to: Double(step), seq: 300 + UInt32(step)) }
        #expect(try talk.hear().map(\.state?.seq) == [1, 52, 152, 252, 300, 309])
    }

    @Test func `a client that reads sees every state`() throws {
        var talk = try Talk(on: .regular())
        talk.begin()
        var frames: [Int] = []
        for step in 1...20 {
            talk.move(to: Double(step), seq: UInt32(step))
            frames += try talk.hear().compactMap(\.state?.target.frame)
        }
        #expect(frames == Array(1...20))
    }

    @Test func `configuring is answered with the whole configuration`() throws {
        var talk = try Talk(on: .regular())
        talk.say(#"{"type":"configure","preview":{"width":320}}"#)
        talk.say(#"{"type":"configure","press":"jump"}"#)
        talk.say(#"{"type":"configure","preview":null}"#)
        let told = try talk.hear().compactMap(\.configuration)
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
        var talk = try Talk(on: .regular())
        talk.begin()
        talk.move(to: 30, seq: 1)
        let before = talk.session.scrub?.state
        _ = try talk.hear()
        #expect(talk.say(text) == [])
        #expect(try talk.hear().map(\.error?.code) == [code])
        #expect(talk.session.scrub?.state == before)
    }

    @Test(arguments: ["{", #"{"type":"configure"}"#, #"{"type":"seek","seq":#,"to":{"frame":1}}"#])
    func `a client that never reads is sent away in the end`(_ message: String) throws {
        var talk = try Talk(on: .regular())
        var closed: Int?
        for seq in 1...2000 where closed == nil {
            let actions = talk.say(message.replacing("#", with: "\(seq)"))
            if case .close(.policyViolation, _) = actions.last { closed = seq }
        }
        #expect(try #require(closed) > 250, "a burst is not yet a flood")
    }
}
