import Wire

/// The clients of a load test: takes what came in, and says what is to be sent.
///
/// Sans-I/O; times are counted from the start of the load. Belongs to the thread of ``CrowdLoop``.
struct LoadCrowd {
    enum Phase {
        case connecting, opening, ready, refused, lost
    }

    struct Client {
        var phase = Phase.connecting
        var hasOpenToSend = false
        var hasBeginToSend = false
        /// The `seq` of each picture that arrived and was not yet acknowledged with `painted`.
        var pictures: [UInt32] = []
        /// Messages that should have been sent by now.
        var due = 0
    }

    let load: Load
    /// The clients that drag, and after them those that stay idle.
    private(set) var clients: [Client]
    private(set) var tally: LoadTally
    /// The index in the plan of the next message.
    private var next = 0
    /// Clients that have been accepted or refused.
    private(set) var settled = 0
    /// Whether any client ever had a socket.
    private(set) var hasConnected = false
    /// The first thing that went wrong.
    private(set) var firstError: String?
    /// How long answers may take after the last message has been sent.
    private static let timeout = Duration.seconds(2)

    init(_ load: Load) {
        self.load = load
        clients = Array(repeating: Client(), count: load.plan.clients + load.idle)
        tally = LoadTally(load.plan)
    }

    var count: Int { clients.count }

    private func isDragging(_ client: Int) -> Bool { client < load.plan.clients }
}

// MARK: - Connections

extension LoadCrowd {
    /// Notes that a client's socket is open.
    mutating func connected(_ client: Int) {
        hasConnected = true
        if case .echo = load.peer { return settle(client, as: .ready) }
        clients[client].phase = .opening
        clients[client].hasOpenToSend = true
    }

    /// Notes that a client's socket has closed, or could not be opened.
    mutating func left(_ client: Int, _ reason: String) {
        switch clients[client].phase {
        case .connecting, .opening: refuse(client, reason)
        case .ready:
            clients[client].phase = .lost
            firstError = firstError ?? reason
        case .refused, .lost: return
        }
    }

    /// Counts the clients that are not accepted yet as refused.
    mutating func refuseRest(_ reason: String) {
        for client in clients.indices where !isSettled(client) { refuse(client, reason) }
    }

    private func isSettled(_ client: Int) -> Bool {
        switch clients[client].phase {
        case .connecting, .opening: false
        case .ready, .refused, .lost: true
        }
    }

    private mutating func refuse(_ client: Int, _ reason: String) {
        firstError = firstError ?? reason
        settle(client, as: .refused)
    }

    private mutating func settle(_ client: Int, as phase: Phase) {
        clients[client].phase = phase
        settled += 1
    }
}

// MARK: - Messages

extension LoadCrowd {
    /// Takes a message that a client received.
    mutating func receive(_ text: [UInt8], by client: Int, at time: Duration) {
        switch (clients[client].phase, load.peer) {
        case (.opening, _): receiveOpening(to: client, text)
        case (.ready, _) where !isDragging(client): return
        case (.ready, .echo): tally.answerNext(of: client, at: time)
        case (.ready, .vernier):
            guard let seq = StateMessage.seq(in: text) else { return }
            tally.answer(first: Int(seq), of: client, at: time)
        default: return
        }
    }

    /// Takes a picture that a client received.
    mutating func receivePicture(_ picture: [UInt8], by client: Int) {
        guard let header = try? PreviewHeader(bytes: picture) else { return }
        clients[client].pictures.append(header.seq)
    }

    private mutating func receiveOpening(to client: Int, _ text: [UInt8]) {
        switch try? ServerMessage(json: text) {
        case .opened:
            settle(client, as: .ready)
            clients[client].hasBeginToSend = isDragging(client)
        case .error(let error): refuse(client, error.message)
        default: return
        }
    }

    /// Advances to a time, and returns the clients that have more to send.
    mutating func depart(by time: Duration) -> [Int] {
        var senders: [Int] = []
        while let dueMessage, dueMessage.time <= time {
            next += 1
            clients[dueMessage.client].due += 1
            if clients[dueMessage.client].phase == .ready { senders.append(dueMessage.client) }
        }
        return senders
    }

    /// When ``depart(by:)`` has something to do again.
    var nextSendTime: Duration? { dueMessage?.time }

    private var dueMessage: LoadPlan.DueMessage? {
        next < load.plan.count ? load.plan[next] : nil
    }

    /// Whether a client has anything to send.
    func hasMore(_ client: Int) -> Bool {
        let state = clients[client]
        return state.hasOpenToSend || state.hasBeginToSend || !state.pictures.isEmpty
            || (isDragging(client) && state.phase == .ready && tally.sent(by: client) < state.due)
    }

    /// Takes the next message of a client.
    mutating func nextMessage(of client: Int) -> [UInt8]? {
        guard hasMore(client) else { return nil }
        if case .vernier(let open, let begin) = load.peer {
            if clients[client].hasOpenToSend {
                clients[client].hasOpenToSend = false
                return open
            }
            if clients[client].hasBeginToSend {
                clients[client].hasBeginToSend = false
                return begin
            }
            if let seq = clients[client].pictures.popLast() {
                return PaintedMessage(seq: seq).json()
            }
        }
        defer { tally.send(by: client) }
        return load.moves[tally.sent(by: client)]
    }

    /// Whether the load has ended: every answer is there, or its time is over.
    func isOver(at time: Duration) -> Bool {
        if !clients.contains(where: { $0.phase == .ready }) { return true }
        guard time >= load.plan.end else { return false }
        return time >= load.plan.end + Self.timeout || !isAnyoneWaiting
    }

    private var isAnyoneWaiting: Bool {
        (0..<load.plan.clients).contains { client in
            clients[client].phase == .ready && (hasMore(client) || tally.isWaiting(client))
        }
    }
}

extension LoadCrowd {
    /// The result of the load.
    var report: LoadReport {
        let time = { tally.latencies.quantile($0).map(Double.milliseconds) }
        return LoadReport(
            clients: LoadReport.Clients(
                idle: load.idle,
                scrubbing: load.plan.clients,
                refused: clients.count { $0.phase == .refused },
                lost: clients.count { $0.phase == .lost }
            ),
            messages: LoadReport.Messages(
                sent: tally.sent,
                answered: tally.answered,
                superseded: tally.superseded,
                dropped: tally.dropped
            ),
            milliseconds: LoadReport.Times(
                p50: time(0.5),
                p99: time(0.99),
                p999: time(0.999),
                max: time(1)
            ),
            rate: load.plan.rate,
            seconds: load.plan.seconds,
            complaint: firstError
        )
    }
}

extension Double {
    fileprivate static func milliseconds(_ microseconds: Int) -> Double {
        Double(microseconds) / 1000
    }
}
