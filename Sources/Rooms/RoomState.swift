/// One room: takes what its members do, and returns what they are to be told.
///
/// Nobody waits for anybody: what a member is told replaces what it was told before. At most one
/// leads, and each change of who does has an epoch of its own.
package struct RoomState: Sendable {
    /// What a member does.
    package enum Event: Equatable, Sendable {
        /// It comes, or comes back.
        case join(MemberID, name: String, follows: Bool)
        /// It leaves for good.
        case leave(MemberID)
        /// Its socket is lost, and it may come back.
        case lose(MemberID)
        /// It goes on at another server, which will tell of it.
        case handOver(MemberID)
        /// It says that it is there.
        case sign(MemberID)
        /// It follows the leader, or no longer.
        case follow(MemberID, Bool)
        /// It takes the lead, or gives it up.
        case lead(MemberID, Bool)
        /// It stands somewhere else.
        case move(MemberID, to: RoomPlace)
        /// It plays or pauses for those who follow.
        case play(MemberID, RoomPlayback)
        /// It has changed what is marked in the media.
        case mark(MemberID)
        /// The room reaches further, or less far.
        case reach(RoomReach)
        /// Another server has told something, so long ago.
        case hear(RoomUpdate, age: Duration)
        /// Time has passed.
        case tick
    }

    /// What members are to be told.
    package enum Action: Equatable, Sendable {
        /// Who is in the room.
        case tell([MemberID])
        /// Where another member stands.
        case show(MemberID, at: RoomPlace, to: [MemberID])
        /// Where to go, as they follow.
        case guide([MemberID], to: RoomPlace, by: MemberID)
        /// What the leader plays.
        case play(RoomPlayback, by: MemberID, to: [MemberID])
        /// Who has changed what is marked.
        case marked(by: MemberID, to: [MemberID])
        /// What all servers have to agree on: that it leads, or no longer, after an epoch.
        case claim(MemberID, leads: Bool, after: Int)
        /// Why what the member wanted is refused.
        case refuse(MemberID, RoomRefusal)
    }

    /// Members at most; what one move costs grows with them.
    package static let limit = 50
    /// How long a member is kept whose socket is lost.
    package static let lostTime = Duration.seconds(10)
    /// How long a member that gives signs may be silent before it is asked for one.
    package static let askTime = Duration.seconds(5)
    /// How long it may be silent before it counts as away.
    package static let awayTime = Duration.seconds(10)
    /// How long it may be silent before it is gone.
    package static let silentTime = Duration.seconds(14)
    /// The shortest time between two places that others are shown of one member.
    package static let showTime = Duration.milliseconds(50)

    /// Those in the room, in the order in which they came.
    package internal(set) var members: [RoomMember] = []
    /// Who leads; `nil` when nobody does.
    ///
    /// On several servers it may be one who has just gone.
    package private(set) var leader: MemberID?
    /// Grows with each change of leader, so that a later one is told from an earlier.
    package private(set) var epoch = 0
    /// No epoch is greater: it is a number that JavaScript and Lua have exactly.
    package static let epochLimit = 1 << 52
    /// How far the room reaches.
    package internal(set) var reach = RoomReach.only
    /// Since when the leader is missed, or when all servers were last asked to agree that it has gone.
    var leaderMissed: ContinuousClock.Instant?
    /// Who led here before it was heard, of a room that is being entered, that nobody leads.
    var displaced: MemberID?
    /// What the leader plays; `nil` until it has played.
    package private(set) var playback: RoomPlayback?

    /// An empty room.
    package init() {}

    /// A member.
    package subscript(id: MemberID) -> RoomMember? { members.first { $0.id == id } }

    /// Takes an event, and returns what is to be done.
    package mutating func take(_ event: Event, at now: ContinuousClock.Instant) -> [Action] {
        switch event {
        case .join(let id, let name, let follows): join(id, name, follows)
        case .leave(let id): remove([id])
        case .lose(let id): change(id) { ($0.isHere, $0.lost) = (false, now) }
        case .handOver(let id): handOver(id, at: now)
        case .sign(let id): note(id, at: now)
        case .follow(let id, let on): follow(id, on, at: now)
        case .lead(let id, let on): lead(id, on, at: now)
        case .move(let id, let place): move(id, to: place, at: now)
        case .play(let id, let playback): play(playback, by: id)
        case .mark(let id): noteMarks(by: id)
        case .reach(let reach): extend(to: reach)
        case .hear(let update, let age): hear(update, age: age, at: now)
        case .tick: pass(to: now)
        }
    }

    /// Those with a socket, but for one.
    private func reachable(except id: MemberID? = nil) -> [MemberID] {
        members.lazy.filter { $0.isReachable && $0.id != id }.map(\.id)
    }

    var tellAll: Action { .tell(reachable()) }

    private func index(of id: MemberID) -> Int? { members.firstIndex { $0.id == id } }
}

// MARK: - Coming and going

extension RoomState {
    private mutating func join(_ id: MemberID, _ name: String, _ follows: Bool) -> [Action] {
        var member = RoomMember(
            id: id,
            name: name,
            colour: self[id]?.colour ?? firstFreeColour,
            follows: follows && id != leader
        )
        if let index = index(of: id) {
            member.place = members[index].place
            members[index] = member
        } else {
            guard members.count < Self.limit else { return [.refuse(id, .full)] }
            members.append(member)
        }
        return [tellAll] + places(for: id) + guidance(for: id)
    }

