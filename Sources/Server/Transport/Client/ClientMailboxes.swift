import Dispatch
import Synchronization

/// What passes between a ``SocketClient`` and its thread.
final class ClientMailboxes: Sendable {
    private enum Phase {
        case connecting, open, closing, closed
    }

    private struct State {
        var phase = Phase.connecting
        var failure = ""
        var outgoing: [[UInt8]] = []
        var incoming: [SocketClient.Incoming] = []
    }

    /// Messages that may wait for a reader before the server has to.
    static let capacity = 64

    let waker = Waker()
    private let state = Mutex(State())
    private let opened = DispatchSemaphore(value: 0)
    private let arrived = DispatchSemaphore(value: 0)

    // MARK: For the client

    /// Waits for the connection and returns why there is none, or `nil`.
    func awaitOpening(until time: DispatchTime) -> String? {
        guard opened.wait(timeout: time) == .success else { return "no answer in time" }
        return state.withLock { $0.phase == .open ? nil : $0.failure }
    }

    func post(_ message: [UInt8]) -> Bool {
        let isPosted = state.withLock { state in
            if state.phase == .open { state.outgoing.append(message) }
            return state.phase == .open
        }
        waker.wake()
        return isPosted
    }

    func take(until time: DispatchTime) -> SocketClient.Incoming? {
        guard arrived.wait(timeout: time) == .success else { return nil }
        let (message, hasRoomAgain) = state.withLock { state in
            (state.incoming.removeFirst(), state.incoming.count == Self.capacity / 2)
        }
        if hasRoomAgain { waker.wake() }
        return message
    }

    func close() {
        state.withLock { $0.phase = $0.phase == .closed ? .closed : .closing }
        waker.wake()
    }

    // MARK: For the thread

    var isClosing: Bool { state.withLock { $0.phase == .closing } }

    var hasRoom: Bool { state.withLock { $0.incoming.count < Self.capacity } }

    func nextOutgoing() -> [UInt8]? {
        state.withLock { $0.outgoing.isEmpty ? nil : $0.outgoing.removeFirst() }
    }

    func connected() {
        state.withLock { $0.phase = $0.phase == .connecting ? .open : $0.phase }
        opened.signal()
    }

    func failed(_ reason: String) {
        state.withLock { state in
            state.failure = reason
            state.phase = .closed
        }
        opened.signal()
    }

    func arrived(_ message: SocketClient.Incoming) {
        state.withLock { state in
            state.incoming.append(message)
            if case .closed = message { state.phase = .closed }
        }
        arrived.signal()
    }
}
