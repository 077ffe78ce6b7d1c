import Cluster
import Library
import Scrubbing
import Timeline

/// The sessions that clients can resume: those whose socket was lost, and what of all is kept on
/// disk and given to other servers for when this one is gone.
///
/// Belongs to the loop's thread.
final class ResumableSessions {
    private var parked = ParkedSessions()
    /// Keeps sessions on disk; `nil` when they end with the server.
    private let keeper: SessionKeeper?
    private var nextKeeping = ContinuousClock.now
    /// How often sessions are kept while they change.
    static let keepingInterval = Duration.seconds(5)
    /// Whether sessions have changed since they were last kept on disk.
    private var isChanged = false
    /// Gives sessions to other servers; `nil` where this is the only one.
    private(set) var sharing: SessionSharing?

    /// Takes the sessions that were kept before the server was started; blocks.
    ///
    /// - Parameters:
    ///   - folder: Where sessions are kept; `nil` keeps none.
    ///   - place: Where the server listens, by which it finds its own again.
    ///   - log: Receives why sessions cannot be read or written, on any thread.
    init(_ folder: String?, place: String, log: @escaping @Sendable (String) -> Void) {
        keeper = folder.map { SessionKeeper(folder: $0, place: place, log: log) }
        parked.restore(keeper?.load() ?? [])
    }

    /// How many wait for their clients.
    var count: Int { parked.count }

    /// Shares sessions with other servers from now on.
    func share(by sharing: SessionSharing) { self.sharing = sharing }

    /// Notes that sessions have changed.
    func noteChange() { isChanged = true }

    /// Keeps the session of a socket that has closed.
    func park(
        _ session: ParkedSession,
        on clip: ClipKey,
        token: String,
        at now: ContinuousClock.Instant
    ) {
        isChanged = true
        parked.park(session, on: clip, token: token, at: now)
        let until = SessionKeeper.now + UInt64(ParkedSessions.lifetime.components.seconds)
        sharing?.give(.live(session, token: token, on: clip, until: until), of: token)
    }

    /// Whether the session that a client resumes waits for more frames of its clip to be known, or
    /// for another server.
    func awaits(_ token: String, on key: ClipKey, as clip: Clip) -> Bool {
        sharing?.awaits(token) ?? false || parked.awaitsMore(of: clip, token, on: key)
    }

    /// Whether this server has lost the socket of a session, and so knows it best.
    func holds(_ token: String) -> Bool { parked.holds(token) }

    /// Takes the session that a client resumes, if it is there.
    func take(
        _ token: String,
        on key: ClipKey,
        as clip: Clip,
        at now: ContinuousClock.Instant
    ) -> ParkedSession? {
        isChanged = true
        let session =
            parked.take(token, on: key, at: now)
            ?? parked.takeRestored(token, on: key, as: clip, SessionKeeper.now)
        if session != nil { sharing?.drop(token) }
        return session
    }

    /// Takes a session that another server has left.
    func adopt(_ bytes: [UInt8], of token: String) throws(StoredError) {
        var sessions = try StoredSession.decode(bytes)
        guard sessions.count == 1, sessions[0].token == token else { throw .impossible }
        sessions[0].isFromElsewhere = true
        parked.restore(sessions)
    }

    /// Drops a session that goes on elsewhere.
    func drop(_ token: String) {
        isChanged = true
        parked.drop(token)
        sharing?.drop(token)
    }

    /// Drops sessions that nobody has resumed in time.
    func expire(at now: ContinuousClock.Instant) { parked.expire(at: now) }
}

// MARK: - On disk

extension ResumableSessions {
    /// Has all sessions kept on disk from time to time, if any has changed: those that wait, and
    /// `live`, which can be resumed until the seconds since 1970 that they are made with.
    func keepIfDue(at now: ContinuousClock.Instant, _ live: (UInt64) -> [SessionSnapshot]) {
        if now >= nextKeeping { keep(at: now, live) }
    }

    /// Has all sessions kept on disk, and waits for it.
    func finish(_ live: (UInt64) -> [SessionSnapshot]) {
        keep(at: .now, live)
        keeper?.finish()
        sharing?.finish()
    }

    private func keep(at moment: ContinuousClock.Instant, _ live: (UInt64) -> [SessionSnapshot]) {
        nextKeeping = moment + Self.keepingInterval
        let now = SessionKeeper.now
        parked.expireRestored(at: now)
        guard let keeper, isChanged else { return }
        isChanged = false
        // Those of open sockets can be resumed for a minute after the next keeping.
        let time = ParkedSessions.lifetime + Self.keepingInterval
        let until = now + UInt64(time.components.seconds)
        keeper.keep(live(until) + parked.snapshots(at: moment, now))
    }
}
