import Media
import Wire

/// What a client finds again when it goes on over another socket.
struct ParkedSession {
    let scrub: ScrubSession
    let preview: PreviewRequest?
}

/// Sessions whose socket was lost, kept for a minute so that their clients can go on.
struct ParkedSessions {
    private var sessions: [String: (session: ParkedSession, until: ContinuousClock.Instant)] = [:]
    /// How long a session waits for its client (protocol, section 2, rule 8).
    private static let lifetime = Duration.seconds(60)
    /// More than this many are not kept: the oldest leave.
    private static let limit = 4096

    /// Keeps a session.
    mutating func park(
        _ session: ParkedSession,
        token: String,
        at now: ContinuousClock.Instant
    ) {
        if sessions.count >= Self.limit,
            let oldest = sessions.min(by: { $0.value.until < $1.value.until })
        {
            sessions[oldest.key] = nil
        }
        sessions[token] = (session, now + Self.lifetime)
    }

    /// Takes a session back, if it is there and of the same media.
    mutating func take(
        _ token: String,
        of media: MediaID,
        at now: ContinuousClock.Instant
    ) -> ParkedSession? {
        guard let (session, until) = sessions[token], until > now, session.scrub.clip.id == media
        else { return nil }
        sessions[token] = nil
        return session
    }

    /// Forgets sessions that nobody came back for.
    mutating func expire(at now: ContinuousClock.Instant) {
        guard !sessions.isEmpty else { return }
        sessions = sessions.filter { $0.value.until > now }
    }
}
