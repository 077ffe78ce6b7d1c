package import Library
import Media
import Wire

/// What is kept of a session for a client that resumes it over another socket.
package struct ParkedSession {
    let scrub: ScrubSession
    let preview: PreviewRequest?
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
    /// How long a session is kept (protocol, section 2, rule 8).
    private static let lifetime = Duration.seconds(60)
    /// How many are kept at most; beyond that the oldest is dropped.
    package static let limit = 4096

    /// Keeps none yet.
    package init() {}

    /// How many are kept.
    package var count: Int { entries.count }

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
}
