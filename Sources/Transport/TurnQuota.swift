import Basics
import CWebSockets

/// How many clients one turn of the loop handles; the rest follows in the next turns.
///
/// So many are served that have asked for something or have gone, so many have a message handled, and
/// so many are written to, fewer where that takes long. Messages are read for as long as there is
/// time, see `WaitingMessages.swift`. When there are more than one turn serves or reads from, a round
/// begins: whoever is served then waits until all others have been, and nobody new is accepted. So a
/// round ends, and no client, however busy, keeps another from its turn.
///
/// To have thousands wait takes as long as to serve some. So it is done to those that have sent
/// something in the last seconds; to all others only when some of them are served as well.
struct TurnQuota {
    /// One takes some 50 µs to be accepted, served and written to: all of them, a millisecond or two.
    static let clients = 24

    /// Those on top of them that had sent nothing for long, before all of these have to wait, too.
    private static let others = 4

    /// The number of the turn under way.
    private(set) var turn = 0
    /// The first turn of the round under way.
    private(set) var round: Int?
    /// When the turn's first client was served or written to after the wait.
    private var began: ContinuousClock.Instant?
    /// What those have taken who were served before it.
    private var spent = Duration.zero
    private var served = 0
    private var handled = 0
    private var isSpent = false
    private var isOverspent = false
    private var hasWritten = false
    private var written = 0

    /// A turn that has taken so long serves no other.
    static let time = Duration.milliseconds(2)
    // A `Duration` is of 128 bits, which take as long to divide as a short message to read.
    private static let (halfTime, twiceTime) = (time / 2, time * 2)

    /// Which connections are not read from in the rest of a turn, unless they have been.
    enum Others { case active, all }

    /// Counts a client that is served, or is only read from, and returns who has to wait from then on;
    /// `nil` for no change.
    mutating func serve(isRead: Bool = false, at now: ContinuousClock.Instant) -> Others? {
        served += isRead ? 0 : 1
        if !isSpent {
            isSpent = served >= Self.clients || isLate(by: Self.time, at: now)
            return isSpent ? .active : nil
        }
        guard !isOverspent else { return nil }
        isOverspent = served >= Self.clients + Self.others || isLate(by: Self.twiceTime, at: now)
        return isOverspent ? .all : nil
    }

    /// Whether a client's messages are handled in this turn, which counts it; one's are in any case.
    ///
    /// Reading and writing have half of the time.
    mutating func admitsMessage(at now: ContinuousClock.Instant) -> Bool {
        let isAdmitted = handled < Self.clients && !isLate(by: Self.halfTime, at: now)
        guard isAdmitted || handled == 0 else { return false }
        handled += 1
        return true
    }

    /// Whether a client is written to in this turn that can be; one is in any case.
    mutating func admitsWrite(at now: ContinuousClock.Instant) -> Bool {
        defer { hasWritten = true }
        return !isLate(by: Self.time, at: now) || !hasWritten
    }

    private mutating func isLate(by time: Duration, at now: ContinuousClock.Instant) -> Bool {
        let start = began ?? now - spent
        began = start
        return now - start >= time
    }

    /// Counts a client that is to be written to, and returns whether it is after the next wait.
    mutating func write() -> Bool {
        guard written < Self.clients else { return false }
        written += 1
        return true
    }

    /// Begins to count anew who is written to, as those can be who are counted by now; the wait takes
    /// none of the turn's time.
    mutating func wait(at now: @autoclosure () -> ContinuousClock.Instant) {
        spent = began.map { now() - $0 } ?? .zero
        (began, written) = (nil, 0)
    }

    /// Ends the turn, and the round with the first turn that has served all.
    mutating func endTurn() {
        round = isSpent ? round ?? turn : nil
        turn += 1
        (began, spent, served, handled) = (nil, .zero, 0, 0)
        (isSpent, isOverspent, hasWritten) = (false, false, false)
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
    /// Whether it is among those that have been served lately.
    var isActive = false
}

/// The connections that have been served lately, and those that wait for their turn.
struct ActiveConnections {
    private(set) var slots: [Slot] = []
    /// Whether all connections may be paused, and not these alone.
    var areAllPaused = false
    private var lastTurn = 0
    private var ticks = 0
    /// Ticks of 100 ms for which a connection counts as active, or twice as many.
    private static let memory = 50

