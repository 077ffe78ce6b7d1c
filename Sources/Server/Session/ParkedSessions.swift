import Media

/// Sessions whose socket was lost, kept for a minute so that their clients can go on.
struct ParkedSessions {
    private var sessions: [String: (scrub: ScrubSession, until: ContinuousClock.Instant)] = [:]
    /// How long a session waits for its client (protocol, section 2, rule 8).
    private static let lifetime = Duration.seconds(60)
    /// More than this many are not kept: the oldest leave.
    private static let limit = 4096

    /// Keeps a session.
    mutating func park(_ scrub: ScrubSession, token: String, at now: ContinuousClock.Instant) {
        if sessions.count >= Self.limit,
            let oldest = sessions.min(by: { $0.value.until < $1.value.until })
        {
            sessions[oldest.key] = nil
        }
        sessions[token] = (scrub, now + Self.lifetime)
    }

    /// Takes a session back, if it is there and of the same media.
    mutating func take(
        _ token: String,
        of media: MediaID,
        at now: ContinuousClock.Instant
    ) -> ScrubSession? {
        guard let parked = sessions[token], parked.until > now, parked.scrub.clip.id == media else {
            return nil
        }
        sessions[token] = nil
        return parked.scrub
    }

    /// Forgets sessions that nobody came back for.
    mutating func expire(at now: ContinuousClock.Instant) {
        guard !sessions.isEmpty else { return }
        sessions = sessions.filter { $0.value.until > now }
    }
}
