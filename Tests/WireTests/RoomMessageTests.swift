import ScrubModel
import Testing
import Wire

@Suite("Messages of rooms")
struct RoomMessageTests {
    @Test func `are read from a client`() throws {
        let entry = RoomEntry(room: "a-Z_0", name: "Ada", follows: true)
        let open = #"{"type":"open","media":"a","room":"a-Z_0","name":"Ada","follow":true}"#
        #expect(try ClientMessage(open) == .open(Open(media: "a", room: entry)))
        #expect(
            try ClientMessage(json: Open(media: "a", room: entry).json()) == ClientMessage(open)
        )
        #expect(try ClientMessage(#"{"type":"lead","on":true}"#) == .lead(true))
        #expect(try ClientMessage(#"{"type":"follow","on":false}"#) == .follow(false))
        #expect(try ClientMessage(#"{"type":"ping","t":-1.5}"#) == .ping(t: -1.5))
        let playing = Playing(state: .playing, rate: -2, frame: 7, seq: 3)
        let transport = #"{"type":"transport","seq":3,"state":"playing","rate":-2,"frame":7}"#
        #expect(try ClientMessage(transport) == .transport(playing))
    }

    @Test(
        arguments: [
            (#"{"type":"lead"}"#, "on: expected true or false, got nothing"),
            (#"{"type":"follow","on":1}"#, "on: expected true or false, got 1"),
            (#"{"type":"ping","t":null}"#, "t: expected a finite number, got null"),
            (
                #"{"type":"transport","state":"playing","rate":0,"frame":0,"seq":1}"#,
                "rate: expected a rate in -64.0...64.0, but for 0, got 0"
            ),
            (
                #"{"type":"transport","state":"on","rate":1,"frame":0,"seq":1}"#,
                #"state: expected one of "playing", "paused", got "on""#
            ),
        ] as [(String, String)]
    )
    func `are refused with what was expected`(json: String, reason: String) {
        let error = #expect(throws: WireError.self) { try ClientMessage(json) }
        #expect(error?.message == reason)
    }

    /// What room and member names may be, by the protocol's own words.
    @Test(
        arguments: [
            ("a", "", true), (String(repeating: "x", count: 64), "", true), ("", "", false),
            (String(repeating: "x", count: 65), "", false), ("a b", "", false), ("ä", "", false),
            ("a.b", "", false), ("a~", "", false), ("r", String(repeating: "x", count: 40), true),
            ("r", String(repeating: "x", count: 41), false), ("r", "שלום", true),
            ("r", "\u{202E}abc", false), ("r", "a\u{2066}b", false), ("r", "a\u{7}", false),
            ("r", "a\u{2028}b", false), ("r", "<b>&amp;", true),
            ("r", "e" + String(repeating: "\u{301}", count: 200), false),
        ] as [(String, String, Bool)]
    )
    func `name rooms and members within bounds`(room: String, name: String, isGood: Bool) {
        let json = Open(media: "a", room: RoomEntry(room: room, name: name)).json()
        let isRead = (try? ClientMessage(json: json)) != nil
        #expect(isRead == isGood)
    }

    @Test(arguments: [
        ServerMessage.room(
            RoomMessage(
                room: "r",
                you: "1",
                leader: nil,
                epoch: 4,
                members: [.init(id: "1", name: "", colour: 0, follows: true, here: false)],
                reach: .node
            )
        ),
        .cursor(CursorMessage(member: "1", frame: nil, position: 0.5, scrubbing: true)),
        .transport(TransportMessage(by: "1", state: .paused, rate: 1, frame: 3, at: 1.5)),
        .marked(MarkedMessage(by: "1")),
        .pong(PongMessage(t: 1, at: 2)),
        .error(ErrorMessage(code: .wrongMedia, message: "m", media: "abc")),
    ])
    func `come back the same from a server`(message: ServerMessage) throws {
        #expect(try ServerMessage(json: message.json()) == message)
    }

    @Test func `tell who led to a state, and read as any state does`() throws {
        var state = ServerMessageTests.idle
        let plain = String(decoding: state.json(), as: UTF8.self)
        #expect(!plain.contains(#""by""#))
        for leader in ["9f1c", #"a"b\"#] {
            state.by = leader
            #expect(try ServerMessage(json: state.json()) == .state(state))
            #expect(StateGist(in: state.json())?.seq == state.seq)
        }
    }
}
