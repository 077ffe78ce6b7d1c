import Testing

@testable import Rooms

extension RoomProfile {
    /// A member on another server, as it is told.
    static func other(
        _ id: MemberID,
        colour: Int = 0,
        follows: Bool = false,
        at place: RoomPlace? = nil
    ) -> RoomProfile {
        RoomProfile(id: id, name: id, colour: colour, follows: follows, isHere: true, place: place)
    }
}

extension RoomClient {
    /// A room that hears all servers.
    static func shared() -> RoomClient {
        var client = RoomClient()
        client.after(.reach(.all))
        return client
    }

    @discardableResult
    mutating func hear(_ update: RoomUpdate, age: Duration = .zero) -> [RoomState.Action] {
        after(.hear(update, age: age))
    }
}

@Suite("A room on several servers")
struct SharedRoomTests {
    @Test func `tells its own members of those on other servers, and them of nothing`() {
        var client = RoomClient.shared()
        client.join("a")
        let place = RoomPlace.at(4)
        let actions = client.hear(.member(.other("b", colour: 1, at: place)))
        #expect(actions == [.tell(["a"]), .show("b", at: place, to: ["a"])])
        #expect(client.move("a", 3).isEmpty, "b is told by its own server")
        #expect(client.hear(.gone("b")) == [.tell(["a"])])
        #expect(client.room.members.map(\.id) == ["a"])
    }

    @Test func `takes no news of its own members from others`() {
        var client = RoomClient.shared()
        client.join("a")
        _ = client.move("a", 3)
        #expect(client.hear(.gone("a")).isEmpty)
        #expect(client.hear(.place("a", .at(9))).isEmpty)
        #expect(client.hear(.member(.other("a", at: .at(9)))).isEmpty)
        #expect(client.room["a"]?.place == .at(3))
    }

    @Test func `misses those of whom nothing is heard`() {
        var client = RoomClient.shared()
        client.join("a")
        client.hear(.member(.other("b")))
        #expect(client.after(.milliseconds(11_900), .tick).isEmpty)
        client.hear(.member(.other("b")))
        client.after(.milliseconds(11_900), .tick)
        #expect(client.room["b"] != nil)
        #expect(client.after(.milliseconds(100), .tick) == [.tell(["a"])])
        #expect(client.room["b"] == nil)
        client.hear(.member(.other("c")), age: .seconds(12))
        #expect(client.room["c"] == nil, "it is old news")
    }

    @Test func `has all agree on who leads, and leads none before`() {
        var client = RoomClient.shared()
        client.join("a", "b")
        #expect(client.after(.lead("a", true)) == [.claim("a", leads: true, after: 0)])
        #expect((client.room.leader, client.room.epoch) == (nil, 0))
        client.hear(.leader("a", epoch: 65_536))
        #expect((client.room.leader, client.room.epoch) == ("a", 65_536))
        #expect(client.hear(.leader("b", epoch: 65_536)).isEmpty, "the epoch has its leader")
        #expect(client.hear(.leader("b", epoch: 1)).isEmpty)
        #expect(client.after(.lead("a", false)) == [.claim("a", leads: false, after: 65_536)])
        let actions = client.after(.leave("a"))
        #expect(actions == [.tell(["b"]), .claim("a", leads: false, after: 65_536)])
        #expect(client.after(.tick).isEmpty)
        let again = client.after(.seconds(5), .tick)
        #expect(again == [.claim("a", leads: false, after: 65_536)], "till they do")
        #expect(client.after(.milliseconds(100), .tick).isEmpty)
        client.hear(.leader(nil, epoch: 131_072))
        #expect(client.after(.seconds(9), .tick).isEmpty)
    }

