package import Library
import Media
import Wire

/// What is kept of a session for a client that resumes it over another socket.
package struct ParkedSession: Sendable {
    let scrub: ScrubSession
    let preview: PreviewRequest?
    /// The sound that its client wanted; `nil` where it has never said.
    var sound: SoundSettings?
    /// The room that it was in.
    package var room: RoomMembership?
}

/// Sessions whose socket was lost, kept for a minute so that their clients can resume them.
package struct ParkedSessions {
    private struct Entry {
        let session: ParkedSession
        /// The file that it is on; a position means nothing in a file that has replaced it.
        let clip: ClipKey
        let until: ContinuousClock.Instant
    }

    private var entries: [String: Entry] = [:]
    /// Sessions of the server as it was before it was started again, by token.
    private var restored: [String: StoredSession] = [:]
    /// How long a session is kept (protocol, section 2, rule 8).
    package static let lifetime = Duration.seconds(60)
    /// How many are kept at most; beyond that the oldest is dropped.
    package static let limit = 4096

    /// Keeps none yet.
    package init() {}

    /// How many are kept.
    package var count: Int { entries.count + restored.count }

    /// Takes sessions that outlived the server.
    package mutating func restore(_ sessions: [StoredSession]) {
        for session in sessions.prefix(Self.limit) { restored[session.token] = session }
    }

    /// The tokens of all that are kept.
    package var tokens: [String] { Array(entries.keys) + Array(restored.keys) }

    /// What outlives the server of a session, if it is kept now, `now` being seconds since 1970.
    package func snapshot(
        of token: String,
        at moment: ContinuousClock.Instant,
        _ now: UInt64
    ) -> SessionSnapshot? {
        guard let entry = entries[token] else { return restored[token].map { .stored($0) } }
        let left = max(0, (entry.until - moment).components.seconds)
        return .live(entry.session, token: token, on: entry.clip, until: now + UInt64(left))
    }

    /// Whether a session of the server before waits for more frames of its clip to be known.
    package func awaitsMore(of clip: Clip, _ token: String, on key: ClipKey) -> Bool {
        restored[token].map { $0.isOn(key) && !$0.isCovered(by: clip) } ?? false
    }

    /// Removes and returns a session of the server before, if it is there and on the same file.
    package mutating func takeRestored(
        _ token: String,
        on key: ClipKey,
        as clip: Clip,
        _ now: UInt64
    ) -> ParkedSession? {
        guard let session = restored[token], session.until > now, session.isOn(key) else {
            return nil
        }
        restored[token] = nil
        return session.parked(on: clip)
    }

    /// Whether a session is kept whose socket was lost here.
    package func holds(_ token: String) -> Bool { entries[token] != nil }

    /// Keeps a session no longer, as it goes on elsewhere.
    package mutating func drop(_ token: String) { (entries[token], restored[token]) = (nil, nil) }

    /// Keeps a session that is on `clip`.
    package mutating func park(
        _ session: ParkedSession,
        on clip: ClipKey,
        token: String,
        at now: ContinuousClock.Instant
    ) {
        if entries.count >= Self.limit,
            let oldest = entries.min(by: { $0.value.until < $1.value.until })
        {
            entries[oldest.key] = nil
        }
        entries[token] = Entry(session: session, clip: clip, until: now + Self.lifetime)
    }

    /// Removes and returns a session, if it is there and on the very same file.
    package mutating func take(
        _ token: String,
        on clip: ClipKey,
        at now: ContinuousClock.Instant
    ) -> ParkedSession? {
        guard let entry = entries[token], entry.until > now, entry.clip == clip else { return nil }
        entries[token] = nil
        return entry.session
    }

    /// Drops sessions whose time is over.
    package mutating func expire(at now: ContinuousClock.Instant) {
        // This is called ten times a second and rarely finds one.
        guard entries.values.contains(where: { $0.until <= now }) else { return }
        entries = entries.filter { $0.value.until > now }
    }

    /// Drops sessions of the server before whose time is over, in seconds since 1970.
    package mutating func expireRestored(at now: UInt64) {
        if !restored.isEmpty { restored = restored.filter { $0.value.until > now } }
    }
}
