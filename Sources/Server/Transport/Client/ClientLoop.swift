import CWebSockets

/// The thread's side of a ``SocketClient``: one link on a context of its own.
///
/// The context polls: for one connection that is as good as libev, and it shares nothing
/// with a ``ServiceLoop`` in the same process.
final class ClientLoop: ClientLinkOwner {
    private let mailboxes: ClientMailboxes
    private let memory = ContextMemory(callback: clientCallback)
    private let link = ClientLink()
    private var outbox = Outbox()
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

    /// Somebody called the waker.
    func wake() {
        guard mailboxes.waker.takeWake() else { return }
        guard link.isOpen else {
            isDone = isDone || mailboxes.isClosing
            return
        }
        if mailboxes.hasRoom || mailboxes.isClosing { link.reads(true) }
        link.wantsToWrite()
    }

    func opened(_ link: ClientLink) { mailboxes.connected() }

    func failed(_ link: ClientLink, _ reason: String) {
        mailboxes.failed(reason)
        isDone = true
    }

    func received(_ message: SocketClient.Incoming, on link: ClientLink) {
        mailboxes.arrived(message)
        if case .closed = message { isDone = true } else if !mailboxes.hasRoom { link.reads(false) }
    }

    func write(to link: ClientLink) -> Bool {
        if let message = mailboxes.nextOutgoing() {
            guard link.send(message, through: &outbox) else { return false }
            link.wantsToWrite()
        } else if mailboxes.isClosing {
            link.sayGoodbye()
            return false
        }
        return true
    }
}
