import ClipSupport
import Library
import Testing
import Wire

@testable import Scrubbing

@Suite("A session in a room")
struct SessionRoomTests {
    private static func member(follows: Bool = true) throws -> SessionClient {
        var client = try SessionClient(on: .regular())
        client.session.room = RoomMembership(RoomEntry(room: "r"), as: "me")
        let me = RoomMessage.Member(id: "me", name: "", colour: 0, follows: follows, here: true)
        let room = RoomMessage(
            room: "r",
            you: "me",
            leader: "lead",
            epoch: 1,
            members: [me],
            reach: .node
        )
        client.session.tell(room)
        _ = try client.hear()
        return client
    }

    private static func guide(
        _ client: inout SessionClient,
        _ frame: Int?,
        _ position: Double = 0.5
    ) throws -> [StateMessage] {
        _ = client.session.follow(
            to: frame,
            at: position,
            isPassing: false,
            by: "lead",
            now: client.now
        )
        return try client.hear().compactMap {
            if case .state(let state) = $0 { state } else { nil }
        }
    }

    @Test func `goes where it is led, and says who led it`() throws {
        var client = try Self.member()
        for frame in [3, 99, 0] {
            let state = try #require(Self.guide(&client, frame).first)
            #expect((state.target.frame, state.by, state.phase) == (frame, "lead", .idle))
        }
        #expect(try Self.guide(&client, nil, 0.5).first?.position == 0.5)
    }

    @Test func `is told of the last place only, if it reads none between`() throws {
        var client = try Self.member()
        for frame in 0..<50 {
            _ = client.session.follow(
                to: frame,
                at: 0,
                isPassing: true,
                by: "lead",
                now: client.now
            )
        }
        #expect(try Self.guide(&client, 70).map(\.target.frame) == [70])
    }

    @Test func `undoes its own moves only`() throws {
        var client = try Self.member()
        client.seek(10, seq: 1)
        _ = try Self.guide(&client, 50)
        client.say(#"{"type":"seek","seq":2,"to":{"undo":true}}"#)
        #expect(client.session.scrub?.frame == 0)
    }

    @Test func `ends its following by its own drag or seek, and by nothing else`() throws {
        let stop = Session.Action.room(.follow(false))
        var client = try Self.member()
        #expect(client.seek(5, seq: 1).contains(stop))
        client = try Self.member()
        #expect(client.begin().contains(stop))
        client = try Self.member()
        #expect(!client.seek(1000, seq: 1).contains(stop), "an error changes nothing")
        #expect(!client.say(#"{"type":"configure","press":"jump"}"#).contains(stop))
        let knob = #""control":"confirm","action":"x","x":0,"y":0,"extent":9"#
        #expect(!client.say(#"{"type":"begin","gesture":1,\#(knob)}"#).contains(stop))
        client = try Self.member(follows: false)
        #expect(!client.seek(5, seq: 1).contains(stop))
    }

    @Test func `answers no room's message out of one, and a ping always`() throws {
        var client = try SessionClient(on: .regular())
        #expect(client.say(#"{"type":"lead","on":true}"#).isEmpty)
        guard case .error(let error) = try client.hear().first else { Issue.record(); return }
        #expect(error.code == .invalidMessage)
        #expect(client.say(#"{"type":"ping","t":4}"#) == [.pong(t: 4)])
        client = try Self.member()
        #expect(client.say(#"{"type":"ping","t":4}"#) == [.pong(t: 4), .room(.sign)])
        #expect(client.say(#"{"type":"lead","on":true}"#) == [.room(.lead(true))])
        let beyond = #"{"type":"transport","seq":9,"state":"paused","rate":1,"frame":100}"#
        #expect(client.say(beyond).isEmpty)
    }

    @Test func `keeps its membership while it waits to be resumed`() throws {
        #expect(try Self.member().session.parked?.room?.id == "me")
    }
}
