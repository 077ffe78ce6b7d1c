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

        /// Takes an event, and tells whether anybody was in the room, and is.
        mutating func take(
            _ event: RoomState.Event,
            at now: ContinuousClock.Instant
        ) -> (actions: [RoomState.Action], wasEmpty: Bool, isEmpty: Bool) {
            let wasEmpty = state.members.isEmpty
            let actions = state.take(event, at: now)
            return (actions, wasEmpty, state.members.isEmpty)
        }
    }

    private var rooms: [String: Room] = [:]
    /// Since when nobody is in a room, of those that are empty: so that neither a refusal, when none
    /// is, nor a tick has to look at all of them.
    private var emptied: [String: ContinuousClock.Instant] = [:]
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
    package mutating func drop(_ name: String) { (rooms[name], emptied[name]) = (nil, nil) }

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
            guard let oldest = emptied.min(by: { $0.value < $1.value }) else { throw .tooManyRooms }
            drop(oldest.key)
        }
        rooms[name] = Room(media: media)
    }

    /// Takes what a member of a room does; nothing comes of it in a room that is not there.
    package mutating func take(
        _ event: RoomState.Event,
        in name: String,
        at now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        guard let index = rooms.index(forKey: name) else { return [] }
        return take(event, at: index, now)
    }

    /// Notes that time has passed: about ten times a second.
    package mutating func tick(
        at now: ContinuousClock.Instant
    ) -> [(room: String, actions: [RoomState.Action])] {
        var all: [(room: String, actions: [RoomState.Action])] = []
        // Their indices as a collection would hold the rooms, and the first change copy all of them.
        var index = rooms.startIndex
        while index < rooms.endIndex {
            let actions = take(.tick, at: index, now)
            if !actions.isEmpty { all.append((rooms.keys[index], actions)) }
            rooms.formIndex(after: &index)
        }
        for (name, since) in emptied where now - since >= Self.lifetime { drop(name) }
        return all
    }

    /// Takes an event where a room is, as to find one by its name takes longer than most events.
    private mutating func take(
        _ event: RoomState.Event,
        at index: Dictionary<String, Room>.Index,
        _ now: ContinuousClock.Instant
    ) -> [RoomState.Action] {
        let (actions, wasEmpty, isEmpty) = rooms.values[index].take(event, at: now)
        if wasEmpty || isEmpty {
            let name = rooms.keys[index]
            emptied[name] = isEmpty ? emptied[name] ?? now : nil
        }
        return actions
    }
}
