/// How a room takes what other servers tell of it: their members, and who leads.
extension RoomState {
    /// How long a member on another server is kept of which nothing is heard.
    package static let unheardTime = Duration.seconds(12)

    /// How long a leader is missed before all are asked to agree that it has gone: its server may
    /// come back later than this one.
    static let missedTime = Duration.seconds(5)

    /// What other servers are told of the members of this one.
    package var profiles: [RoomProfile] {
        members.lazy.filter { !$0.isElsewhere }.map { member in
            RoomProfile(
                id: member.id,
                name: member.name,
                colour: member.colour,
                follows: member.follows,
                isHere: member.isHere,
                place: member.follows && leader != nil ? nil : member.place
            )
        }
    }

    /// Reaches further, or less far.
    mutating func extend(to reach: RoomReach) -> [Action] {
        guard reach != self.reach else { return [] }
        self.reach = reach
        guard case .cut = reach else { return [tellAll] + claimAgain() }
        for index in members.indices where members[index].isElsewhere {
            members[index].isHere = false
        }
        if let leader, self[leader] == nil { pass(to: nil) }
        return [tellAll]
    }

    /// Takes what another server tells, so long ago.
    mutating func hear(
        _ update: RoomUpdate,
        age: Duration,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        switch update {
        case .member(let profile): return adopt(profile, heard: now - age, at: now)
        case .gone(let id): return isElsewhere(id) ? remove([id]) : []
        case .place(let id, let place): return isElsewhere(id) ? move(id, to: place, at: now) : []
        case .leader(let id, let epoch): return setLeader(id, in: epoch, at: now)
        case .playback(let playback, let id, let epoch):
            guard epoch == self.epoch, id == leader else { return [] }
            // One that leads on here has played where it was before.
            guard isElsewhere(id) || self.playback == nil else { return [] }
            return play(playback, by: id)
        case .marked(let id): return isElsewhere(id) ? noteMarks(by: id) : []
        }
    }

    private func isElsewhere(_ id: MemberID) -> Bool { self[id]?.isElsewhere ?? false }

    /// Leaves a member to another server: it is kept, and leads on, until that tells of it.
    ///
    /// Where no other server is heard, it leaves the room.
    mutating func handOver(_ id: MemberID, at now: ContinuousClock.Instant) -> [Action] {
        guard reach == .all else { return remove([id]) }
        guard let index = members.firstIndex(where: { $0.id == id }) else { return [] }
        members[index].told = now
        return []
    }

    private mutating func adopt(
        _ profile: RoomProfile,
        heard: ContinuousClock.Instant,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        guard now - heard < Self.unheardTime else { return [] }
        guard let index = members.firstIndex(where: { $0.id == profile.id }) else {
            // Servers that take their last members at the same moment go beyond the limit.
            guard members.count < Self.limit else { return [] }
            members.append(RoomMember(profile, heard: heard))
            yieldColour(to: profile)
            return [tellAll] + (profile.place.map { move(profile.id, to: $0, at: now) } ?? [])
        }
        // One whose socket was lost here goes on there.
        guard !members[index].isReachable else { return [] }
        let isChanged = members[index].note(profile, heard: heard)
        if isChanged { yieldColour(to: profile) }
        let tell = isChanged ? [tellAll] : []
        return tell + (profile.place.map { move(profile.id, to: $0, at: now) } ?? [])
    }

    /// Whoever comes takes another colour than those have who are there; of two that took one at the
    /// same moment, the one with the greater id does.
    private mutating func yieldColour(to profile: RoomProfile) {
        for index in members.indices where !members[index].isElsewhere {
            let member = members[index]
            guard member.colour == profile.colour, reach != .all || member.id > profile.id else {
                continue
            }
            members[index].colour = firstFreeColour
        }
    }

    /// Notes who leads, unless a later epoch is known.
    private mutating func setLeader(
        _ id: MemberID?,
        in epoch: Int,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        guard epoch > self.epoch, epoch <= Self.epochLimit else { return [] }
        let before = leader.flatMap { self[$0] }
        pass(to: id, in: epoch)
        if id == nil, reach != .all, let before, !before.isElsewhere { displaced = before.id }
        guard let id, let index = members.firstIndex(where: { $0.id == id }) else {
            return [tellAll]
        }
        members[index].follows = false
        return [tellAll] + show(index, at: now) + guidance(for: nil)
    }

    /// Wants somebody to lead, or no longer, where all servers have to agree on it.
    func claim(_ id: MemberID, _ leads: Bool) -> [Action] {
        [.claim(id, leads: leads, after: epoch)]
    }

    /// Has all agree on who took the lead here while the room was being entered: Redis was told of the
    /// room as it was before.
    private mutating func claimAgain() -> [Action] {
        defer { displaced = nil }
        guard leader == nil, let displaced, self[displaced] != nil else { return [] }
        return claim(displaced, true)
    }

    /// Has all agree that somebody leads no longer who is not there, and has not been for a while.
    mutating func disownLeader(at now: ContinuousClock.Instant) -> [Action] {
        // Of a room that is full not everybody is known here.
        guard reach == .all, let leader, self[leader] == nil, members.count < Self.limit else {
            leaderMissed = nil
            return []
        }
        guard let since = leaderMissed, now - since >= Self.missedTime else {
            leaderMissed = leaderMissed ?? now
            return []
        }
        leaderMissed = now
        return claim(leader, false)
    }
}