    @Test func `takes its followers where a leader on another server goes, and to what it plays`() {
        var client = RoomClient.shared()
        client.join("a", follows: true)
        client.hear(.leader("b", epoch: 65_536))
        let first = client.hear(.member(.other("b", at: .at(4))))
        #expect(first.contains(.guide(["a"], to: .at(4), by: "b")))
        let then = client.hear(.place("b", .at(5, scrubs: true)))
        #expect(then.contains(.guide(["a"], to: .at(5, scrubs: true), by: "b")))
        #expect(client.after(.lead("a", true)) == [.refuse("a", .busy)])
        let playback = RoomPlayback(isPlaying: true, rate: 1, frame: 5, time: 9)
        #expect(client.hear(.playback(playback, by: "b", epoch: 1)).isEmpty, "a past epoch")
        let play = client.hear(.playback(playback, by: "b", epoch: 65_536))
        #expect(play == [.play(playback, by: "b", to: ["a"])])
    }

    @Test func `goes on alone with epochs that are nobody else's`() {
        var client = RoomClient.shared()
        client.join("a")
        client.hear(.leader("b", epoch: 65_536))
        client.hear(.member(.other("b", at: .at(4, scrubs: true))))
        #expect(client.after(.reach(.cut(7))) == [.tell(["a"])])
        #expect(client.room["b"]?.isHere == false)
        client.after(.lead("a", true))
        #expect((client.room.leader, client.room.epoch) == ("a", 2 * 65_536 + 7))
        client.after(.lead("a", false))
        #expect(client.room.epoch == 3 * 65_536 + 7)
    }

    @Test func `gives the leader up that left while nobody could agree on it`() {
        var client = RoomClient.shared()
        client.join("a", "b")
        client.hear(.leader("a", epoch: 65_536))
        client.after(.leave("a"))
        client.after(.reach(.cut(7)))
        #expect((client.room.leader, client.room.epoch) == (nil, 2 * 65_536 + 7))
    }

    /// A room that is being entered, in which one has taken the lead, and of which it is then heard
    /// that nobody leads.
    private static func displacing(in epoch: Int) -> RoomClient {
        var client = RoomClient()
        client.after(.reach(.cut(7)))
        client.join("a", "b")
        client.after(.lead("a", true))
        client.hear(.leader(nil, epoch: epoch))
        return client
    }

    @Test func `has all agree on who took the lead while it was being entered`() {
        var client = Self.displacing(in: 5 * 65_536)
        #expect(client.room.leader == nil)
        let claim = RoomState.Action.claim("a", leads: true, after: 5 * 65_536)
        #expect(client.after(.reach(.all)) == [.tell(["a", "b"]), claim])
        client.after(.reach(.cut(7)))
        #expect(client.after(.reach(.all)) == [.tell(["a", "b"])], "once")
    }

    @Test(
        arguments: [
            .lead("a", false), .leave("a"), .lead("b", true),
            .hear(.leader("c", epoch: 6 * 65_536), age: .zero),
        ] as [RoomState.Event]
    )
    func `asks nobody to agree on who does not lead any more`(_ event: RoomState.Event) {
        var client = Self.displacing(in: 5 * 65_536)
        client.after(event)
        let actions = client.after(.reach(.all))
        #expect(actions == [.tell(client.room.members.map(\.id))])
    }

    @Test(arguments: [("a", "b", 0), ("b", "a", 1)])
    func `has one of two that took a colour at once take another`(
        _ own: String,
        _ other: String,
        _ colour: Int
    ) {
        var client = RoomClient.shared()
        client.join(own)
        client.hear(.member(.other(other, colour: 0)))
        #expect(client.room[own]?.colour == colour)
    }

    @Test func `has a newcomer take another colour than those have who are there`() {
        var client = RoomClient()
        client.after(.reach(.cut(7)))
        client.join("a")
        client.hear(.member(.other("b", colour: 0)))
        #expect(client.room["a"]?.colour == 1)
    }

