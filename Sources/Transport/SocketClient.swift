import CWebSockets
import Dispatch
import Synchronization
import System

/// A blocking WebSocket client, for command-line programs such as `vernier replay`.
///
/// Any thread may call it; libwebsockets runs on a thread of the client's own until ``close()``, or
/// until the client is deallocated.
package final class SocketClient: Sendable {
    /// What a server sends.
    package enum Incoming: Equatable, Sendable {
        case text([UInt8])
        case binary([UInt8])
        /// The last message; the code is 1006 for a connection that breaks.
        case closed(code: UInt16, reason: String)
    }

    private let mailboxes = ClientMailboxes()

    /// Opens a socket to the server at `url`, such as `http://127.0.0.1:8080`.
    package init(
        connectingTo url: String,
        timeout: Duration = .seconds(5)
    ) throws(TransportError) {
        let address = try ServerAddress(url)
        let mailboxes = mailboxes
        WorkThread.start(named: "vernier-client") {
            ClientLoop(mailboxes).run(connectingTo: address)
        }
        if let reason = mailboxes.awaitOpening(until: .now() + timeout.dispatch) {
            mailboxes.close()
            throw .cannotConnect(url: url, reason: reason)
        }
    }

    deinit { close() }

    /// Sends one text message, after those before it.
    package func send(text: [UInt8]) throws(TransportError) {
        guard mailboxes.post(text) else { throw .closed }
    }

    /// The next message; `nil` when none comes in time, or after ``Incoming/closed(code:reason:)``.
    package func receive(timeout: Duration) -> Incoming? {
        mailboxes.take(until: .now() + timeout.dispatch)
    }

    /// Closes the socket, after everything that was sent before.
    ///
    /// The server's close frame is still received.
    package func close() { mailboxes.close() }
}

extension Duration {
    fileprivate var dispatch: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        return .nanoseconds(Int(clamping: seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000))
    }
}

/// The thread's side of a ``SocketClient``: one link on a context of its own.
///
/// The context polls: for one connection that is as good as libev, and it shares nothing
/// with a ``ServiceLoop`` in the same process.
final class ClientLoop: ClientLinkOwner {
    private let mailboxes: ClientMailboxes
    private let memory = ContextMemory(callback: clientCallback)
    private let link = ClientLink()
    private var sendQueue = SendBuffer()
    private var isDone = false

    init(_ mailboxes: ClientMailboxes) {
        self.mailboxes = mailboxes
        link.owner = self
    }

    /// Connects, and serves until the socket has closed.
    func run(connectingTo address: ServerAddress) {
        TransportLog.leaveOutNotices()
        var info = memory.clientInfo
        info.user = Unmanaged.passUnretained(self).toOpaque()
        guard let context = ContextMemory.makeContext(&info) else {
            return mailboxes.failed("libwebsockets does not start")
        }
        mailboxes.waker.attach(context)
        link.connect(to: address, in: context, nil)
        while !isDone, lws_service(context, 0) >= 0 {}
        mailboxes.waker.detach()
        lws_context_destroy(context)
    }

    /// Called after ``Waker/wake()``.
    func wake() {
        guard mailboxes.waker.takeWake() else { return }
        guard link.isOpen else {
            isDone = isDone || mailboxes.isClosing
            return
        }
        if mailboxes.hasSpace || mailboxes.isClosing { link.reads(true) }
        link.wantsToWrite()
    }

    func opened(_ link: ClientLink) { mailboxes.connected() }

    func failed(_ link: ClientLink, _ reason: String) {
        mailboxes.failed(reason)
        isDone = true
    }

    func received(_ message: SocketClient.Incoming, on link: ClientLink) {
        mailboxes.arrived(message)
        if case .closed = message {
            isDone = true
        } else if !mailboxes.hasSpace {
            link.reads(false)
        }
    }

    func write(to link: ClientLink) -> Bool {
        if let message = mailboxes.nextOutgoing() {
            guard link.send(message, through: &sendQueue) else { return false }
            link.wantsToWrite()
        } else if mailboxes.isClosing {
            link.sendClose()
            return false
        }
        return true
    }
}

/// The messages and the state that a ``SocketClient`` and its thread share.
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

    /// Messages that may wait for the reader; beyond that the socket is not read.
    static let capacity = 64

    let waker = Waker()
    private let state = Mutex(State())
    private let opened = DispatchSemaphore(value: 0)
    private let arrived = DispatchSemaphore(value: 0)

    // MARK: Called by the client

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
        let (message, hasSpaceAgain) = state.withLock { state in
            (state.incoming.removeFirst(), state.incoming.count == Self.capacity / 2)
        }
        if hasSpaceAgain { waker.wake() }
        return message
    }

    func close() {
        state.withLock { $0.phase = $0.phase == .closed ? .closed : .closing }
        waker.wake()
    }

    // MARK: Called by the thread

    var isClosing: Bool { state.withLock { $0.phase == .closing } }

    var hasSpace: Bool { state.withLock { $0.incoming.count < Self.capacity } }

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
