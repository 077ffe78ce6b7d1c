import Testing

@testable import LoadTest

@Suite("What each client of a load does")
struct LoadRolesTests {
    @Test func `who drags comes first, then who leads, who is silent, and who follows`() {
        let roles = LoadRoles(alone: 2, rooms: 2, idle: 1, members: 3, servers: 1)
        let all = (0..<roles.count).map { roles[$0] }
        #expect(
            all == [
                .drags, .drags, .leads(0), .leads(1), .isSilent,
                .follows(0, 0), .follows(0, 1), .follows(1, 0), .follows(1, 1),
            ]
        )
        #expect((0..<2).map(roles.leader) == [2, 3])
        #expect(roles.followers == 4)
    }

    @Test(arguments: [(1, 4), (2, 4), (3, 10), (7, 2)])
    func `each server has its share, and members of a room are spread over all`(
        _ servers: Int,
        _ members: Int
    ) {
        let roles = LoadRoles(
            alone: 6 * servers,
            rooms: 5 * servers,
            idle: 3 * servers,
            members: members,
            servers: servers
        )
        var clients = Array(repeating: 0, count: servers)
        var rooms = Array(repeating: Set<Int>(), count: 5 * servers)
        for client in 0..<roles.count {
            let server = roles.server(of: client)
            clients[server] += 1
            switch roles[client] {
            case .leads(let room), .follows(let room, _): rooms[room].insert(server)
            case .drags, .isSilent: break
            }
        }
        #expect(Set(clients).count == 1)
        #expect(rooms.allSatisfy { $0.count == min(servers, members) })
    }
}
