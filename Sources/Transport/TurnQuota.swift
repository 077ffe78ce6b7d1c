import CWebSockets

/// How many clients one turn of the loop handles; the rest follows in the next turns.
///
/// So many are served that have sent something or have gone, and so many are written to. When more
/// have sent something than one turn serves, a round begins: whoever is served then waits until
/// all others have been, and nobody new is accepted. So a round ends, and no client, however busy,
/// keeps another from its turn.
struct TurnQuota {
    /// One takes some 20 to 50 µs, so all of them a few milliseconds.
    static let clients = 64

    /// The number of the turn under way.
    private(set) var turn = 0
    /// The first turn of the round under way.
    private(set) var round: Int?
    private var served = 0
    private var written = 0

    /// Counts a client that is served, and returns whether the turn serves no other.
    mutating func serve() -> Bool {
        served += 1
        return served == Self.clients
    }

    /// Counts a client that is to be written to, and returns whether it is in the next turn.
    mutating func write() -> Bool {
        guard written < Self.clients else { return false }
        written += 1
        return true
    }

    /// Ends the turn, and the round with the first turn that has served all.
    mutating func endTurn() {
        round = served >= Self.clients ? round ?? turn : nil
        turn += 1
        (served, written) = (0, 0)
    }
}

/// What a connection has had of the loop's turns.
struct TurnShare {
    /// The last turn in which it was served.
    var served = -1
    /// The turn in which it asked to be written to, unless it has been since.
    var asked = -1
    /// Whether it waits for a turn to be written to in.
    var waitsToWrite = false
    /// Whether nothing is read from it, because others come first.
    var isPaused = false
}

extension ServiceLoop {
    /// Counts an event of a client; after the last one of a turn no other is read from in it.
    func serve(_ connection: Connection) {
        guard connection.share.served != quota.turn else { return }
        connection.share.served = quota.turn
        guard quota.serve() else { return }
        for other in connections.entries where other.share.served != quota.turn { pause(other) }
    }

    /// Has a connection written to in the next turn, or later when many ask for it.
    func wantsToWrite(_ connection: Connection) {
        guard let wsi = connection.wsi, !connection.share.waitsToWrite,
            connection.share.asked != quota.turn
        else { return }
        if quota.write() {
            connection.share.asked = quota.turn
            lws_callback_on_writable(wsi)
        } else {
            connection.share.waitsToWrite = true
            writers.append(connection.slot)
        }
    }

    /// Ends a turn, outside of any callback of libwebsockets', when the loop is about to wait.
    func endTurn(after time: Duration) {
        handler?.turned(in: time)
        let wasRound = quota.round != nil
        quota.endTurn()
        if wasRound || quota.round != nil { shareNextTurn() }
        guard !writers.isEmpty else { return }
        let next = writers.prefix(TurnQuota.clients)
        writers.removeFirst(next.count)
        for connection in next.compactMap({ connections[$0] }) {
            connection.share.waitsToWrite = false
            wantsToWrite(connection)
        }
        // None of them may be writable, and the loop would wait.
        if !writers.isEmpty { waker.cancelWait() }
    }

    /// Reads from those who have not been served in this round, or from all when it is over.
    private func shareNextTurn() {
        let round = quota.round ?? .max
        for connection in connections.entries {
            if connection.share.served >= round { pause(connection) } else { resume(connection) }
        }
        if quota.round == nil { acceptor?.resume() } else { acceptor?.pause() }
    }

    private func pause(_ connection: Connection) {
        guard let wsi = connection.wsi, !connection.share.isPaused, !connection.isEnding else {
            return
        }
        connection.share.isPaused = true
        lws_rx_flow_control(wsi, Self.othersFirst | CInt(LWS_RXFLOW_REASON_APPLIES_DISABLE))
    }

    private func resume(_ connection: Connection) {
        guard let wsi = connection.wsi, connection.share.isPaused else { return }
        connection.share.isPaused = false
        lws_rx_flow_control(wsi, Self.othersFirst | CInt(LWS_RXFLOW_REASON_APPLIES_ENABLE))
    }

    /// A reason of its own not to read: bit 0 is that of limits.
    private static let othersFirst = 1 << 1 | CInt(LWS_RXFLOW_REASON_FLAG_PROCESS_NOW)
}
