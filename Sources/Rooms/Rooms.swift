/// Why what someone wanted of a room is refused.
package enum RoomRefusal: Error, Equatable, Sendable {
    /// The room holds another media.
    case otherMedia(RoomMedia)
    /// The room has as many members as it takes.
    case full
    /// There are as many rooms as there may be.
    case tooManyRooms
    /// The leader's gesture is under way.
    case busy
    /// Only who leads plays for the others.
    case notLeading
}

/// The stream of a media that a room looks at.
package struct RoomMedia: Equatable, Sendable {
    /// The media's id.
    package let id: String
    /// The stream's number; `nil` is the best one.
    package let stream: Int?

    /// Names a stream.
    package init(id: String, stream: Int?) { (self.id, self.stream) = (id, stream) }
}

/// All rooms of a server, by their names.
///
/// A room exists while it has a member, and for a minute after that.
package struct Rooms: Sendable {
    private struct Room {
        let media: RoomMedia
        var state = RoomState()
        /// Since when nobody is in it.
        var emptied: ContinuousClock.Instant?
    }

    private var rooms: [String: Room] = [:]
    /// Rooms at most, empty ones included.
    package static let limit = 1024
    /// How long an empty room is kept, with its media and its epoch.
    package static let lifetime = Duration.seconds(60)

    /// No rooms.
    package init() {}

    /// How many rooms there are.
    package var count: Int { rooms.count }

    /// How many members are in all of them.
    package var memberCount: Int { rooms.values.reduce(0) { $0 + $1.state.members.count } }

    /// A room, if it is there.
    package subscript(name: String) -> RoomState? { rooms[name]?.state }

    /// What a room looks at, if it is there.
    package func media(of name: String) -> RoomMedia? { rooms[name]?.media }

    /// The names of all rooms.
    package var names: [String] { Array(rooms.keys) }

    /// Forgets a room in which nobody is who could be told of it.
    package mutating func drop(_ name: String) { rooms[name] = nil }

    /// Makes a room ready for one who wants to join it with a media.
    ///
    /// - Throws: Why that cannot be; nothing is changed then.
    package mutating func prepare(
        _ name: String,
        for media: RoomMedia,
        as id: MemberID
    ) throws(RoomRefusal) {
        guard let room = rooms[name] else { return try add(name, for: media) }
        guard room.media == media else { throw .otherMedia(room.media) }
        let isNew = room.state[id] == nil
        if isNew, room.state.members.count >= RoomState.limit { throw .full }
    }

    private mutating func add(_ name: String, for media: RoomMedia) throws(RoomRefusal) {
        if rooms.count >= Self.limit {
            let empty = rooms.compactMap { name, room in room.emptied.map { (name, $0) } }
            guard let oldest = empty.min(by: { $0.1 < $1.1 }) else { throw .tooManyRooms }
            rooms[oldest.0] = nil
        }
        rooms[name] = Room(media: media)
    }

    /// Takes what a member of a room does; nothing comes of it in a room that is not there.
    package mutating func take(
        _ event: RoomState.Event,
        in name: String,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        guard rooms[name] != nil else { return [] }
        let actions = rooms[name]?.state.take(event, at: now) ?? []
        noteEmpty(name, at: now)
        return actions
    }

    /// Notes that time has passed: about ten times a second.
    package mutating func tick(
        at now: ContinuousClock.Instant
    ) -> [(room: String, actions: [RoomState.Action])] {
        var all: [(room: String, actions: [RoomState.Action])] = []
        for name in rooms.keys {
            let actions = take(.tick, in: name, at: now)
            if !actions.isEmpty { all.append((name, actions)) }
            if let emptied = rooms[name]?.emptied, now - emptied >= Self.lifetime {
                rooms[name] = nil
            }
        }
        return all
    }

    private mutating func noteEmpty(_ name: String, at now: ContinuousClock.Instant) {
        guard let room = rooms[name] else { return }
        let isEmpty = room.state.members.isEmpty
        if isEmpty != (room.emptied != nil) { rooms[name]?.emptied = isEmpty ? now : nil }
    }
}
