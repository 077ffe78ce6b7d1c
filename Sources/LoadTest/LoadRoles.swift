/// What each client of a load does, and at which server.
///
/// Those who drag alone come first, then those who drag and lead a room, then who is silent, then
/// those who follow, room after room.
struct LoadRoles: Equatable {
    enum Role: Equatable {
        /// Drags, in no room.
        case drags
        /// Drags, and leads a room.
        case leads(Int)
        /// Sends nothing.
        case isSilent
        /// Follows a room's leader; followers of a room are numbered from 0.
        case follows(Int, Int)
    }

    /// Clients that drag in no room.
    let alone: Int
    let rooms: Int
    /// Clients that send nothing.
    let idle: Int
    /// Those in each room, with its leader.
    let members: Int
    let servers: Int

    /// Clients that follow, in all rooms.
    var followers: Int { rooms * (members - 1) }
    /// Clients that drag.
    private var dragging: Int { alone + rooms }

    /// All clients.
    var count: Int { dragging + idle + followers }

    /// What a client does.
    subscript(client: Int) -> Role {
        if client < alone { return .drags }
        if client < dragging { return .leads(client - alone) }
        if client < dragging + idle { return .isSilent }
        let (room, number) = (client - dragging - idle)
            .quotientAndRemainder(dividingBy: members - 1)
        return .follows(room, number)
    }

    /// Who leads a room.
    func leader(of room: Int) -> Int { alone + room }

    /// The number of the server that a client connects to.
    ///
    /// The members of a room are spread over all, so that moves have to go from server to server.
    func server(of client: Int) -> Int {
        switch self[client] {
        case .drags, .isSilent: client % servers
        case .leads(let room): room % servers
        case .follows(let room, let number): (room + number + 1) % servers
        }
    }
}
