import CWebSockets
package import Wire

/// Many links to one server, on one thread, over which a crowd plays its load.
///
/// Everything that is decided is decided in ``LoadCrowd``.
package final class CrowdLoop {
    private let address: ServerAddress
    private var crowd: LoadCrowd
    private let links: [ClientLink]
    private var context: ServiceContext?
    private var alarm: LoopAlarm?
    private var outbox = Outbox()
    /// Links that have begun to connect.
    private var begun = 0
    private let made = ContinuousClock.now
    /// When the first message may leave, once it is known.
    private var start: ContinuousClock.Instant?

    /// Links that connect at once: few enough that no queue in front of a server runs over.
    private static let window = 64
    /// How long the server may take until all are there.
    private static let patience = Duration.seconds(60)
    /// What the server is left alone for before the first message.
    private static let rest = Duration.milliseconds(500)

    private init(_ load: Load, to address: ServerAddress) {
        self.address = address
        crowd = LoadCrowd(load)
        links = (0..<crowd.count).map { ClientLink(number: $0) }
        for link in links { link.owner = self }
    }

    /// Opens a socket for each client at `url`, such as `http://127.0.0.1:8080`, sends what the load
    /// says, and tells what came back.
    ///
    /// Blocks until all is over.
    package static func play(
        _ load: Load,
        to url: String
    ) throws(TransportError) -> LoadReport {
        let loop = CrowdLoop(load, to: try ServerAddress(url))
        try loop.run()
        guard loop.crowd.hasConnected else {
            throw .cannotConnect(url: url, reason: loop.crowd.complaint ?? "no answer")
        }
        return loop.crowd.report
    }

    private func run() throws(TransportError) {
        TransportLog.leaveOutNotices()
        let context = try ServiceContext(target: self, callback: clientCallback)
        self.context = context
        let alarm = LoopAlarm(on: context.loop) { [unowned self] in turn() }
        self.alarm = alarm
        // The libev backend wakes up for no timer of libwebsockets by itself.
        let ticker = LoopTimer(every: 0.1, on: context.loop) { [unowned self] in
            if let pointer = context.pointer { lws_cancel_service(pointer) }
            turn()
        }
        alarm.set(after: .zero)
        withExtendedLifetime(ticker) { context.run() }
        for link in links { link.owner = nil }
        self.alarm = nil
        context.destroy()
        self.context = nil
    }

    /// Does what it is time for.
    private func turn() {
        connectMore()
        guard let start = begin() else { return }
        let time = ContinuousClock.now - start
        for number in crowd.depart(by: time) { links[number].wantsToWrite() }
        if crowd.isOver(at: time) {
            context?.stop()
        } else if let next = crowd.nextDeparture {
            alarm?.set(after: next - (.now - start))
        }
    }

    private func connectMore() {
        guard let context, let pointer = context.pointer else { return }
        while begun < links.count, begun - crowd.settled < Self.window {
            begun += 1
            links[begun - 1].connect(to: address, in: pointer, context.vhost)
        }
    }

    /// Begins soon after the last client is there, or is waited for no longer.
    private func begin() -> ContinuousClock.Instant? {
        if let start { return start }
        guard crowd.settled == crowd.count || ContinuousClock.now - made >= Self.patience else {
            return nil
        }
        crowd.refuseRest("no answer in \(Self.patience)")
        start = ContinuousClock.now + Self.rest
        return start
    }
}

extension CrowdLoop: ClientLinkOwner {
    func opened(_ link: ClientLink) {
        crowd.connected(link.number)
        notice(link)
    }

    func failed(_ link: ClientLink, _ reason: String) {
        crowd.left(link.number, reason)
        alarm?.set(after: .zero)
    }

    func received(_ message: SocketClient.Incoming, on link: ClientLink) {
        switch message {
        case .text(let text):
            crowd.hear(text, by: link.number, at: start.map { ContinuousClock.now - $0 } ?? .zero)
        case .binary(let picture):
            crowd.see(picture, by: link.number)
            link.wantsToWrite()
        case .closed(let code, let reason):
            crowd.left(link.number, "closed with \(code) \(reason)")
        }
        if start == nil { notice(link) }
    }

    func write(to link: ClientLink) -> Bool {
        guard let message = crowd.nextMessage(of: link.number) else { return true }
        guard link.send(message, through: &outbox) else { return false }
        if crowd.hasMore(link.number) { link.wantsToWrite() }
        return true
    }

    /// Goes on with a link that has come further, and with those that wait for it.
    private func notice(_ link: ClientLink) {
        if crowd.hasMore(link.number) { link.wantsToWrite() }
        alarm?.set(after: .zero)
    }
}
