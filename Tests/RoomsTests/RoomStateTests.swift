import Testing

@testable import Rooms

/// A room that is told what happens, with a clock of its own.
struct RoomClient {
    var room = RoomState()
    var now = ContinuousClock.now

    @discardableResult
    mutating func after(_ time: Duration = .zero, _ event: RoomState.Event) -> [RoomState.Action] {
        now += time
        return room.take(event, at: now)
    }

    mutating func join(_ ids: MemberID..., follows: Bool = false) {
        for id in ids { after(.join(id, name: id, follows: follows)) }
    }

    mutating func move(_ id: MemberID, _ frame: Int, scrubs: Bool = false) -> [RoomState.Action] {
        after(.move(id, to: .at(frame, scrubs: scrubs)))
    }
}

extension RoomClient {
    @discardableResult
    mutating func after(_ event: RoomState.Event) -> [RoomState.Action] { after(.zero, event) }
}

extension RoomPlace {
    static func at(_ frame: Int, scrubs: Bool = false) -> RoomPlace {
        RoomPlace(frame: frame, position: Double(frame) / 1000, isScrubbing: scrubs)
    }
}

@Suite("A room")
struct RoomStateTests {
    @Test func `tells all of who comes, and a newcomer where they stand`() {
        var client = RoomClient()
        client.join("a", "b")
        _ = client.move("a", 7)
        let actions = client.after(.join("c", name: "C", follows: false))
        #expect(actions == [.tell(["a", "b", "c"]), .show("a", at: .at(7), to: ["c"])])
        #expect(client.room.members.map(\.name) == ["a", "b", "C"])
    }

    @Test func `gives each member a colour of its own, and one that left to the next`() {
        var client = RoomClient()
        client.join("a", "b", "c")
        client.after(.leave("b"))
        client.join("d", "e")
        #expect(client.room.members.map(\.colour) == [0, 2, 1, 3])
    }

    @Test func `takes followers where the leader goes, and shows the others`() {
        var client = RoomClient()
        client.join("lead", "other")
        client.join("follower", follows: true)
        client.after(.lead("lead", true))
        let actions = client.move("lead", 9, scrubs: true)
        let place = RoomPlace.at(9, scrubs: true)
        #expect(
            actions == [
                .guide(["follower"], to: place, by: "lead"),
                .show("lead", at: place, to: ["other", "follower"]),
            ]
        )
        #expect(client.move("lead", 9, scrubs: true).isEmpty, "it has not moved")
        #expect(client.move("follower", 9).isEmpty, "it stands where the leader does")
    }

    @Test func `takes one who begins to follow to the leader and to what it plays`() {
        var client = RoomClient()
        client.join("lead", "late")
        client.after(.lead("lead", true))
        _ = client.move("lead", 5)
        let playback = RoomPlayback(isPlaying: true, rate: 2, frame: 5, time: 1000)
        #expect(client.after(.play("lead", playback)).isEmpty)
        let actions = client.after(.follow("late", true))
        #expect(
            actions == [
                .tell(["lead", "late"]), .guide(["late"], to: .at(5), by: "lead"),
                .play(playback, by: "lead", to: ["late"]),
            ]
        )
    }

    @Test func `has an epoch for each leader, of whom the last of two at once leads`() {
        var client = RoomClient()
        client.join("a", "b")
        client.after(.lead("a", true))
        client.after(.lead("b", true))
        #expect((client.room.leader, client.room.epoch) == ("b", 2))
        #expect(client.after(.lead("b", true)) == [.tell(["b"])], "it leads already")
        #expect(client.after(.lead("a", false)) == [.tell(["a"])], "it does not lead")
        client.after(.lead("b", false))
        #expect((client.room.leader, client.room.epoch) == (nil, 3))
    }

    @Test func `leaves the lead where a gesture is under way, unless its socket is lost`() {
        var client = RoomClient()
        client.join("a", "b")
        client.after(.lead("a", true))
        _ = client.move("a", 1, scrubs: true)
        #expect(client.after(.lead("b", true)) == [.refuse("b", .busy)])
        #expect(client.room.epoch == 1)
        client.after(.lose("a"))
        client.after(.lead("b", true))
        #expect(client.room.leader == "b")
    }

    @Test func `lets only the leader play, and forgets it with the lead`() {
        var client = RoomClient()
        client.join("a", "b")
        let playback = RoomPlayback(isPlaying: true, rate: 1, frame: 0, time: 0)
        #expect(client.after(.play("a", playback)) == [.refuse("a", .notLeading)])
        client.after(.lead("a", true))
        client.after(.play("a", playback))
        client.after(.lead("b", true))
        #expect(client.room.playback == nil)
    }

    @Test func `shows a member's places 20 times a second, and the last one always`() {
        var client = RoomClient()
        client.join("a", "b")
        var shown: [Int?] = []
        for frame in 1...100 {
            client.now += .milliseconds(10)
            shown += client.move("a", frame).compactMap(\.shown)
            if frame % 10 == 0 { shown += client.after(.tick).compactMap(\.shown) }
        }
        client.now += .milliseconds(100)
        shown += client.after(.tick).compactMap(\.shown)
        #expect((10...21).contains(shown.count) && shown.last == 100, "\(shown)")
    }

    @Test func `shows where followers stand once nobody leads them`() {
        var client = RoomClient()
        client.join("lead", "other")
        client.join("follower", follows: true)
        client.after(.lead("lead", true))
        _ = client.move("lead", 4)
        _ = client.move("follower", 4)
        client.after(.leave("lead"))
        let shown = client.after(.seconds(1), .tick)
        #expect(shown == [.show("follower", at: .at(4), to: ["other"])])
    }
}

