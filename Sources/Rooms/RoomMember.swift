// Rooms: who looks at one media together, who leads and who follows; values without a socket, a
// clock or text of the wire.
//
// A server keeps one `Rooms`, gives it what its members do, each event with the time, and carries
// out the `RoomState.Action` that come back. It is called on one thread, the loop's.

/// What a member is called by others and by the server, as long as it is in a room.
package typealias MemberID = String

/// A place on the media where a member stands.
package struct RoomPlace: Equatable, Sendable {
    /// The frame's number; `nil` while it is not known.
    package var frame: Int?
    /// The position after snapping, in 0...1.
    package var position: Double
    /// Whether a gesture is under way.
    package var isScrubbing: Bool

    /// Describes a place.
    package init(frame: Int?, position: Double, isScrubbing: Bool = false) {
        (self.frame, self.position, self.isScrubbing) = (frame, position, isScrubbing)
    }
}

/// What the leader plays, or where it has paused.
package struct RoomPlayback: Equatable, Sendable {
    /// Whether it plays.
    package var isPlaying: Bool
    /// How fast, 1 being the media's own rate; below 0 backward.
    package var rate: Double
    /// The frame that was shown at `time`.
    package var frame: Int
    /// The server's clock, in milliseconds.
    package var time: Double

    /// Describes a playback.
    package init(isPlaying: Bool, rate: Double, frame: Int, time: Double) {
        (self.isPlaying, self.rate, self.frame, self.time) = (isPlaying, rate, frame, time)
    }
}

/// One who is in a room, as all in it see it.
package struct RoomMember: Equatable, Sendable {
    /// Its id.
    package let id: MemberID
    /// What it is called; not unique, and perhaps empty.
    package internal(set) var name: String
    /// A number that no other member has at the same time, from 0: pages turn it into a colour.
    package internal(set) var colour: Int
    /// Whether it follows whoever leads.
    package internal(set) var follows: Bool
    /// Whether its client is there: it has a socket, and has not fallen silent.
    package internal(set) var isHere = true
    /// Where it stands; `nil` until that is known.
    package internal(set) var place: RoomPlace?
    /// When its own server told of it last; `nil` for a member on this server.
    var told: ContinuousClock.Instant?
    /// When its socket was lost; `nil` while it has one.
    var lost: ContinuousClock.Instant?
    /// When it last said that it is there; `nil` for one that never does, whose socket alone counts.
    var heard: ContinuousClock.Instant?
    /// Whether it has been asked for a sign since then.
    var isAsked = false
    /// When the others were last shown where it stands.
    var shown: ContinuousClock.Instant?
    /// Whether it has moved since then.
    var isShowDue = false

    init(id: MemberID, name: String, colour: Int, follows: Bool) {
        (self.id, self.name, self.colour, self.follows) = (id, name, colour, follows)
    }

    /// A member on another server.
    init(_ profile: RoomProfile, heard: ContinuousClock.Instant) {
        self.init(
            id: profile.id,
            name: profile.name,
            colour: profile.colour,
            follows: profile.follows
        )
        (isHere, told) = (profile.isHere, heard)
    }

    /// Whether its client is on another server.
    package var isElsewhere: Bool { told != nil }

    /// Whether this server has a socket of it.
    var isReachable: Bool { lost == nil && told == nil }

    /// Takes what its own server tells of it, and returns whether others see a difference.
    mutating func note(_ profile: RoomProfile, heard: ContinuousClock.Instant) -> Bool {
        let before = self
        (name, colour, follows) = (profile.name, profile.colour, profile.follows)
        (isHere, told, lost) = (profile.isHere, max(told ?? heard, heard), nil)
        return name != before.name || colour != before.colour || follows != before.follows
            || isHere != before.isHere
    }
}
