import Basics
import Library
import Media
import Rooms
import Scrubbing
import Transport
import Wire

/// What members of a room do, and what the others are told of it.
extension Application {
    /// The membership of a client that opens a clip, if it wants to look at it in a room.
    ///
    /// - Throws: Why it cannot; then it has opened nothing.
    func membership(
        of socket: SocketID,
        on key: ClipKey,
        resuming parked: ParkedSession?
    ) throws(RoomRefusal) -> RoomMembership? {
        guard let entry = clients.read(socket, { $0.roomEntry }) ?? nil else { return nil }
        let before = parked?.room.flatMap { $0.entry.room == entry.room ? $0.id : nil }
        let membership = RoomMembership(entry, as: before ?? .ofMember())
        let media = RoomMedia(id: key.id.description, stream: key.stream)
        try clients.rooms.prepare(entry, for: media, as: membership.id)
        return membership
    }

    /// Puts a client into its room once its media is open.
    func enterRoom(_ membership: RoomMembership, over socket: SocketID) {
        let now = ContinuousClock.now
        _ = clients.apply(to: socket) { session in
            session.room = membership
            return []
        }
        carryOut(clients.rooms.enter(membership, over: socket, at: now), in: membership, at: now)
        noteMove(of: socket)
    }

    /// Takes a client out of its room: for good if it has said that it leaves, or to another server.
    func leaveRoom(_ socket: SocketID, _ end: SocketEnd) {
        guard let membership = clients.read(socket, { $0.room }) ?? nil else { return }
        let now = ContinuousClock.now
        let actions = clients.rooms.close(membership, on: socket, end, at: now)
        carryOut(actions, in: membership, at: now)
    }

    /// Takes one out of the room that its session was in, unless it goes on there.
    func leaveRoom(of parked: ParkedSession?, for membership: RoomMembership?) {
        guard let before = parked?.room, before.id != membership?.id else { return }
        let now = ContinuousClock.now
        carryOut(clients.rooms.leave(before, at: now), in: before, at: now)
    }

    /// Carries out what a client wants of its room.
    func carryOut(_ request: RoomRequest, for socket: SocketID) {
        guard let membership = clients.read(socket, { $0.room }) ?? nil else { return }
        let id = membership.id
        let event: RoomState.Event =
            switch request {
            case .follow(let on): .follow(id, on)
            case .lead(let on): .lead(id, on)
            case .play(let playing): .play(id, RoomPlayback(playing, at: RoomService.milliseconds))
            case .sign: .sign(id)
            }
        let now = ContinuousClock.now
        carryOut(clients.rooms.take(event, of: membership, at: now), in: membership, at: now)
    }

    /// Tells the room that a client has changed what is marked, if it is in one.
    func noteMarks(by socket: SocketID) {
        guard let membership = clients.read(socket, { $0.room }) ?? nil else { return }
        let now = ContinuousClock.now
        let actions = clients.rooms.take(.mark(membership.id), of: membership, at: now)
        carryOut(actions, in: membership, at: now)
    }

    /// Tells the room where a client stands, if it is in one and has moved.
    func noteMove(of socket: SocketID) {
        let found = clients.read(socket) { session in
            session.room.flatMap { room in session.place.map { (room, RoomPlace($0)) } }
        }
        guard let (membership, place) = found ?? nil else { return }
        let now = ContinuousClock.now
        carryOut(clients.rooms.move(membership, to: place, at: now), in: membership, at: now)
    }

    /// Lets time pass in all rooms.
    func tickRooms(at now: ContinuousClock.Instant) {
        for (room, actions) in clients.rooms.tick(at: now) { carryOut(actions, in: room, at: now) }
    }

    private func carryOut(
        _ actions: [RoomState.Action],
        in membership: RoomMembership,
        at now: ContinuousClock.Instant
    ) { carryOut(actions, in: membership.entry.room, at: now) }

