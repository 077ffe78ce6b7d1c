/// Who is in a room, as one of its members sees it.
public struct RoomMessage: Codable, Equatable, Sendable {
    /// Whom a server can reach.
    public enum Reach: String, Codable, Sendable {
        /// Everyone in the room.
        case all
        /// Those on the same server.
        case node
    }

    /// One who is in the room.
    public struct Member: Codable, Equatable, Sendable {
        /// Its id, as long as it is in the room.
        public var id: String
        /// What it is called; perhaps empty, and perhaps as others are.
        public var name: String
        /// A number from 0 that no other member has now: for a colour.
        public var colour: Int
        /// Whether it follows whoever leads.
        public var follows: Bool
        /// Whether its client is there now.
        public var here: Bool

        /// Describes a member.
        public init(id: String, name: String, colour: Int, follows: Bool, here: Bool) {
            (self.id, self.name, self.colour) = (id, name, colour)
            (self.follows, self.here) = (follows, here)
        }
    }

    /// The room's name.
    public var room: String
    /// The id of the member who reads this.
    public var you: String
    /// The id of who leads.
    @Nullable public var leader: String?
    /// Grows with each change of leader.
    public var epoch: Int
    /// All members, in the order in which they came.
    public var members: [Member]
    /// Whom the server can reach.
    public var reach: Reach

    /// Describes a room.
    public init(
        room: String,
        you: String,
        leader: String?,
        epoch: Int,
        members: [Member],
        reach: Reach
    ) {
        (self.room, self.you, self.leader) = (room, you, leader)
        (self.epoch, self.members, self.reach) = (epoch, members, reach)
    }
}

/// Where another member of the room stands.
public struct CursorMessage: Codable, Equatable, Sendable {
    /// The member's id.
    public var member: String
    /// The frame's number; `null` while it is not known.
    @Nullable public var frame: Int?
    /// The position, in 0...1.
    public var position: Double
    /// Whether a gesture is under way.
    public var scrubbing: Bool

    /// Describes a place.
    public init(member: String, frame: Int?, position: Double, scrubbing: Bool) {
        (self.member, self.frame) = (member, frame)
        (self.position, self.scrubbing) = (position, scrubbing)
    }
}

/// What the leader plays for those who follow.
public struct TransportMessage: Codable, Equatable, Sendable {
    /// The leader's id.
    public var by: String
    /// Whether it plays.
    public var state: Playing.State
    /// How fast, 1 being the media's own rate.
    public var rate: Double
    /// The frame that was in view at `at`.
    public var frame: Int
    /// The server's clock then, in milliseconds.
    public var at: Double

    /// Describes what is played.
    public init(by leader: String, state: Playing.State, rate: Double, frame: Int, at time: Double)
    {
        (by, self.state, self.rate, self.frame, at) = (leader, state, rate, frame, time)
    }
}

/// A member of the room has changed what is marked; `marks` says what is marked now.
public struct MarkedMessage: Codable, Equatable, Sendable {
    /// The member's id.
    public var by: String

    /// Names a member.
    public init(by member: String) { by = member }
}

/// The server's clock, as the answer to `ping`.
public struct PongMessage: Codable, Equatable, Sendable {
    /// The time that the client has named.
    public var t: Double
    /// The server's clock, in milliseconds.
    public var at: Double

    /// Creates the answer.
    public init(t: Double, at: Double) { (self.t, self.at) = (t, at) }
}
