import Basics
import TestSupport
import Testing

@testable import Rooms

/// Several servers with members of their own, and what decides between them, as a model of its own.
private struct Site {
    struct Server {
        var client = RoomClient()
        var isConnected = false
        /// What it is to hear, in order.
        var inbox: [RoomUpdate] = []
        /// What it has told of its members.
        var told: [MemberID: RoomProfile] = [:]
        /// Where the sockets of its followers were taken last.
        var places: [MemberID: RoomPlace] = [:]
    }

    var servers = (0..<3).map { _ in Server() }
    var epoch = 0
    var leader: MemberID?
    /// The server of one member that goes from server to server.
    var home: Int?
    static let wanderer = "w"
    /// Who led in each epoch, as any member was told.
    var leaders: [Int: Set<MemberID>] = [:]

    init() { for index in servers.indices { cut(index) } }

    static func ids(of server: Int) -> [MemberID] { (0..<3).map { "\(server)\($0)" } }

    mutating func step(_ chance: inout SplitMix64) {
        let index = Int.random(in: servers.indices, using: &chance)
        let id = Self.ids(of: index).randomElement(using: &chance) ?? ""
        switch Int.random(in: 0..<20, using: &chance) {
        case 0, 1: take(.join(id, name: id, follows: .random(using: &chance)), on: index)
        case 2: take(.leave(id), on: index)
        case 3, 4: take(.lead(id, .random(using: &chance)), on: index)
        case 5: take(.follow(id, .random(using: &chance)), on: index)
        case 6: servers[index].isConnected ? cut(index) : connect(index)
        case 7: pass(.milliseconds(Int.random(in: 0...2000, using: &chance)))
        case 8...11: drag(id, to: .at(.random(in: 0..<1000, using: &chance)), on: index)
        case 12: wander(to: index, .at(.random(in: 0..<1000, using: &chance)))
        case 13:
            if let home { take(.lead(Self.wanderer, .random(using: &chance)), on: home) }
        default: deliver(to: index)
        }
    }

    private mutating func drag(_ id: MemberID, to place: RoomPlace, on index: Int) {
        take(.follow(id, false), on: index)
        take(.move(id, to: place), on: index)
    }

    private mutating func wander(to index: Int, _ place: RoomPlace) {
        if let home, home != index { take(.handOver(Self.wanderer), on: home) }
        home = index
        take(.join(Self.wanderer, name: Self.wanderer, follows: false), on: index)
        drag(Self.wanderer, to: place, on: index)
    }

    mutating func pass(_ time: Duration) {
        for index in servers.indices {
            servers[index].client.now += time
            take(.tick, on: index)
        }
    }

    mutating func deliver(to index: Int) {
        guard !servers[index].inbox.isEmpty else { return }
        take(.hear(servers[index].inbox.removeFirst(), age: .zero), on: index)
    }

    private mutating func take(_ event: RoomState.Event, on index: Int) {
        for action in servers[index].client.after(event) {
            switch action {
            case .claim(let id, let leads, let after): claim(id, leads, after)
            case .guide(let followers, let place, _):
                for id in followers { servers[index].places[id] = place }
            default: continue
            }
        }
        let room = servers[index].client.room
        if let leader = room.leader { leaders[room.epoch, default: []].insert(leader) }
        tell(of: index)
    }

    /// Tells the others what has changed of a server's members.
    private mutating func tell(of index: Int) {
        guard servers[index].isConnected else { return }
        let room = servers[index].client.room
        let own = room.profiles
        for profile in own where servers[index].told[profile.id] != profile {
            servers[index].told[profile.id] = profile
            broadcast(.member(profile), except: index)
        }
        for id in servers[index].told.keys where !own.contains(where: { $0.id == id }) {
            servers[index].told[id] = nil
            if room[id] == nil { broadcast(.gone(id), except: index) }
        }
    }

    private mutating func broadcast(_ update: RoomUpdate, except index: Int? = nil) {
        for other in servers.indices where other != index && servers[other].isConnected {
            servers[other].inbox.append(update)
        }
    }

    private mutating func claim(_ id: MemberID, _ leads: Bool, _ after: Int) {
        guard leads ? epoch == after : leader == id else { return }
        (epoch, leader) = ((epoch / 65_536 + 1) * 65_536, leads ? id : nil)
        broadcast(.leader(leader, epoch: epoch))
    }

    mutating func cut(_ index: Int) {
        (servers[index].isConnected, servers[index].inbox, servers[index].told) = (false, [], [:])
        take(.reach(.cut(UInt16(index + 1))), on: index)
    }

    mutating func connect(_ index: Int) {
        guard !servers[index].isConnected else { return }
        let room = servers[index].client.room
        if room.epoch > epoch {
            if leader == nil || leader == room.leader {
                (epoch, leader) = (room.epoch, room.leader)
            } else {
                epoch = (room.epoch / 65_536 + 1) * 65_536
            }
            broadcast(.leader(leader, epoch: epoch))
        }
        servers[index].isConnected = true
        for other in servers where other.isConnected {
            servers[index].inbox += other.told.values.map { .member($0) }
        }
        servers[index].inbox.append(.leader(leader, epoch: epoch))
        take(.reach(.all), on: index)
    }

    /// Hears everything there is to hear, and lets the silent go.
    mutating func settle() {
        for index in servers.indices { connect(index) }
        for _ in 0..<14 {
            for index in servers.indices {
                servers[index].told = [:]
                tell(of: index)
            }
            while let index = servers.firstIndex(where: { !$0.inbox.isEmpty }) {
                deliver(to: index)
            }
            pass(.seconds(1))
        }
        while let index = servers.firstIndex(where: { !$0.inbox.isEmpty }) { deliver(to: index) }
    }
}

@Suite("A room on several servers on which anything happens", .fuzzed)
struct SharedRoomPropertyTests {
    @Test(arguments: 0..<10)
    func `has one leader an epoch, and is the same on all once they hear each other`(
        stream: Int
    ) {
        var chance = Fuzz.generator(UInt64(7100 + stream))
        var site = Site()
        for _ in 0..<2000 * Fuzz.factor { site.step(&chance) }
        #expect(site.leaders.values.allSatisfy { $0.count == 1 }, "two led in one epoch")
        #expect(site.leaders.count > 1)
        site.settle()
        let rooms = site.servers.map(\.client.room)
        #expect(Set(rooms.map(\.epoch)).count == 1)
        #expect(Set(rooms.map(\.leader)).count == 1)
        #expect(Set(rooms.map { Set($0.members.map(\.id)) }).count == 1)
        for server in site.servers { check(server.client.room, server.places) }
    }

    /// At rest each follower is where the leader is, wherever that one's server is.
    private func check(_ room: RoomState, _ places: [MemberID: RoomPlace]) {
        #expect(room.leader == nil || room[room.leader ?? ""] != nil, "a leader is there")
        guard let leader = room.leader, let place = room[leader]?.place else { return }
        for member in room.members where member.follows && !member.isElsewhere {
            #expect(places[member.id] == place, "\(member.id) is elsewhere")
        }
    }
}
