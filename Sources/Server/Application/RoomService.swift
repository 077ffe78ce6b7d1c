import Basics
import Rooms
import Scrubbing
import System
import Wire

/// The rooms of this server, and the sockets of their members.
///
/// Belongs to the loop's thread.
final class RoomService {
    private var rooms = Rooms()
    private var sockets: [MemberID: SocketID] = [:]

    /// The socket of a member, if it has one.
    func socket(of member: MemberID) -> SocketID? { sockets[member] }

    /// Finds room for one who opens a media.
    ///
    /// - Throws: Why that cannot be.
    func prepare(_ entry: RoomEntry, for media: RoomMedia, as id: MemberID) throws(RoomRefusal) {
        try rooms.prepare(entry.room, for: media, as: id)
    }

    /// Puts one into the room that was prepared, or back into it.
    func enter(
        _ membership: RoomMembership,
        over socket: SocketID,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        sockets[membership.id] = socket
        return rejoin(membership, as: membership.entry, at: now)
    }

    /// Takes what a member does, who comes back by it if it was given up as gone.
    func take(
        _ event: RoomState.Event,
        of membership: RoomMembership,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        let room = membership.entry.room
        let isGone = rooms[room]?[membership.id] == nil
        let comeback = isGone ? rejoin(membership, as: membership.again, at: now) : []
        return comeback + rooms.take(event, in: room, at: now)
    }

    /// Takes where a member stands; nothing comes of it for one that is gone.
    func move(
        _ membership: RoomMembership,
        to place: RoomPlace,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        rooms.take(.move(membership.id, to: place), in: membership.entry.room, at: now)
    }

    /// Notes that a member's socket has closed.
    func close(
        _ membership: RoomMembership,
        on socket: SocketID,
        leaves: Bool,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        guard sockets[membership.id] == socket else { return [] }
        sockets[membership.id] = nil
        let event: RoomState.Event = leaves ? .leave(membership.id) : .lose(membership.id)
        return rooms.take(event, in: membership.entry.room, at: now)
    }

    /// Takes one out of its room whose session goes on elsewhere.
    func leave(
        _ membership: RoomMembership,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        rooms.take(.leave(membership.id), in: membership.entry.room, at: now)
    }

    /// Notes that time has passed.
    func tick(
        at now: ContinuousClock.Instant
    ) -> [(room: String, actions: [RoomState.Action])] { rooms.tick(at: now) }

    private func rejoin(
        _ membership: RoomMembership,
        as entry: RoomEntry,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        let event = RoomState.Event.join(membership.id, name: entry.name, follows: entry.follows)
        return rooms.take(event, in: entry.room, at: now)
    }

    /// Who is in a room, as one of its members is told.
    func description(of room: String, for member: MemberID) -> RoomMessage? {
        rooms[room].map { state in
            RoomMessage(
                room: room,
                you: member,
                leader: state.leader,
                epoch: state.epoch,
                members: state.members.map(RoomMessage.Member.init),
                reach: .node
            )
        }
    }

    /// Adds the rooms to the metrics.
    func report(in metrics: inout Metrics) {
        (metrics.rooms, metrics.limits.rooms) = (rooms.count, Rooms.limit)
        metrics.members = rooms.memberCount
    }

    /// The server's clock, in milliseconds since 1970.
    static var milliseconds: Double {
        let (seconds, attoseconds) = WallClock.now.components
        return Double(seconds) * 1000 + Double(attoseconds / 1_000_000_000_000) / 1000
    }
}

extension RoomMessage.Member {
    fileprivate init(_ member: RoomMember) {
        self.init(
            id: member.id,
            name: member.name,
            colour: member.colour,
            follows: member.follows,
            here: member.isHere
        )
    }
}

extension MemberID {
    /// An id that no other member has, and that tells nothing of the session.
    static func ofMember() -> MemberID {
        UInt64.random(in: 0...(.max)).padded(to: 16, radix: 16)
    }
}
