import Basics

/// Messages that have been read in a turn that had no time for them.
///
/// A crowd that sends more than one turn handles would otherwise be kept from being read: two calls
/// of libwebsockets for each client and turn, which take as long as to serve some of them. What is
/// read and waits costs nothing. A client of which too much waits is read from again when all of it
/// has been handled.
extension ServiceLoop {
    /// Has a message handled at once, if the turn has time for it and nobody waits, or in a later one.
    func take(
        _ message: [UInt8],
        of socket: Connection.Socket,
        on connection: Connection,
        at now: ContinuousClock.Instant
    ) {
        if waiters.isEmpty, quota.admitsMessage(at: now) {
            handler?.received(.text(message), from: connection.socketID, at: now)
            return
        }
        if socket.waiting.isEmpty { waiters.append(connection.slot) }
        socket.waiting.append(message)
        let bytes = socket.waiting.reduce(0) { $0 + $1.count }
        guard bytes >= Self.mostBytes, !socket.isFull, let wsi = connection.wsi else { return }
        socket.isFull = true
        setReading(false, of: wsi, because: .tooMuchWaits)
    }

    /// Handles messages that have waited, of one client after the other, at the start of a turn.
    func handleWaitingMessages() {
        var next = 0
        while next < waiters.count, quota.admitsMessage(at: .now) {
            if let connection = connections[waiters[next]],
                case .socket(let socket) = connection.phase
            {
                handleWaitingMessages(of: socket, on: connection)
            }
            next += 1
        }
        waiters.removeFirst(next)
        // Nothing else may happen, and the loop would wait.
        if !waiters.isEmpty { context?.cancelWait() }
    }

    /// Handles all messages of a client that have waited: of moves, only the last has an answer then.
    func handleWaitingMessages(of socket: Connection.Socket, on connection: Connection) {
        let messages = socket.waiting
        socket.waiting = []
        // What is behind our close frame is discarded, as what is read after it.
        for message in messages where socket.pendingClose == nil {
            handler?.received(.text(message), from: connection.socketID, at: .now)
        }
        guard socket.isFull, let wsi = connection.wsi else { return }
        socket.isFull = false
        setReading(true, of: wsi, because: .tooMuchWaits)
    }

    /// As much as is read of a client at once.
    private static let mostBytes = 4096
}
