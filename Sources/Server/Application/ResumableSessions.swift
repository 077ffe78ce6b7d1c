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
    /// Those that are being copied, to be kept on disk.
    private var gathering: SessionGathering?
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
        gathering?.drop(token)
        sharing?.drop(token)
    }

    /// Drops sessions that nobody has resumed in time.
    func expire(at now: ContinuousClock.Instant) { parked.expire(at: now) }
}

// MARK: - On disk

extension Clients {
    /// Has all sessions kept on disk from time to time, if any has changed.
    func keepIfDue(at now: ContinuousClock.Instant) {
        resumable.keepIfDue(at: now, holders.keys, snapshot)
    }

    /// Has all sessions kept on disk, and waits for it.
    func finish() { resumable.finish(holders.keys, snapshot) }
}

extension ResumableSessions {
    /// Has all sessions kept on disk from time to time, if any has changed: those that wait, and those
    /// of open sockets, with `tokens`, each of which `live` copies, to be resumed until so many
    /// seconds since 1970.
    func keepIfDue(
        at now: ContinuousClock.Instant,
        _ tokens: some Sequence<String>,
        _ live: (String, UInt64) -> SessionSnapshot?
    ) {
        if gathering == nil, now >= nextKeeping { beginGathering(at: now, tokens) }
        gather(SessionGathering.perTick, at: now, live)
    }

    /// Has all sessions kept on disk, and waits for it.
    func finish(_ tokens: some Sequence<String>, _ live: (String, UInt64) -> SessionSnapshot?) {
        beginGathering(at: .now, tokens)
        gather(.max, at: .now, live)
        keeper?.finish()
        sharing?.finish()
    }

    /// Begins, or begins anew where that is not over.
    private func beginGathering(at now: ContinuousClock.Instant, _ tokens: some Sequence<String>) {
        nextKeeping = now + Self.keepingInterval
        parked.expireRestored(at: SessionKeeper.now)
        guard keeper != nil, isChanged || gathering != nil else { return }
        isChanged = false
        gathering = SessionGathering(of: Array(tokens) + parked.tokens)
    }

    private func gather(
        _ count: Int,
        at moment: ContinuousClock.Instant,
        _ live: (String, UInt64) -> SessionSnapshot?
    ) {
        let now = SessionKeeper.now
        // Those of open sockets can be resumed for a minute after the next keeping has ended.
        let time = ParkedSessions.lifetime + Self.keepingInterval * 2
        let until = now + UInt64(time.components.seconds)
        gathering?.take(count) { token in
            parked.snapshot(of: token, at: moment, now) ?? live(token, until)
        }
        guard let all = gathering?.all else { return }
        gathering = nil
        keeper?.keep(all)
    }
}
