package import Library
import Media
import ScrubModel
package import Timeline
import Wire

/// A session as it is at one moment, of which another thread stores what is to last.
package enum SessionSnapshot: Sendable {
    /// One of this server, which can be resumed until so many seconds since 1970.
    ///
    /// Indirect, as a session is large, and thousands of them are passed on.
    indirect case live(ParkedSession, token: String, on: ClipKey, until: UInt64)
    /// One of the server before.
    case stored(StoredSession)

    /// What is stored of it.
    package var stored: StoredSession {
        switch self {
        case .live(let session, let token, let key, let until):
            StoredSession(session, token: token, on: key, until: until)
        case .stored(let session): session
        }
    }
}

/// What of a session outlives the server: whose it is, where it was and how it was set, and the way
/// back.
///
/// The bytes come from a disk that others may write to, so every value is validated.
package struct StoredSession: Equatable, Sendable {
    /// What its client resumes it by.
    package let token: String
    /// Seconds since 1970 until which it can be resumed.
    package let until: UInt64
    /// Whether another server has left it, for which the same file may have another number.
    package var isFromElsewhere = false
    private let media: String
    private let stream: Int?
    private let file: FileIdentity.Trace
    /// What the positions are on.
    private let track: StoredTrack
    private let described: ConfigurationDescription
    private let place: Place
    private let history: [Place]
    /// The drag that ends with the socket.
    private let interrupted: InterruptedDrag?
    /// The number of the last message.
    private let taken: UInt32
    /// The room that it is in.
    private let room: RoomMembership?

    /// Takes what is to be kept of a session on a clip.
    package init(_ parked: ParkedSession, token: String, on key: ClipKey, until: UInt64) {
        let scrub = parked.scrub.rested
        (self.token, self.until) = (token, until)
        (media, stream, file) = (key.id.description, key.stream, key.identity.trace)
        track = StoredTrack(scrub.clip)
        described = ConfigurationDescription(
            scrub.scrubber.configuration,
            preview: parked.preview,
            sound: parked.sound
        )
        (place, history) = (scrub.place, scrub.history.all)
        (interrupted, taken) = (scrub.interrupted, scrub.taken)
        room = parked.room
    }

    /// Whether it is of this clip: of the same file, which may have grown since.
    package func isOn(_ key: ClipKey) -> Bool {
        guard media == key.id.description, stream == key.stream else { return false }
        let now = key.identity.trace
        let isAlike = isFromElsewhere && (file.size, file.stamp) == (now.size, now.stamp)
        return isAlike || key.identity.canFollow(file)
    }

    /// Whether its place can be told in what is known of a clip by now: its time is among the frames,
    /// or it was asked for while the end was unknown, and is looked for anew whenever more is.
    package func isCovered(by clip: Clip) -> Bool {
        !track.isEndKnown || clip.table.isComplete || clip.table.end.ticks >= track.span.upperBound
    }

    /// The session, on its clip as that is now.
    package func parked(on clip: Clip) -> ParkedSession {
        var scrub = ScrubSession(clip: clip)
        _ = scrub.scrubber.configure(described.configuration)
        scrub.go(to: place.moved(from: track, to: clip))
        for place in history { scrub.history.push(place.moved(from: track, to: clip)) }
        let drag = interrupted?.moved { $0.moved(from: track, to: clip) }
        scrub.restore(drag, taken: taken)
        let (preview, sound) = (described.preview, described.sound)
        return ParkedSession(scrub: scrub, preview: preview, sound: sound, room: room)
    }
}

// MARK: - On disk

extension StoredSession {
    private static let envelope = Envelope("VNSS", version: 4)
    /// More than a server has at once.
    private static let limit = 32_768

    /// The bytes to keep of sessions.
    package static func encode(_ sessions: [SessionSnapshot]) -> [UInt8] {
        encode(sessions.prefix(limit).map(\.stored))
    }

    static func encode(_ sessions: [StoredSession]) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(UInt64(min(sessions.count, limit)))
        for session in sessions.prefix(limit) { session.encode(into: &writer) }
        return envelope.seal(writer.bytes)
    }

    /// Reads sessions.
    package static func decode(_ bytes: [UInt8]) throws(StoredError) -> [StoredSession] {
        try envelope.check(bytes)
        var reader = ByteReader(bytes, from: Envelope.size)
        var sessions: [StoredSession] = []
        for _ in 0..<(try reader.integer(in: 0...limit)) {
            sessions.append(try StoredSession(from: &reader))
        }
        try reader.finish()
        return sessions
    }

    private func encode(into writer: inout ByteWriter) {
        writer.append(bytes: Array(token.utf8))
        writer.append(until)
        writer.append(bytes: Array(media.utf8))
        writer.append(UInt64((stream ?? -1) + 1))
        for number in [file.device, file.inode] { writer.append(number) }
        for number in [file.size, file.stamp, track.span.lowerBound, track.span.upperBound] {
            writer.append(signed: number)
        }
        writer.append(
            bytes: ServerMessage.configured(ConfiguredMessage(configuration: described)).json()
        )
        writer.append(track.isEndKnown ? 1 : 0)
        writer.append(UInt64(history.count))
        let snap = described.configuration.snap
        for place in [place] + history { place.encode(into: &writer, snap: snap) }
        writer.append(UInt64(taken))
        writer.append(interrupted == nil ? 0 : 1)
        interrupted?.encode(into: &writer, snap: snap)
        writer.append(room == nil ? 0 : 1)
        room?.encode(into: &writer)
    }

    private init(from reader: inout ByteReader) throws(StoredError) {
        token = String(decoding: try reader.run(), as: UTF8.self)
        until = try reader.number()
        media = String(decoding: try reader.run(), as: UTF8.self)
        let number = try reader.integer(in: 0...Int(Int32.max))
        stream = number > 0 ? number - 1 : nil
        let (device, inode) = (try reader.number(), try reader.number())
        let (size, stamp) = (try reader.signed(), try reader.signed())
        file = FileIdentity.Trace(device: device, inode: inode, size: size, stamp: stamp)
        let (first, end) = (try reader.signed(), try reader.signed())
        guard first <= end, !end.subtractingReportingOverflow(first).overflow else {
            throw .impossible
        }
        guard let message = try? ServerMessage(json: reader.run()),
            case .configured(let configured) = message,
            configured.configuration.configuration.isValid
        else { throw .impossible }
        described = configured.configuration
        track = StoredTrack(span: first...end, isEndKnown: try reader.integer(in: 0...1) == 1)
        let count = try reader.integer(in: 0...SeekHistory.limit)
        let snap = described.configuration.snap
        place = try Place(from: &reader, snap: snap)
        var history: [Place] = []
        for _ in 0..<count { history.append(try Place(from: &reader, snap: snap)) }
        self.history = history
        taken = UInt32(try reader.integer(in: 0...Int(UInt32.max)))
        let isInterrupted = try reader.integer(in: 0...1) == 1
        interrupted = isInterrupted ? try InterruptedDrag(from: &reader, snap: snap) : nil
        let isInRoom = try reader.integer(in: 0...1) == 1
        room = isInRoom ? try RoomMembership(from: &reader) : nil
    }
}