    private func carryOut(
        _ actions: [RoomState.Action],
        in room: String,
        at now: ContinuousClock.Instant
    ) {
        for action in actions {
            switch action {
            case .tell(let members): tell(members, of: room)
            case .show(let member, let place, let others):
                let text = ServerMessage.cursor(CursorMessage(member, place)).json()
                operations.count { $0.cursors += others.count }
                send(to: others) { $0.show(cursor: text, of: member) }
            case .guide(let followers, let place, let leader):
                operations.count { $0.guided += followers.count }
                for follower in followers { guide(follower, to: place, by: leader, at: now) }
            case .play(let playback, let leader, let followers):
                let message = TransportMessage(playback, by: leader)
                send(to: followers) { $0.tell(message) }
            case .marked(let member, let others):
                send(to: others) { $0.tell(MarkedMessage(by: member)) }
            case .claim(let member, let leads, let epoch):
                clients.rooms.claim(room, member, leads, after: epoch)
            case .refuse(let member, let refusal): refuse(member, refusal)
            }
        }
    }

    /// Carries out what has been heard of other servers.
    func carryOutRoomUpdate(at now: ContinuousClock.Instant) {
        for (room, actions) in clients.rooms.takeEvents(at: now) {
            carryOut(actions, in: room, at: now)
        }
    }

    private func refuse(_ member: MemberID, _ refusal: RoomRefusal) {
        var isOut = false
        if case .otherMedia = refusal { isOut = true }
        send(to: [member]) { session in
            if isOut { session.room = nil }
            _ = session.refuse(SessionError(refusal))
        }
        if isOut { clients.rooms.forget(member) }
    }

    private func tell(_ members: [MemberID], of room: String) {
        for member in members {
            guard let message = clients.rooms.description(of: room, for: member) else { return }
            send(to: [member]) { $0.tell(message) }
        }
    }

    private func send(to members: [MemberID], _ message: (inout Session) -> Void) {
        for member in members {
            guard let socket = clients.rooms.socket(of: member) else { continue }
            _ = clients.apply(to: socket) { session in
                message(&session)
                return []
            }
            loop.wantsToWrite(socket)
        }
    }

    private func guide(
        _ follower: MemberID,
        to place: RoomPlace,
        by leader: MemberID,
        at now: ContinuousClock.Instant
    ) {
        guard let socket = clients.rooms.socket(of: follower) else { return }
        perform(on: socket) {
            $0.follow(
                to: place.frame,
                at: place.position,
                isPassing: place.isScrubbing,
                by: leader,
                now: now
            )
        }
    }
}

// MARK: - Conversions

extension RoomPlace {
    fileprivate init(_ place: (frame: Int?, position: Double, isScrubbing: Bool)) {
        self.init(
            frame: place.frame,
            position: place.position,
            isScrubbing: place.isScrubbing
        )
    }
}

extension RoomPlayback {
    fileprivate init(_ playing: Playing, at time: Double) {
        self.init(
            isPlaying: playing.state == .playing,
            rate: playing.rate,
            frame: playing.frame,
            time: time
        )
    }
}

extension CursorMessage {
    fileprivate init(_ member: MemberID, _ place: RoomPlace) {
        self.init(
            member: member,
            frame: place.frame,
            position: place.position,
            scrubbing: place.isScrubbing
        )
    }
}

extension TransportMessage {
    fileprivate init(_ playback: RoomPlayback, by leader: MemberID) {
        self.init(
            by: leader,
            state: playback.isPlaying ? .playing : .paused,
            rate: playback.rate,
            frame: playback.frame,
            at: playback.time
        )
    }
}

extension SessionError {
    /// What a client is told of a refusal.
    init(_ refusal: RoomRefusal) {
        switch refusal {
        case .otherMedia(let media):
            let stream = media.stream.map { ", stream \($0)" } ?? ""
            let text = "the room looks at \(media.id)\(stream); open that, or take another room"
            self.init(.wrongMedia, text, media: media.id)
        case .full:
            self.init(.tooMany, "the room has \(RoomState.limit) members, which is all it takes")
        case .tooManyRooms: self.init(.tooMany, "there are \(Rooms.limit) rooms; try again later")
        case .busy: self.init(.busy, "the leader's gesture is under way; try again after it")
        case .notLeading: self.init(.invalidMessage, "only the leader plays for others; lead first")
        }
    }
}