    @Test func `describes its own members to others, and where they stand by themselves`() {
        var client = RoomClient.shared()
        client.join("a", "b")
        _ = client.move("a", 3)
        client.hear(.member(.other("c", colour: 2)))
        #expect(client.room.profiles.map(\.id) == ["a", "b"])
        #expect(client.room.profiles[0].place == .at(3))
        client.hear(.leader("b", epoch: 65_536))
        client.after(.follow("a", true))
        #expect(client.room.profiles[0].place == nil, "it stands where b does")
    }

    @Test func `tells its own members who has changed the marks, wherever that one is`() {
        var client = RoomClient.shared()
        client.join("a", "b")
        client.hear(.member(.other("c", colour: 2)))
        #expect(client.after(.mark("a")) == [.marked(by: "a", to: ["b"])])
        #expect(client.hear(.marked(by: "c")) == [.marked(by: "c", to: ["a", "b"])])
        #expect(client.hear(.marked(by: "a")).isEmpty, "it is known better here")
        #expect(client.hear(.marked(by: "d")).isEmpty, "nobody knows who that is")
        #expect(client.after(.mark("d")).isEmpty)
        client.after(.lose("b"))
        #expect(client.after(.mark("a")).isEmpty, "nobody is there to be told")
    }

    @Test func `keeps a leader that goes on at another server, where it leads on`() {
        var client = RoomClient.shared()
        client.join("a", "b")
        client.after(.follow("b", true))
        client.hear(.leader("a", epoch: 65_536))
        _ = client.move("a", 3)
        #expect(client.after(.handOver("a")).isEmpty, "nobody sees a difference")
        #expect(client.room.profiles.map(\.id) == ["b"], "its new server tells of it")
        let then = client.hear(.member(.other("a", at: .at(4))))
        #expect(then.contains(.guide(["b"], to: .at(4), by: "a")))
        #expect((client.room.leader, client.room.epoch) == ("a", 65_536))
        client.after(.seconds(11), .tick)
        #expect(client.room["a"] != nil)
        let late = client.after(.seconds(1), .tick)
        #expect(late == [.tell(["b"]), .claim("a", leads: false, after: 65_536)], "it never came")
    }

    @Test func `takes back who comes from another server, with its colour and what it plays`() {
        var client = RoomClient.shared()
        client.hear(.leader("a", epoch: 65_536))
        client.hear(.member(.other("a", colour: 5, at: .at(4))))
        client.join("a")
        #expect(client.room["a"]?.colour == 5 && client.room["a"]?.place == .at(4))
        #expect(client.room.profiles.map(\.id) == ["a"] && client.room.leader == "a")
        let playback = RoomPlayback(isPlaying: true, rate: 1, frame: 5, time: 9)
        client.hear(.playback(playback, by: "a", epoch: 65_536))
        #expect(client.room.playback == playback)
        let other = RoomPlayback(isPlaying: false, rate: 1, frame: 7, time: 10)
        client.hear(.playback(other, by: "a", epoch: 65_536))
        #expect(client.room.playback == playback, "it is known better here")
    }

    @Test func `hears of one whose socket was lost here that it goes on elsewhere`() {
        var client = RoomClient.shared()
        client.join("a", "b")
        client.after(.lose("a"))
        client.hear(.member(.other("a", at: .at(9))))
        #expect(client.room["a"]?.isElsewhere == true && client.room["a"]?.isHere == true)
        #expect(client.after(.seconds(11), .tick).isEmpty, "it is there")
    }

    @Test func `lets one go that moves on while no other server is heard`() {
        var client = RoomClient.shared()
        client.join("a", "b")
        client.after(.reach(.cut(7)))
        #expect(client.after(.handOver("a")) == [.tell(["b"])])
        #expect(client.after(.handOver("c")).isEmpty)
    }

    @Test func `takes in a bounded number of members`() {
        var client = RoomClient.shared()
        for number in 0..<1000 { client.hear(.member(.other("\(number)", colour: number))) }
        #expect(client.room.members.count == RoomState.limit)
        client.after(.join("late", name: "", follows: false))
        #expect(client.room["late"] == nil)
    }
}
