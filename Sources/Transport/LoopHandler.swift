package import Basics

/// What the application does with the events of a ``ServiceLoop``.
///
/// Transport speaks HTTP and WebSocket through libwebsockets and knows nothing of media. Its public
/// types are ``ServiceLoop``, ``ListenSettings``, ``LoopHandler``, ``Request``, ``Response``,
/// ``Waker`` and, for programs that connect to a server, ``SocketClient``.
///
/// All calls come on the thread that runs the loop. None of them may block.
package protocol LoopHandler: AnyObject {
    /// A request came in: answer now or later with ``ServiceLoop/respond(to:with:)``.
    func received(_ request: Request, on exchange: ExchangeID)

    /// The client disconnected before the answer, which is not needed any more.
    func abandoned(_ exchange: ExchangeID)

    /// A socket has opened.
    func opened(_ socket: SocketID)

    /// A whole message has come in.
    func received(_ message: SocketInput, from socket: SocketID, at now: ContinuousClock.Instant)

    /// The socket can send one message now: call a `send` of ``ServiceLoop`` at most once.
    func writable(_ socket: SocketID)

    /// The socket has closed; its identifier is not used again.
    func closed(_ socket: SocketID, _ end: SocketEnd)

    /// Another thread called ``Waker/wake()``, once or more often, since the last time.
    func woken()

    /// A tenth of a second has passed.
    func ticked(at now: ContinuousClock.Instant)

    /// The server stops, and takes no more clients: does what there is to do for those that it has,
    /// and returns whether there is more of it.
    ///
    /// Called with each tick until there is not, and for a time at most; then all are closed.
    func lettingGo(at now: ContinuousClock.Instant) -> Bool

    /// A turn of the loop has ended, which took so much of its thread's processor time.
    func turned(in time: Duration)
}

extension LoopHandler {
    package func lettingGo(at now: ContinuousClock.Instant) -> Bool { false }
}

/// A message from a client.
///
/// Clients send text only (protocol); the transport closes a socket that sends binary.
package enum SocketInput: Equatable, Sendable {
    /// Valid UTF-8, put together from its fragments.
    case text([UInt8])
}

/// How a socket ended.
package enum SocketEnd: Equatable, Sendable {
    /// The connection broke, or the client violated the WebSocket protocol.
    case lost
    /// The client sent a close frame.
    case closedByClient(CloseCode)
    /// The server has closed it.
    case closedByServer(CloseCode, reason: String)
}

/// The status code of a close frame (RFC 6455, section 7.4).
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let normal = CloseCode(rawValue: 1000)
    package static let goingAway = CloseCode(rawValue: 1001)
    /// Means a close frame without a code.
    package static let noStatus = CloseCode(rawValue: 1005)
    package static let unsupportedData = CloseCode(rawValue: 1003)
    package static let invalidText = CloseCode(rawValue: 1007)
    package static let policyViolation = CloseCode(rawValue: 1008)
    package static let messageTooBig = CloseCode(rawValue: 1009)
    package static let serviceRestart = CloseCode(rawValue: 1012)
    package static let tryAgainLater = CloseCode(rawValue: 1013)
}

/// A table whose entries are identified by values, so that other code needs no pointer.
struct SlotTable<Entry> {
    private struct Cell {
        var generation = 0
        var entry: Entry?
    }

    private var cells: [Cell] = []
    private var vacant: [Int] = []

    var count: Int { cells.count - vacant.count }

    var entries: [Entry] { cells.compactMap(\.entry) }

    /// The entry of `slot`, or `nil` once it is removed.
    subscript(slot: Slot) -> Entry? {
        guard cells.indices.contains(slot.index) else { return nil }
        let cell = cells[slot.index]
        return cell.generation == slot.generation ? cell.entry : nil
    }

    /// The entry at `index` now.
    subscript(index: Int) -> Entry? {
        cells.indices.contains(index) ? cells[index].entry : nil
    }

    mutating func insert(_ makeEntry: (Slot) -> Entry) -> Entry {
        let index = vacant.popLast() ?? cells.count
        if index == cells.count { cells.append(Cell()) }
        let entry = makeEntry(Slot(index: index, generation: cells[index].generation))
        cells[index].entry = entry
        return entry
    }

    mutating func remove(_ slot: Slot) {
        guard self[slot] != nil else { return }
        cells[slot.index] = Cell(generation: slot.generation + 1, entry: nil)
        vacant.append(slot.index)
    }
}