@Suite("One whose socket is lost, or who says no more")
struct RoomPresenceTests {
    @Test func `is away at once, comes back as before, and is gone after ten seconds`() {
        var client = RoomClient()
        client.join("a", "b")
        client.after(.lead("a", true))
        #expect(client.after(.lose("a")) == [.tell(["b"])])
        #expect(client.room["a"]?.isHere == false && client.room.leader == "a")
        client.after(.seconds(9), .tick)
        client.join("a")
        #expect(client.room["a"]?.isHere == true && client.room.leader == "a")
        client.after(.lose("a"))
        #expect(client.after(.seconds(10), .tick) == [.tell(["b"])])
        #expect(client.room["a"] == nil)
        #expect((client.room.leader, client.room.epoch) == (nil, 2))
    }

    /// Seconds since its last sign: what it is told, whether it is here, whether it is listed.
    @Test(arguments: [
        (4.9, [], true, true), (5, [RoomState.Action.tell(["a"])], true, true),
        (10, [.tell(["a", "b"])], false, true), (14, [.tell(["b"])], false, false),
    ])
    func `is asked for a sign, then away, then gone`(
        seconds: Double,
        told: [RoomState.Action],
        isHere: Bool,
        isListed: Bool
    ) {
        var client = RoomClient()
        client.join("a", "b")
        client.after(.sign("a"))
        var last: [RoomState.Action] = []
        for tenth in 1...Int(seconds * 10) {
            last = client.after(.milliseconds(100), .tick)
            if tenth < Int(seconds * 10) { continue }
        }
        #expect(last == told)
        #expect(client.room["a"].map(\.isHere) ?? false == isHere)
        #expect((client.room["a"] != nil) == isListed)
        #expect(client.room["b"]?.isHere == true, "it has never given signs: its socket counts")
        client.after(.sign("a"))
        #expect(client.room["a"].map(\.isHere) ?? true, "it is here again at once")
    }
}

@Suite("Rooms")
struct RoomsTests {
    let film = RoomMedia(id: "film", stream: nil)

    @Test func `hold one media each, and no more members than they may`() throws {
        var rooms = Rooms()
        let now = ContinuousClock.now
        for number in 0..<RoomState.limit {
            try rooms.prepare("r", for: film, as: "\(number)")
            _ = rooms.take(.join("\(number)", name: "", follows: false), in: "r", at: now)
        }
        #expect(throws: RoomRefusal.full) { try rooms.prepare("r", for: film, as: "one more") }
        try rooms.prepare("r", for: film, as: "7")
        let other = RoomMedia(id: "film", stream: 2)
        #expect(throws: RoomRefusal.otherMedia(film)) {
            try rooms.prepare("r", for: other, as: "7")
        }
        #expect(rooms.memberCount == RoomState.limit)
    }

    @Test func `last for a minute after the last member, with their epoch`() throws {
        var rooms = Rooms()
        let now = ContinuousClock.now
        try rooms.prepare("r", for: film, as: "a")
        for event in [RoomState.Event.join("a", name: "", follows: false), .lead("a", true)] {
            _ = rooms.take(event, in: "r", at: now)
        }
        _ = rooms.tick(at: now + .seconds(600))
        #expect(rooms.count == 1)
        _ = rooms.take(.leave("a"), in: "r", at: now)
        _ = rooms.tick(at: now + .seconds(59))
        #expect(rooms["r"]?.epoch == 2)
        _ = rooms.tick(at: now + .seconds(60))
        #expect(rooms.count == 0)
    }

    @Test func `last for a minute, too, where nobody has come in at all`() throws {
        var rooms = Rooms()
        let now = ContinuousClock.now
        try rooms.prepare("r", for: film, as: "a")
        _ = rooms.tick(at: now)
        _ = rooms.tick(at: now + .seconds(59))
        #expect(rooms.count == 1)
        _ = rooms.tick(at: now + .seconds(60))
        #expect(rooms.count == 0)
    }

    @Test func `with members again are not empty, and the first emptied gives way`() throws {
        var rooms = Rooms()
        let now = ContinuousClock.now
        for number in 0..<Rooms.limit {
            try rooms.prepare("\(number)", for: film, as: "a")
            _ = rooms.take(.join("a", name: "", follows: false), in: "\(number)", at: now)
        }
        for (second, name) in ["3", "1", "2"].enumerated() {
            _ = rooms.take(.leave("a"), in: name, at: now + .seconds(second))
        }
        let later = now + .seconds(30)
        _ = rooms.take(.join("a", name: "", follows: false), in: "3", at: later)
        try rooms.prepare("x", for: film, as: "a")
        #expect(rooms["1"] == nil && rooms["2"] != nil && rooms["3"] != nil)
        _ = rooms.take(.join("a", name: "", follows: false), in: "x", at: later)
        _ = rooms.tick(at: now + .seconds(600))
        #expect(rooms["2"] == nil && rooms["3"] != nil && rooms["x"] != nil)
    }

    @Test func `are bounded: an empty one gives way, and one with members never`() throws {
        var rooms = Rooms()
        let now = ContinuousClock.now
        for number in 0..<Rooms.limit {
            try rooms.prepare("\(number)", for: film, as: "a")
            _ = rooms.take(.join("a", name: "", follows: false), in: "\(number)", at: now)
        }
        #expect(throws: RoomRefusal.tooManyRooms) { try rooms.prepare("x", for: film, as: "a") }
        _ = rooms.take(.leave("a"), in: "7", at: now)
        try rooms.prepare("x", for: film, as: "a")
        #expect(rooms["7"] == nil && rooms.count == Rooms.limit)
    }
}

extension RoomState.Action {
    var shown: Int? { if case .show(_, let place, _) = self { place.frame } else { nil } }
}
