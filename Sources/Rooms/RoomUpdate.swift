/// How far a room reaches, and with it who decides who leads.
package enum RoomReach: Equatable, Sendable {
    /// This server, which is the only one.
    case only
    /// All servers, which agree on who leads.
    case all
    /// This server, which does not hear the others; the number is this server's own among them.
    case cut(UInt16)

    /// Epochs that lie between two on which all servers agree: a server that is cut off takes the
    /// one of its own number from them, so that no epoch is that of two leaders.
    package static let step = 65_536

    /// The epoch after another; `nil` where all servers have to agree on it.
    func epoch(after epoch: Int) -> Int? {
        switch self {
        case .only: epoch + 1
        case .all: nil
        case .cut(let number): (epoch / Self.step + 1) * Self.step + Int(number)
        }
    }
}

/// A member as its own server describes it to the others.
package struct RoomProfile: Equatable, Sendable {
    /// Its id.
    package let id: MemberID
    /// What it is called.
    package var name: String
    /// The number of its colour.
    package var colour: Int
    /// Whether it follows whoever leads.
    package var follows: Bool
    /// Whether its client is there.
    package var isHere: Bool
    /// Where it stands; `nil` where that is not known, and for one that stands where the leader does.
    package var place: RoomPlace?

    /// Describes a member.
    package init(
        id: MemberID,
        name: String,
        colour: Int,
        follows: Bool,
        isHere: Bool,
        place: RoomPlace?
    ) {
        (self.id, self.name, self.colour) = (id, name, colour)
        (self.follows, self.isHere, self.place) = (follows, isHere, place)
    }
}

/// What is heard from other servers of a room.
package enum RoomUpdate: Equatable, Sendable {
    /// A member of theirs is there, as described.
    case member(RoomProfile)
    /// A member of theirs has gone.
    case gone(MemberID)
    /// A member of theirs stands somewhere else.
    case place(MemberID, RoomPlace)
    /// Who leads; all servers agree on it.
    case leader(MemberID?, epoch: Int)
    /// What a member of theirs plays as the leader of an epoch.
    case playback(RoomPlayback, by: MemberID, epoch: Int)
    /// A member of theirs has changed what is marked.
    case marked(by: MemberID)
}
