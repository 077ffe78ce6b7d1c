package import Rooms

/// The rooms that members on several servers are in together.
///
/// Every server keeps a ``RoomState`` of each room that a client of its own is in, and tells the
/// others of its own members, each anew every few seconds, so that nobody has to be asked. Redis
/// decides who leads. Belongs to the loop's thread.
package final class RoomExchange {
    /// What has been heard.
    package enum Event: Equatable {
        /// From now on the room hears every server, which know who led in this epoch and before; what
        /// holds of it has been heard before.
        case live(room: String, epoch: Int)
        /// No room hears any other server from now on.
        case cut
        /// Something happened in a room, so long ago.
        case heard(room: String, RoomUpdate, age: Duration)
        /// A member's wish to lead came late: somebody else has been given the lead.
        case overtaken(room: String, MemberID)
        /// Redis knows less of the room than this server does; it has to be entered again.
        case forgotten(room: String)
        /// The room looks at another media.
        case otherMedia(room: String, RoomMedia)
    }

    /// What a server is entering a room with.
    package struct KnownState: Equatable, Sendable {
        let media: RoomMedia
        let leader: MemberID?
        let epoch: Int

        /// Describes what holds of a room on this server.
        package init(media: RoomMedia, leader: MemberID?, epoch: Int) {
            (self.media, self.leader, self.epoch) = (media, leader, epoch)
        }
    }

    private struct Room {
        let known: KnownState
        var isLive = false
        /// The newest entry that was read of each member.
        var newest: [MemberID: EntryID] = [:]
    }

    /// The number of this server among those that share a Redis, 1 to 65535.
    package let node: UInt16
    private let keys: RoomKeys
    private let link: RedisLink
    private var rooms: [String: Room] = [:]
    private var events: [Event] = []

    /// Commands under way above which what may be left out is left out.
    static let calmBacklog = 64

    init(node: UInt16, _ keys: RoomKeys, over link: RedisLink) {
        (self.node, self.keys, self.link) = (node, keys, link)
    }

    /// Everything that is done later, in a room that no client can name; each attempt has another,
    /// so that nothing is left out.
    static func permissionChecks(
        _ keys: RoomKeys,
        in trial: String,
        attempt: Int
    ) -> [[String]] {
        let (room, life) = ("\(trial).\(attempt)", Duration.seconds(1))
        return [
            RoomScript.enter.command(keys, room, life: life, "", "0", "", "1000"),
            RoomScript.append.command(keys, room, life: life, ""),
            RoomScript.claim.command(keys, room, life: life, "", "0", "0"),
            ["PUBLISH", keys.channel(room), ""],
        ]
    }

    /// Whether rooms can be entered.
    package var isConnected: Bool { link.isReady }

    /// Whether so little is under way that places may be told.
    package var isCalm: Bool { link.backlog < Self.calmBacklog }

    /// Whether a room hears every server.
    package func isLive(_ room: String) -> Bool { rooms[room]?.isLive ?? false }

    /// Takes what has been heard since the last time.
    package func takeEvents() -> [Event] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }
}

// MARK: - Telling

extension RoomExchange {
    /// Hears a room, and makes it known; ``Event/live(room:epoch:)`` says when it does.
    package func enter(_ room: String, _ known: KnownState) {
        guard link.isReady else { return }
        rooms[room] = Room(known: known)
        link.subscribe(keys.channel(room))
    }

    /// Hears a room no longer.
    package func leave(_ room: String) {
        if rooms.removeValue(forKey: room) != nil { link.unsubscribe(keys.channel(room)) }
    }

    /// Tells the other servers; what is not kept is not heard by those who come later.
    package func tell(_ update: RoomUpdate, in room: String, isKept: Bool) {
        let record = RoomRecord(update, from: Int(node)).text
        link.send(
            isKept
                ? RoomScript.append.command(keys, room, record)
                : ["PUBLISH", keys.channel(room), "- \(record)"]
        )
    }

    /// Tells what a leader plays, unless its epoch is over.
    package func tell(_ playback: RoomPlayback, by id: MemberID, epoch: Int, in room: String) {
        let record = RoomRecord(.playback(playback, by: id, epoch: epoch), from: Int(node)).text
        link.send(RoomScript.play.command(keys, room, "\(epoch)", record))
    }

    /// Asks that a member leads from now on, or no longer; all servers then hear who does.
    ///
    /// It leads only if `epoch`, in which the member has seen who leads, is not over.
    package func claim(_ room: String, _ id: MemberID, _ leads: Bool, after epoch: Int) {
        let command = RoomScript.claim.command(keys, room, id, leads ? "1" : "0", "\(epoch)")
        link.send(command) { [unowned self] reply in
            guard let answer = reply.elements, answer.count == 3,
                case .integer(let done) = answer[0],
                let now = answer[1].string.flatMap({ Int($0) }), let leader = answer[2].string
            else { return link.noteFailure() }
            if now < epoch { return events.append(.forgotten(room: room)) }
            hear(RoomRecord("L 0 \(now) \(leader)"), in: room)
            if leads, done == 0 { events.append(.overtaken(room: room, id)) }
        }
    }
}

