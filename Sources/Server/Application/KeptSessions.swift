import Library
import Scrubbing
import Transport

/// Sessions that outlive the server.
extension Clients {
    /// Takes the sessions that were kept before the server was started.
    func restore(_ sessions: [StoredSession]) { parked.restore(sessions) }

    /// The sessions of all clients, those of open sockets included, if any has changed since; those
    /// of open sockets can be resumed for a minute after the next time that they are kept.
    func changedSessions(
        at moment: ContinuousClock.Instant,
        every interval: Duration
    )
        -> [StoredSession]?
    {
        let now = SessionKeeper.now
        parked.expireRestored(at: now)
        guard isChanged else { return nil }
        isChanged = false
        let until = now + UInt64((ParkedSessions.lifetime + interval).components.seconds)
        return open(until: until) + parked.stored(at: moment, now)
    }

    private func open(until: UInt64) -> [StoredSession] {
        all.compactMap { socket in
            guard let key = clip(of: socket), let token = read(socket, { $0.token }),
                let session = read(socket, { $0.parked }) ?? nil
            else { return nil }
            return StoredSession(session, token: token, on: key, until: until)
        }
    }
}
