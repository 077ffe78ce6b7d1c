import Basics
import Library
import ScrubModel
import Timeline
package import Wire

/// The room that a session is in, and as whom.
package struct RoomMembership: Equatable, Sendable {
    /// What the client asked for when it opened the media.
    package let entry: RoomEntry
    /// The member's id.
    package let id: String
    /// Whether it follows whoever leads, as it was told last.
    var follows = false

    /// Creates a membership.
    package init(_ entry: RoomEntry, as id: String) { (self.entry, self.id) = (entry, id) }

    /// The entry by which it comes back after it was away.
    package var again: RoomEntry {
        RoomEntry(room: entry.room, name: entry.name, follows: follows)
    }
}

/// What a client wants of its room.
package enum RoomRequest: Equatable, Sendable {
    /// To follow the leader, or no longer.
    case follow(Bool)
    /// To lead, or no longer.
    case lead(Bool)
    /// To play or to pause for those who follow.
    case play(Playing)
    /// To say that it is there.
    case sign
}

extension Session {
    /// The room that the client wants to enter, while the media is being opened.
    package var roomEntry: RoomEntry? {
        if case .opening(let open) = stage { open.room } else { nil }
    }

    /// Where the session stands, as others in its room are shown it.
    package var place: (frame: Int?, position: Double, isScrubbing: Bool)? {
        guard let scrub else { return nil }
        let frame = scrub.frame
        let isScrubbing = scrub.scrubber.phase == .scrubbing
        return (scrub.clip.isScanned(frame) ? frame : nil, scrub.scrubber.position, isScrubbing)
    }

    /// Asks the room for what a message wants.
    mutating func askRoom(_ message: ClientMessage) -> [Action] {
        if case .ping(let t) = message {
            return [.pong(t: t)] + (room == nil ? [] : [.room(.sign)])
        }
        guard room != nil else {
            let text = "this socket is in no room; name one in open"
            return refuse(SessionError(.invalidMessage, text, seq: message.seq))
        }
        switch message {
        case .follow(let on): return [.room(.follow(on))]
        case .lead(let on): return [.room(.lead(on))]
        case .transport(let playing): return play(playing)
        default: return []
        }
    }

    private mutating func play(_ playing: Playing) -> [Action] {
        guard let clip = scrub?.clip, clip.length.isKnown, playing.frame >= clip.table.count else {
            return [.room(.play(playing))]
        }
        let text = "frame: expected 0 to \(clip.table.count - 1), got \(playing.frame)"
        return refuse(SessionError(.invalidMessage, text, seq: playing.seq))
    }

    /// Ends the following of a client that moves its own playhead.
    func ownMove(_ message: ClientMessage) -> [Action] {
        guard room?.follows ?? false else { return [] }
        switch message {
        case .seek: return [.room(.follow(false))]
        case .begin(let begin):
            if case .confirm = begin.control { return [] }
            return [.room(.follow(false))]
        default: return []
        }
    }
}

// MARK: - What the client is told

extension Session {
    /// Tells who is in the room.
    package mutating func tell(_ message: RoomMessage) {
        room?.follows = message.members.first { $0.id == message.you }?.follows ?? false
        outgoing.keepCursors(of: message.members.map(\.id))
        outgoing.show(.room(message), of: .room)
    }

    /// Tells what the leader plays.
    package mutating func tell(_ message: TransportMessage) {
        outgoing.show(.transport(message), of: .transport)
    }

    /// Tells who has changed what is marked.
    package mutating func tell(_ message: MarkedMessage) {
        outgoing.show(.marked(message), of: .marked)
    }

    /// Tells where another member stands, with a message that was written once for all.
    package mutating func show(cursor text: [UInt8], of member: String) {
        outgoing.show(cursor: text, of: member)
    }

    /// Tells the server's clock.
    package mutating func tell(_ message: PongMessage) { outgoing.add(.pong(message)) }

    /// Goes where the leader is.
    ///
    /// - Parameters:
    ///   - frame: The leader's frame; `nil` where its number is not known.
    ///   - position: The leader's position.
    ///   - isPassing: Whether the leader's gesture is under way.
    ///   - leader: The leader's id.
    ///   - now: The time.
    /// - Returns: What is to be done.
    package mutating func follow(
        to frame: Int?,
        at position: Double,
        isPassing: Bool,
        by leader: String,
        now: ContinuousClock.Instant
    ) -> [Action] {
        guard case .open = stage else { return [] }
        scrub?.follow(to: frame.map { .frame($0) } ?? .position(position))
        guard var state = scrub?.state else { return [] }
        state.by = leader
        outgoing.show(state)
        return aim(isDue: !isPassing, at: now) + hear(isDue: !isPassing)
    }
}

// MARK: - In what is kept of a session

extension RoomMembership {
    /// Writes it as the `open` that asks for the room, which is validated as a client's is.
    func encode(into writer: inout ByteWriter) {
        writer.append(bytes: Array(id.utf8))
        writer.append(bytes: Open(media: entry.room, room: entry).json())
        writer.append(follows ? 1 : 0)
    }

    init(from reader: inout ByteReader) throws(StoredError) {
        let id = String(decoding: try reader.run(), as: UTF8.self)
        guard id.utf8.count == 16, id.utf8.allSatisfy(\.isHexDigit),
            case .open(let open)? = try? ClientMessage(json: reader.run()), let entry = open.room
        else { throw .impossible }
        self.init(entry, as: id)
        follows = try reader.integer(in: 0...1) == 1
    }
}
