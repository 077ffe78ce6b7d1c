import Media
import Wire

/// What a client finds again when it goes on over another socket.
struct ParkedSession {
    let scrub: ScrubSession
    let preview: PreviewRequest?
}

/// Sessions whose socket was lost, kept for a minute so that their clients can go on.
struct ParkedSessions {
    private struct Place {
        let session: ParkedSession
        /// The file that it is on: a place in it says nothing of one that has replaced it.
        let clip: ClipKey
        let until: ContinuousClock.Instant
    }

    private var places: [String: Place] = [:]
    /// How long a session waits for its client (protocol, section 2, rule 8).
    private static let lifetime = Duration.seconds(60)
    /// More than this many are not kept: the oldest leave.
    static let limit = 4096

    /// How many are kept.
    var count: Int { places.count }

    /// Keeps a session that is on `clip`.
    mutating func park(
        _ session: ParkedSession,
        on clip: ClipKey,
        token: String,
        at now: ContinuousClock.Instant
    ) {
        if places.count >= Self.limit,
            let oldest = places.min(by: { $0.value.until < $1.value.until })
        {
            places[oldest.key] = nil
        }
        places[token] = Place(session: session, clip: clip, until: now + Self.lifetime)
    }

    /// Takes a session back, if it is there and on the very same file.
    mutating func take(
        _ token: String,
        on clip: ClipKey,
        at now: ContinuousClock.Instant
    ) -> ParkedSession? {
        guard let place = places[token], place.until > now, place.clip == clip else { return nil }
        places[token] = nil
        return place.session
    }

    /// Forgets sessions that nobody came back for.
    mutating func expire(at now: ContinuousClock.Instant) {
        // Ten times a second nobody's time is over.
        guard places.values.contains(where: { $0.until <= now }) else { return }
        places = places.filter { $0.value.until > now }
    }
}