    /// Adds a connection that is served.
    mutating func add(_ connection: Connection) {
        guard !connection.share.isActive else { return }
        connection.share.isActive = true
        slots.append(connection.slot)
    }

    /// Notes a tick, and at times leaves out those that have not been served for long.
    mutating func tick(in turn: Int, of connections: SlotTable<Connection>) {
        ticks += 1
        guard ticks.isMultiple(of: Self.memory) else { return }
        slots.removeAll { slot in
            guard let connection = connections[slot] else { return true }
            let share = connection.share
            connection.share.isActive = share.served >= lastTurn || share.isPaused
            return !connection.share.isActive
        }
        lastTurn = turn
    }
}

extension ServiceLoop {
    /// Counts an event of a client; after the last one of a turn no other is read from in it.
    func serve(_ connection: Connection, _ event: ServiceEvent, at now: ContinuousClock.Instant) {
        guard connection.share.served != quota.turn else { return }
        let isRead = if case .received = event { true } else { false }
        connection.share.served = quota.turn
        active.add(connection)
        guard let others = quota.serve(isRead: isRead, at: now) else { return }
        if others == .all { active.areAllPaused = true }
        for other in sharing where other.share.served != quota.turn { pause(other) }
    }

    /// The connections that take turns.
    private var sharing: [Connection] {
        active.areAllPaused ? connections.entries : active.slots.compactMap { connections[$0] }
    }

    /// Has a connection written to in the next turn, or later when many ask for it.
    func wantsToWrite(_ connection: Connection) {
        guard connection.wsi != nil, !connection.share.waitsToWrite,
            connection.share.asked != quota.turn
        else { return }
        // Those who wait already come first.
        if writers.isEmpty, quota.write() {
            askToWrite(connection)
        } else {
            connection.share.waitsToWrite = true
            writers.append(connection.slot)
        }
    }

    private func askToWrite(_ connection: Connection) {
        guard let wsi = connection.wsi else { return }
        connection.share.asked = quota.turn
        lws_callback_on_writable(wsi)
    }

    /// Ends a turn and begins the next, outside of any callback of libwebsockets', when the loop is about
    /// to wait.
    func endTurn(after time: Duration) {
        handler?.turned(in: time)
        let wasRound = quota.round != nil
        quota.endTurn()
        handleWaitingMessages()
        askNextWriters()
        if wasRound || quota.round != nil { shareNextTurn() }
        quota.wait(at: .now)
    }

    private func askNextWriters() {
        let next = writers.prefix { _ in quota.write() }
        writers.removeFirst(next.count)
        for connection in next.compactMap({ connections[$0] }) {
            connection.share.waitsToWrite = false
            askToWrite(connection)
        }
        // None of them may be writable, and the loop would wait.
        if !writers.isEmpty { context?.cancelWait() }
    }

    /// Reads from those who have not been served in this round, or from all when it is over.
    private func shareNextTurn() {
        let round = quota.round ?? .max
        for connection in sharing {
            if connection.share.served >= round { pause(connection) } else { resume(connection) }
        }
        guard quota.round == nil else {
            acceptor?.pause()
            return
        }
        active.areAllPaused = false
        acceptor?.resume()
    }

    private func pause(_ connection: Connection) {
        guard let wsi = connection.wsi, !connection.share.isPaused, !connection.isEnding else {
            return
        }
        connection.share.isPaused = true
        setReading(false, of: wsi, because: .othersFirst)
    }

    private func resume(_ connection: Connection) {
        guard let wsi = connection.wsi, connection.share.isPaused else { return }
        connection.share.isPaused = false
        setReading(true, of: wsi, because: .othersFirst)
    }

    /// Why nothing is read from a connection, each for itself; bit 0 is that of rate limits.
    enum Pause: CInt {
        case othersFirst = 0b10
        case tooMuchWaits = 0b100
    }

    /// Reads from a connection, or no more, as far as a reason goes.
    func setReading(_ isOn: Bool, of wsi: OpaquePointer, because reason: Pause) {
        let change = isOn ? LWS_RXFLOW_REASON_APPLIES_ENABLE : LWS_RXFLOW_REASON_APPLIES_DISABLE
        let flags = LWS_RXFLOW_REASON_FLAG_PROCESS_NOW
        lws_rx_flow_control(wsi, reason.rawValue | CInt(flags) | CInt(change))
    }
}
