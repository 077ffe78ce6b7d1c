import Basics
import TestSupport
import Testing

@testable import Rooms

/// Members that do what they are told, and otherwise anything in any order.
private struct RandomRoom {
    var client = RoomClient()
    /// Where each socket stands, as its session knows it.
    var places: [MemberID: RoomPlace] = [:]
    /// Those whose socket is open.
    var connected: Set<MemberID> = []
    /// Who led in each epoch.
    var leaders: [Int: Set<MemberID>] = [:]
    static let ids = (0..<RoomState.limit + 5).map { "\($0)" }

    mutating func step(_ chance: inout SplitMix64) {
        let id = Self.ids[Int.random(in: 0..<7, using: &chance)]
        switch Int.random(in: 0..<24, using: &chance) {
        case 0...3: join(id, follows: .random(using: &chance))
        case 4: take(.leave(id)) { $0.connected.remove(id) }
        case 5: take(.lose(id)) { $0.connected.remove(id) }
        case 6, 7: take(.lead(id, .random(using: &chance)))
        case 8, 9: take(.follow(id, .random(using: &chance)))
        case 10: take(.sign(id))
        case 11: time(.milliseconds(Int.random(in: 0...20_000, using: &chance)))
        case 12: time(.milliseconds(100))
        default:
            let scrubs = Bool.random(using: &chance)
            drag(id, to: .at(.random(in: 0..<1000, using: &chance), scrubs: scrubs))
        }
    }

    private mutating func join(_ id: MemberID, follows: Bool) {
        take(.join(id, name: id, follows: follows)) { $0.connected.insert(id) }
    }

    private mutating func time(_ time: Duration) {
        client.now += time
        take(.tick)
    }

    /// A member's own gesture, which ends its following, as a session does.
    private mutating func drag(_ id: MemberID, to place: RoomPlace) {
        guard connected.contains(id) else { return }
        if client.room[id]?.follows ?? false { take(.follow(id, false)) }
        places[id] = place
        take(.move(id, to: place))
    }

    private mutating func take(_ event: RoomState.Event, _ change: (inout Self) -> Void = { _ in })
    {
        change(&self)
        for action in client.after(event) {
            guard case .guide(let followers, let place, _) = action else { continue }
            for follower in followers {
                places[follower] = RoomPlace(frame: place.frame, position: place.position)
                #expect(client.after(.move(follower, to: places[follower]!)).isEmpty)
            }
        }
        if let leader = client.room.leader {
            leaders[client.room.epoch, default: []].insert(leader)
        }
    }

    func check() {
        let room = client.room
        #expect(leaders.values.allSatisfy { $0.count == 1 }, "two led in one epoch")
        #expect(room.members.count <= RoomState.limit)
        #expect(Set(room.members.map(\.id)).count == room.members.count)
        #expect(Set(room.members.map(\.colour)).count == room.members.count)
        guard let leader = room.leader else { return }
        #expect(room[leader] != nil, "the leader is a member")
        guard let place = room[leader]?.place else { return }
        for member in room.members where member.follows && member.lost == nil {
            #expect(places[member.id]?.frame == place.frame, "\(member.id) is elsewhere")
        }
    }
}

@Suite("A room in which anything happens", .fuzzed)
struct RoomPropertyTests {
    @Test(arguments: 0..<10)
    func `has one leader an epoch, and followers where that one is`(stream: Int) {
        var chance = Fuzz.generator(UInt64(7000 + stream))
        var room = RandomRoom()
        var epoch = 0
        for _ in 0..<300 * Fuzz.factor {
            room.step(&chance)
            room.check()
            #expect(room.client.room.epoch >= epoch)
            epoch = room.client.room.epoch
        }
        #expect(epoch > 0)
    }

    @Test func `refuses more members than it may have, and shows only what is due`() {
        var client = RoomClient()
        for id in RandomRoom.ids { client.join(id) }
        #expect(client.room.members.count == RoomState.limit)
        #expect(client.after(.join("late", name: "", follows: true)) == [.refuse("late", .full)])
        client.after(.leave("0"))
        client.join("late")
        #expect(client.room["late"] != nil)
    }

    /// However often all of them move, what a tick sends is bounded by their number.
    @Test func `sends at most one place of each member with a tick`() {
        var client = RoomClient()
        for id in RandomRoom.ids.prefix(10) { client.join(id) }
        for frame in 0..<1000 {
            for id in RandomRoom.ids.prefix(10) { _ = client.move(id, frame) }
        }
        let shown = client.after(.milliseconds(100), .tick)
        #expect(shown.count == 10 && shown.allSatisfy { $0.shown == 999 })
    }
}