    var firstFreeColour: Int {
        let taken = Set(members.map(\.colour))
        return (0...members.count).first { !taken.contains($0) } ?? 0
    }

    /// Where all others stand, for one who has not seen them.
    private func places(for id: MemberID) -> [Action] {
        members.compactMap { other in
            guard other.id != id, let place = other.place else { return nil }
            return .show(other.id, at: place, to: [id])
        }
    }

    mutating func remove(_ ids: [MemberID]) -> [Action] {
        let count = members.count
        members.removeAll { ids.contains($0.id) }
        guard members.count < count else { return [] }
        guard let leader, ids.contains(leader) else { return [tellAll] }
        pass(to: nil)
        return reach == .all ? [tellAll] + claim(leader, false) : [tellAll]
    }

    /// Changes a member, and tells all if that shows.
    mutating func change(_ id: MemberID, _ change: (inout RoomMember) -> Void) -> [Action] {
        guard let index = index(of: id) else { return [] }
        change(&members[index])
        return [tellAll]
    }

    private mutating func note(_ id: MemberID, at now: ContinuousClock.Instant) -> [Action] {
        guard let index = index(of: id), members[index].lost == nil else { return [] }
        (members[index].heard, members[index].isAsked) = (now, false)
        return members[index].isHere ? [] : change(id) { $0.isHere = true }
    }
}

// MARK: - Leading and following

extension RoomState {
    private mutating func follow(
        _ id: MemberID,
        _ on: Bool,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        guard let index = index(of: id) else { return [] }
        let follows = on && id != leader
        guard members[index].follows != follows else { return [.tell([id])] }
        members[index].follows = follows
        return [tellAll] + (follows ? guidance(for: id) : show(index, at: now))
    }

    private mutating func lead(
        _ id: MemberID,
        _ on: Bool,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        guard let index = index(of: id) else { return [] }
        if id == displaced { displaced = nil }
        // One that has just asked for the lead may give it up before it has it.
        guard on != (id == leader) || !on && reach == .all else { return [.tell([id])] }
        if on, isBusy { return [.refuse(id, .busy)] }
        if reach == .all { return claim(id, on) }
        pass(to: on ? id : nil)
        guard on else { return [tellAll] }
        members[index].follows = false
        return [tellAll] + show(index, at: now) + guidance(for: nil)
    }

    /// Whether the leader's gesture is under way.
    private var isBusy: Bool {
        guard let leader, let member = self[leader], member.lost == nil,
            member.isHere || !member.isElsewhere
        else { return false }
        return member.place?.isScrubbing ?? false
    }

    /// Changes the leader, unless all servers have to agree on it.
    mutating func pass(to id: MemberID?) {
        if let next = reach.epoch(after: epoch) { pass(to: id, in: next) }
    }

    /// The only place where the leader changes: never without a new epoch.
    mutating func pass(to id: MemberID?, in next: Int) {
        (leader, epoch) = (id, next)
        (playback, displaced) = (nil, nil)
        guard id == nil else { return }
        // Where they stand was known by where the leader does.
        for index in members.indices where members[index].follows {
            members[index].isShowDue = true
        }
    }

    /// Takes one follower, or all, to the leader.
    func guidance(for id: MemberID?) -> [Action] {
        guard let leader else { return [] }
        let followers = members.lazy.filter { $0.follows && $0.isReachable }.map(\.id)
        let led = followers.filter { id == nil || $0 == id }
        guard !led.isEmpty else { return [] }
        let place = self[leader]?.place
        return (place.map { [.guide(Array(led), to: $0, by: leader)] } ?? [])
            + (playback.map { [.play($0, by: leader, to: Array(led))] } ?? [])
    }

    mutating func play(_ playback: RoomPlayback, by id: MemberID) -> [Action] {
        guard id == leader else { return [.refuse(id, .notLeading)] }
        self.playback = playback
        let followers = members.filter { $0.follows && $0.isReachable }.map(\.id)
        return followers.isEmpty ? [] : [.play(playback, by: id, to: followers)]
    }
}

// MARK: - Places

extension RoomState {
    /// Tells the others who has changed the marks; what they are now, each is told as anyone is.
    func noteMarks(by id: MemberID) -> [Action] {
        let others = reachable(except: id)
        return self[id] == nil || others.isEmpty ? [] : [.marked(by: id, to: others)]
    }

    mutating func move(
        _ id: MemberID,
        to place: RoomPlace,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        guard let index = index(of: id), members[index].place != place else { return [] }
        members[index].place = place
        guard id == leader else { return show(index, at: now) }
        let followers = members.filter { $0.follows && $0.isReachable }.map(\.id)
        let guide = followers.isEmpty ? [] : [Action.guide(followers, to: place, by: id)]
        return guide + show(index, at: now)
    }

    /// Shows the others where a member stands, now or with a later tick.
    ///
    /// A follower stands where the leader does, which they are shown already.
    mutating func show(_ index: Int, at now: ContinuousClock.Instant) -> [Action] {
        let member = members[index]
        guard let place = member.place, !(member.follows && leader != nil) else { return [] }
        if let shown = member.shown, now - shown < Self.showTime {
            members[index].isShowDue = true
            return []
        }
        (members[index].shown, members[index].isShowDue) = (now, false)
        let others = reachable(except: member.id)
        return others.isEmpty ? [] : [.show(member.id, at: place, to: others)]
    }
}
