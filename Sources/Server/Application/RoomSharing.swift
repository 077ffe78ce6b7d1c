import Cluster
import Rooms

/// What other servers were told of the rooms of this one, and when each of them is to be told again.
///
/// Each member is told anew every few seconds, with everything that holds of it: so one server that
/// was away needs no history, and members whose server has died are missed. Belongs to the loop's
/// thread.
final class RoomSharing {
    private struct Told {
        var profile: RoomProfile
        /// When it was told for good.
        var time: ContinuousClock.Instant
    }

    private let shared: RoomExchange
    /// What was told of the members of each room that was entered.
    private var told: [String: [MemberID: Told]] = [:]

    /// How long a member stays as it was told; ``RoomState/unheardTime`` is three times that.
    static let interval = Duration.seconds(4)

    init(_ shared: RoomExchange) { self.shared = shared }

    /// How far a room reaches that has not been entered.
    var cut: RoomReach { .cut(shared.node) }

    /// Takes what has been heard of other servers.
    func takeEvents() -> [RoomExchange.Event] {
        let events = shared.takeEvents()
        for one in events {
            switch one {
            case .cut: told = [:]
            case .forgotten(let room): told[room] = nil
            case .live, .heard, .overtaken, .otherMedia: continue
            }
        }
        return events
    }

    /// Has a room entered again with what then holds of it, with the next update.
    func enterAnew(_ room: String) { told[room] = nil }

    /// Asks that a member leads, or no longer.
    func claim(_ room: String, _ id: MemberID, _ leads: Bool, after epoch: Int) {
        shared.claim(room, id, leads, after: epoch)
    }

    /// Tells what a member plays, if it leads.
    func tell(_ playback: RoomPlayback, by id: MemberID, of state: RoomState, in room: String) {
        guard state.leader == id, shared.isLive(room) else { return }
        shared.tell(playback, by: id, epoch: state.epoch, in: room)
    }

    /// Tells that a member has changed what is marked.
    func tellMarks(by id: MemberID, in room: String) {
        if shared.isLive(room) { shared.tell(.marked(by: id), in: room, isKept: false) }
    }

    /// Enters a room with its first member of this server, leaves it after the last, and tells what
    /// has changed between, or what only one member does.
    ///
    /// - Returns: Whether it has been left, to live on elsewhere.
    func update(
        _ room: String,
        _ state: RoomState,
        on media: RoomMedia,
        only member: MemberID? = nil,
        at now: ContinuousClock.Instant
    ) -> Bool {
        let own = state.profiles
        guard !own.isEmpty else { return leave(room, state) }
        if told[room] == nil { enter(room, state, on: media) }
        guard shared.isLive(room) else { return false }
        for profile in own where member == nil || member == profile.id {
            tell(profile, in: room, at: now)
        }
        // Each of them has been told of by now, but when much is under way.
        guard let known = told[room]?.keys, known.count > own.count else { return false }
        for id in known where !own.contains(where: { $0.id == id }) { part(id, from: room, state) }
        return false
    }

    private func enter(_ room: String, _ state: RoomState, on media: RoomMedia) {
        guard shared.isConnected else { return }
        told[room] = [:]
        let known = RoomExchange.KnownState(
            media: media,
            leader: state.leader,
            epoch: state.epoch
        )
        shared.enter(room, known)
    }

    private func leave(_ room: String, _ state: RoomState) -> Bool {
        guard let members = told[room] else { return false }
        for id in members.keys { part(id, from: room, state) }
        told[room] = nil
        shared.leave(room)
        return true
    }

    /// Tells that a member has gone, unless another server tells of it from now on.
    private func part(_ id: MemberID, from room: String, _ state: RoomState) {
        if state[id] == nil { shared.tell(.gone(id), in: room, isKept: true) }
        told[room]?[id] = nil
    }

    /// Tells of a member what has changed; what has not room now is told with a later tick.
    private func tell(
        _ profile: RoomProfile,
        in room: String,
        at now: ContinuousClock.Instant
    ) {
        guard shared.isCalm else { return }
        let id = profile.id
        let before = told[room]?[id]
        switch Change(from: before?.profile, to: profile) {
        case .none where before.map({ now - $0.time < Self.interval }) ?? false: return
        case .passing:
            if let place = profile.place { shared.tell(.place(id, place), in: room, isKept: false) }
            told[room]?[id]?.profile = profile
        case .none, .lasting:
            shared.tell(.member(profile), in: room, isKept: true)
            told[room]?[id] = Told(profile: profile, time: now)
        }
    }

    /// What has changed of a member.
    enum Change: Equatable {
        case none
        /// It moves, and will be somewhere else soon.
        case passing
        /// Something that others have to know who come later.
        case lasting

        init(from before: RoomProfile?, to profile: RoomProfile) {
            guard var before else {
                self = .lasting
                return
            }
            if before == profile {
                self = .none
                return
            }
            before.place = profile.place
            self = before == profile && profile.place?.isScrubbing == true ? .passing : .lasting
        }
    }
}
