package import Library
import Media
import ScrubModel
package import Timeline
import Wire

/// A session as it is at one moment, of which another thread stores what is to last.
package enum SessionSnapshot: Sendable {
    /// One of this server, which can be resumed until so many seconds since 1970.
    case live(ParkedSession, token: String, on: ClipKey, until: UInt64)
    /// One of the server before.
    case stored(StoredSession)

    /// What is stored of it.
    var stored: StoredSession {
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
    private let media: String
    private let stream: Int?
    private let file: FileIdentity.Trace
    /// The first frame's time and the end, in ticks, which the positions are between.
    private let span: ClosedRange<Int64>
    private let described: ConfigurationDescription
    private let position, raw: Double
    private let history: [Double]

    /// Takes what is to be kept of a session on a clip.
    package init(_ parked: ParkedSession, token: String, on key: ClipKey, until: UInt64) {
        let scrub = parked.scrub.rested
        (self.token, self.until) = (token, until)
        (media, stream, file) = (key.id.description, key.stream, key.identity.trace)
        span = scrub.clip.span
        described = ConfigurationDescription(
            scrub.scrubber.configuration,
            preview: parked.preview
        )
        (position, raw) = (scrub.scrubber.position, scrub.scrubber.raw)
        history = scrub.history.all
    }

    /// Whether it is of this clip: of the same file, which may have grown since.
    package func isOn(_ key: ClipKey) -> Bool {
        media == key.id.description && stream == key.stream && key.identity.canFollow(file)
    }

    /// Whether its place is among the frames that a clip knows by now.
    package func isCovered(by clip: Clip) -> Bool {
        clip.table.isComplete || clip.table.end.ticks >= span.upperBound
    }

    /// The session, on its clip as that is now.
    package func parked(on clip: Clip) -> ParkedSession {
        var scrub = ScrubSession(clip: clip)
        _ = scrub.scrubber.configure(described.configuration)
        scrub.go(to: place(at: position, raw: raw, on: clip))
        for position in history {
            scrub.history.push(place(at: position, raw: position, on: clip))
        }
        return ParkedSession(scrub: scrub, preview: described.preview)
    }

    /// The place at the same time, where the track has another end now.
    private func place(at position: Double, raw: Double, on clip: Clip) -> Place {
        guard clip.span != span else { return Place(at: position, raw: raw) }
        guard clip.length.isKnown else { return Place(.moment(time(at: position)), in: clip) }
        let track = clip.length.track
        return Place(
            at: track.position(of: time(at: position)),
            raw: track.position(of: time(at: raw))
        )
    }

    private func time(at position: Double) -> Timestamp {
        Track(first: Timestamp(span.lowerBound), end: Timestamp(span.upperBound)).time(at: position)
    }
}

extension Clip {
    fileprivate var span: ClosedRange<Int64> {
        length.track.first.ticks...length.track.end.ticks
    }
}

// MARK: - On disk

extension StoredSession {
    private static let envelope = Envelope("VNSS", version: 1)
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
        for number in [file.size, file.stamp, span.lowerBound, span.upperBound] {
            writer.append(signed: number)
        }
        writer.append(
            bytes: ServerMessage.configured(ConfiguredMessage(configuration: described)).json()
        )
        writer.append(UInt64(history.count))
        for place in [position, raw] + history { writer.append(place.bitPattern) }
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
        span = first...end
        guard let message = try? ServerMessage(json: reader.run()),
            case .configured(let configured) = message,
            configured.configuration.configuration.isValid
        else { throw .impossible }
        described = configured.configuration
        let count = try reader.integer(in: 0...History.limit)
        (position, raw) = (try reader.position(), try reader.position())
        var history: [Double] = []
        for _ in 0..<count { history.append(try reader.position()) }
        self.history = history
    }
}

extension ByteReader {
    /// Reads a position on the track.
    fileprivate mutating func position() throws(StoredError) -> Double {
        let position = Double(bitPattern: try number())
        guard (0...1).contains(position) else { throw .impossible }
        return position
    }
}