// MARK: - Hearing

extension RoomExchange {
    /// Notes that nothing is heard any more.
    func end() {
        rooms = [:]
        events.append(.cut)
    }

    /// Takes a message, or that a room is heard from now on.
    func take(_ event: RedisLink.Event) {
        switch event {
        case .subscribed(let channel): keys.room(of: channel).map { ask(of: $0) }
        case .message(let channel, let bytes):
            guard let room = keys.room(of: channel), rooms[room] != nil else { return }
            hear(bytes, in: room)
        case .ready, .lost: return
        }
    }

    /// Asks for what holds of a room that is heard from now on.
    private func ask(of room: String) {
        guard let known = rooms[room]?.known else { return }
        let window = RoomScript.window.components.seconds * 1000
        let command = RoomScript.enter.command(
            keys,
            room,
            known.media.text,
            "\(known.epoch)",
            known.leader ?? "",
            "\(window)"
        )
        link.send(command) { [unowned self] in answered($0, in: room) }
    }

    private func answered(_ reply: RedisReply, in room: String) {
        guard let known = rooms[room]?.known else { return }
        guard let parts = reply.elements,
            let media = parts.first?.string.flatMap(RoomMedia.init(text:))
        else { return link.noteFailure() }
        guard parts.count == 6 else {
            leave(room)
            return events.append(.otherMedia(room: room, media))
        }
        guard let epoch = parts[1].string.flatMap({ Int($0) }),
            let now = parts[4].string.flatMap({ UInt64($0) }), let log = parts[5].elements
        else { return link.noteFailure() }
        for entry in log.reversed() { hear(entry, in: room, at: now) }
        hear(RoomRecord("L 0 \(epoch) \(parts[2].string ?? "")"), in: room)
        if let play = parts[3].string, !play.isEmpty { hear(RoomRecord(play), in: room) }
        rooms[room]?.isLive = true
        events.append(.live(room: room, epoch: max(epoch, known.epoch)))
    }

    /// Takes an entry of the log; who leads and what is played is known from elsewhere.
    private func hear(_ entry: RedisReply, in room: String, at now: UInt64) {
        guard let parts = entry.elements, parts.count == 2,
            let id = parts[0].string.flatMap({ EntryID($0) }), let fields = parts[1].elements,
            fields.count == 2, let text = fields[1].string, let record = RoomRecord(text)
        else { return link.noteFailure() }
        switch record.update {
        case .member, .gone:
            let age = Duration.milliseconds(min(max(now, id.time) - id.time, 1 << 40))
            hear(record, id, in: room, age: age)
        case .place, .leader, .playback, .marked: return
        }
    }

    /// Takes a message: an entry's id or a dash, and a record.
    private func hear(_ bytes: [UInt8], in room: String) {
        guard let text = String(validating: bytes, as: UTF8.self),
            let end = text.firstIndex(of: " "), let record = RoomRecord(text[end...].dropFirst())
        else { return link.noteFailure() }
        hear(record, EntryID(text[..<end]), in: room)
    }

    private func hear(
        _ record: RoomRecord?,
        _ id: EntryID? = nil,
        in room: String,
        age: Duration = .zero
    ) {
        guard let record else { return link.noteFailure() }
        // Its own members are known better here, and some of them have gone since.
        guard record.node != Int(node), isNew(record, id, in: room) else { return }
        events.append(.heard(room: room, record.update, age: age))
    }

    /// Whether an entry is newer than what was read of its member, as far as it is about one.
    private func isNew(_ record: RoomRecord, _ id: EntryID?, in room: String) -> Bool {
        let member: MemberID
        switch record.update {
        case .member(let profile): member = profile.id
        case .gone(let gone): member = gone
        case .place, .leader, .playback, .marked: return true
        }
        guard let id else { return false }
        if let known = rooms[room]?.newest[member], id <= known { return false }
        if rooms[room]?.newest.count ?? 0 >= 4096 { rooms[room]?.newest = [:] }
        rooms[room]?.newest[member] = id
        return true
    }
}

/// The place of an entry in a log: when it was added, and which of that millisecond it is.
struct EntryID: Comparable {
    let time, number: UInt64

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-").map { UInt64($0) }
        guard parts.count == 2, let time = parts[0], let number = parts[1] else { return nil }
        (self.time, self.number) = (time, number)
    }

    static func < (one: Self, other: Self) -> Bool {
        (one.time, one.number) < (other.time, other.number)
    }
}

extension RoomMedia {
    /// An id, and the number of a stream or a dash.
    var text: String { "\(id) \(stream.map(String.init) ?? "-")" }

    init?(text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, parts[0].utf8.count <= 128 else { return nil }
        let stream = Int(parts[1])
        guard stream != nil || parts[1] == "-" else { return nil }
        self.init(id: String(parts[0]), stream: stream)
    }
}
