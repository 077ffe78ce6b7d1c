package import Transport
package import Wire

// LoadTest: the clients of `vernier bench load`, all on one thread. `LoadPlan` says who sends when,
// `LoadCrowd` decides what is sent and counts what comes back, `CrowdLoop` moves the bytes.

/// Runs a load test: opens many WebSockets to a server, or to several, on one thread, and plays the load.
///
/// `vernier bench load` calls ``play(_:to:)``, which blocks. All decisions are made in
/// ``LoadCrowd``; this type moves bytes and keeps time.
package final class CrowdLoop {
    private let addresses: [ServerAddress]
    private var crowd: LoadCrowd
    private let links: [ClientLink]
    private var context: ServiceContext?
    private var alarm: LoopAlarm?
    private var sendQueue = SendBuffer()
    /// Number of links that have begun to connect.
    private var begun = 0
    private let made = ContinuousClock.now
    /// When the first message may be sent, once that is known.
    private var start: ContinuousClock.Instant?

    /// Links that connect at the same time: few enough for the server's listen backlog.
    private static let window = 64
    /// How long the server may take until all clients are connected.
    private static let timeout = Duration.seconds(60)
    /// The pause before the first message.
    private static let pause = Duration.milliseconds(500)

    private init(_ load: Load, to addresses: [ServerAddress]) {
        self.addresses = addresses
        crowd = LoadCrowd(load)
        links = (0..<crowd.count).map { ClientLink(number: $0) }
        for link in links { link.owner = self }
    }

    /// Opens a socket for each client, plays the load and returns the result.
    ///
    /// The load says by its number which of `urls`, such as `http://127.0.0.1:8080`, is a client's.
    ///
    /// Blocks until the load has ended.
    package static func play(
        _ load: Load,
        to urls: [String]
    ) throws(TransportError) -> LoadReport {
        precondition(urls.count == load.roles.servers, "an address for each server")
        var addresses: [ServerAddress] = []
        for url in urls { addresses.append(try ServerAddress(url)) }
        let loop = CrowdLoop(load, to: addresses)
        try loop.run()
        guard loop.crowd.hasConnected else {
            let reason = loop.crowd.firstError ?? "no answer"
            throw .cannotConnect(url: urls.joined(separator: ", "), reason: reason)
        }
        return loop.crowd.report
    }

    private func run() throws(TransportError) {
        TransportLog.leaveOutNotices()
        let context = try ServiceContext(clientsOf: self)
        self.context = context
        let alarm = LoopAlarm(on: context.loop) { [unowned self] in advance() }
        self.alarm = alarm
        // The libev backend wakes up for no timer of libwebsockets by itself.
        let ticker = LoopTimer(every: 0.1, on: context.loop) { [unowned self] in
            context.cancelWait()
            advance()
        }
        alarm.set(after: .zero)
        withExtendedLifetime(ticker) { context.run() }
        for link in links { link.owner = nil }
        self.alarm = nil
        context.destroy()
        self.context = nil
    }

    /// Connects and sends what is due, and sets the timer for what comes next.
    private func advance() {
        connectMore()
        guard let start = begin() else { return }
        let time = ContinuousClock.now - start
        for number in crowd.depart(by: time) { links[number].wantsToWrite() }
        if crowd.isOver(at: time) {
            context?.stop()
        } else if let next = crowd.nextSendTime {
            alarm?.set(after: next - (.now - start))
        }
    }

    private func connectMore() {
        guard let context, let pointer = context.pointer else { return }
        while begun < links.count, begun - crowd.settled < Self.window {
            let address = addresses[crowd.load.roles.server(of: begun)]
            begun += 1
            links[begun - 1].connect(to: address, in: pointer, context.vhost)
        }
    }

    /// Sets the start, soon after the last client is connected or the timeout is over.
    private func begin() -> ContinuousClock.Instant? {
        if let start { return start }
        guard crowd.settled == crowd.count || ContinuousClock.now - made >= Self.timeout else {
            return nil
        }
        crowd.refuseRest("no answer in \(Self.timeout)")
        start = ContinuousClock.now + Self.pause
        return start
    }
}

extension CrowdLoop: ClientLinkOwner {
    package func opened(_ link: ClientLink) {
        crowd.connected(link.number)
        notice(link)
    }

    package func failed(_ link: ClientLink, _ reason: String) {
        crowd.left(link.number, reason)
        alarm?.set(after: .zero)
    }

    package func received(_ message: SocketClient.Incoming, on link: ClientLink) {
        switch message {
        case .text(let text): crowd.receive(text, by: link.number, at: time)
        case .binary(let picture):
            crowd.receivePicture(picture, by: link.number)
            link.wantsToWrite()
        case .closed(let code, let reason):
            crowd.left(link.number, "closed with \(code) \(reason)")
        }
        if start == nil { notice(link) }
    }

    package func write(to link: ClientLink) -> Bool {
        guard let message = crowd.nextMessage(of: link.number, at: time) else { return true }
        guard link.send(message, through: &sendQueue) else { return false }
        if crowd.hasMore(link.number) { link.wantsToWrite() }
        return true
    }

    /// The time since the start of the load; zero before it.
    private var time: Duration { start.map { ContinuousClock.now - $0 } ?? .zero }

    /// Lets a link send its next message, and connects further links.
    private func notice(_ link: ClientLink) {
        if crowd.hasMore(link.number) { link.wantsToWrite() }
        alarm?.set(after: .zero)
    }
}
