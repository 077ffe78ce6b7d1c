import Basics
import Cluster
import Rooms
import Scrubbing
import System
import Transport
import Wire

/// The rooms of this server, and the sockets of their members; and what other servers hear and tell
/// of these rooms, if there are any.
///
/// Belongs to the loop's thread.
final class RoomService {
    private var rooms = Rooms()
    private var sockets: [MemberID: SocketID] = [:]
    /// What other servers hear; `nil` where this is the only one.
    private var sharing: RoomSharing?

    /// The socket of a member, if it has one.
    func socket(of member: MemberID) -> SocketID? { sockets[member] }

    /// Finds room for one who opens a media.
    ///
    /// - Throws: Why that cannot be.
    func prepare(_ entry: RoomEntry, for media: RoomMedia, as id: MemberID) throws(RoomRefusal) {
        try rooms.prepare(entry.room, for: media, as: id)
        guard let sharing, rooms[entry.room]?.reach == .only else { return }
        _ = rooms.take(.reach(sharing.cut), in: entry.room, at: .now)
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
        return comeback + take(event, in: room, at: now)
    }

    /// Takes what happens in a room, and tells other servers of it.
    private func take(
        _ event: RoomState.Event,
        in room: String,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        let actions = rooms.take(event, in: room, at: now)
        if case .play(let id, let playback) = event, let state = rooms[room] {
            sharing?.tell(playback, by: id, of: state, in: room)
        }
        if case .mark(let id) = event { sharing?.tellMarks(by: id, in: room) }
        share(room, at: now)
        return actions
    }

    private func share(
        _ room: String,
        only member: MemberID? = nil,
        at now: ContinuousClock.Instant
    ) {
        guard let sharing, let state = rooms[room], let media = rooms.media(of: room) else {
            return
        }
        let isLeft = sharing.update(room, state, on: media, only: member, at: now)
        // Who others are there, and who leads, is not heard here any more.
        if isLeft { rooms.drop(room) }
    }

    /// Takes where a member stands; nothing comes of it for one that is gone.
    func move(
        _ membership: RoomMembership,
        to place: RoomPlace,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        let (id, room) = (membership.id, membership.entry.room)
        let actions = rooms.take(.move(id, to: place), in: room, at: now)
        // Its followers may all be on other servers. Where others move is told by the tick.
        if rooms[room]?.leader == id { share(room, only: id, at: now) }
        return actions
    }

    /// Notes that a member's socket has closed.
    func close(
        _ membership: RoomMembership,
        on socket: SocketID,
        _ end: SocketEnd,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        let id = membership.id
        guard sockets[id] == socket else { return [] }
        sockets[id] = nil
        let event: RoomState.Event =
            switch end {
            case .closedByClient(.normal), .closedByClient(.goingAway): .leave(id)
            case .closedByServer(.serviceRestart, _): .handOver(id)
            default: .lose(id)
            }
        return take(event, in: membership.entry.room, at: now)
    }

    /// Takes one out of its room whose session goes on elsewhere.
    func leave(
        _ membership: RoomMembership,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        take(.leave(membership.id), in: membership.entry.room, at: now)
    }

    /// Notes that time has passed.
    func tick(
        at now: ContinuousClock.Instant
    ) -> [(room: String, actions: [RoomState.Action])] {
        let actions = rooms.tick(at: now)
        if sharing != nil { for room in rooms.names { share(room, at: now) } }
        return actions
    }

    private func rejoin(
        _ membership: RoomMembership,
        as entry: RoomEntry,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        let event = RoomState.Event.join(membership.id, name: entry.name, follows: entry.follows)
        return take(event, in: entry.room, at: now)
    }

    /// Who is in a room, as one of its members is told.
    func description(of room: String, for member: MemberID) -> RoomMessage? {
        rooms[room].map { state in
            RoomMessage(
                room: room,
                you: member,
                leader: state.leader.flatMap { state[$0]?.id },
                epoch: state.epoch,
                members: state.members.map(RoomMessage.Member.init),
                reach: state.reach == .all ? .all : .node
            )
        }
    }

    /// Shares the rooms with other servers from now on.
    func share(by shared: RoomExchange) { sharing = RoomSharing(shared) }

    /// Asks all servers that a member leads, or no longer.
    func claim(_ room: String, _ id: MemberID, _ leads: Bool, after epoch: Int) {
        sharing?.claim(room, id, leads, after: epoch)
    }

    /// Takes what other servers have told, and returns what is to be done in each room.
    func takeEvents(
        at now: ContinuousClock.Instant
    ) -> [(room: String, actions: [RoomState.Action])] {
        guard let sharing else { return [] }
        return sharing.takeEvents().flatMap {
            event -> [(room: String, actions: [RoomState.Action])] in
            switch event {
            case .cut: rooms.names.map { ($0, rooms.take(.reach(sharing.cut), in: $0, at: now)) }
            case .live(let room, let epoch): [(room, join(room, known: epoch, at: now))]
            case .heard(let room, let update, let age):
                // What this changes of its own members is told by the tick.
                [(room, rooms.take(.hear(update, age: age), in: room, at: now))]
            case .overtaken(let room, let id): [(room, take(.lead(id, true), in: room, at: now))]
            case .forgotten(let room): [(room, take(.reach(sharing.cut), in: room, at: now))]
            case .otherMedia(let room, let media): [(room, expel(from: room, to: media, at: now))]
            }
        }
    }

    /// Has a room hear all servers; one in which somebody has taken the lead since it was entered is
    /// entered anew, as they do not know of it.
    private func join(
        _ room: String,
        known epoch: Int,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        guard let sharing, rooms[room].map({ $0.epoch > epoch }) ?? false else {
            return take(.reach(.all), in: room, at: now)
        }
        sharing.enterAnew(room)
        return take(.reach(sharing.cut), in: room, at: now)
    }

    /// Takes all out of a room that looks at another media elsewhere, where it was before it was here.
    private func expel(
        from room: String,
        to media: RoomMedia,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        let own = rooms[room]?.members.filter { !$0.isElsewhere }.map(\.id) ?? []
        for id in own { _ = rooms.take(.leave(id), in: room, at: now) }
        share(room, at: now)
        return own.map { .refuse($0, .otherMedia(media)) }
    }

    /// Forgets the socket of one that is in no room any more.
    func forget(_ member: MemberID) { sockets[member] = nil }

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
