/// The load that `vernier bench load` puts on one server or several.
package struct Load: Sendable {
    /// What a client sends before its moves, and how moves are answered.
    package enum Peer: Sendable {
        /// Vernier: a client opens a media and begins a drag; a state names the message it answers.
        case vernier(open: [UInt8], begin: [UInt8])
        /// A server that answers each message once, whatever it is.
        case echo
    }

    /// What the members of rooms send first.
    package struct Rooms: Sendable {
        /// Members of each room, of whom one leads and drags, and all others follow.
        let members: Int
        /// For each room, how its leader opens the media, and how the others do.
        let opens: [(leader: [UInt8], follower: [UInt8])]
        /// How a leader begins its drag.
        let begin: [UInt8]

        /// Describes rooms, one for each pair of `opens`.
        package init(
            of members: Int,
            opens: [(leader: [UInt8], follower: [UInt8])],
            begin: [UInt8]
        ) {
            precondition(members > 0, "a room has a leader")
            (self.members, self.opens, self.begin) = (members, opens, begin)
        }
    }

    package let peer: Peer
    package let plan: LoadPlan
    /// The move messages that every dragging client sends, numbered from 1.
    package let moves: [[UInt8]]
    /// The rooms, if any.
    let rooms: Rooms?
    /// What each client does.
    let roles: LoadRoles

    /// Creates a load; there is a move for each message of the plan.
    ///
    /// The last of the plan's clients lead a room each. `idle` clients send nothing once they are
    /// connected.
    package init(
        of moves: [[UInt8]],
        by plan: LoadPlan,
        idle: Int,
        in rooms: Rooms? = nil,
        on peer: Peer,
        servers: Int = 1
    ) {
        precondition(moves.count >= plan.messages || plan.clients == 0, "a move for each message")
        let led = rooms?.opens.count ?? 0
        precondition(led <= plan.clients, "a client that drags for each room")
        (self.moves, self.plan, self.peer, self.rooms) = (moves, plan, peer, rooms)
        roles = LoadRoles(
            alone: plan.clients - led,
            rooms: led,
            idle: idle,
            members: rooms?.members ?? 1,
            servers: servers
        )
    }
}
