import Dispatch

/// A socket to a server, for programs that do one thing at a time.
///
/// Any thread may call it; libwebsockets runs on a thread of the client's own until
/// ``close()``, or until nobody holds the client.
package final class SocketClient: Sendable {
    /// What a server sends.
    package enum Incoming: Equatable, Sendable {
        case text([UInt8])
        case binary([UInt8])
        /// The last thing that comes; a connection that breaks says 1006.
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

    /// The next message, or `nil` when none comes in time, or after ``Incoming/closed(code:reason:)``.
    package func receive(timeout: Duration) -> Incoming? {
        mailboxes.take(until: .now() + timeout.dispatch)
    }

    /// Says goodbye, once what was sent before has left.
    ///
    /// The server's goodbye still comes in.
    package func close() { mailboxes.close() }
}

extension Duration {
    fileprivate var dispatch: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        return .nanoseconds(Int(clamping: seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000))
    }
}
