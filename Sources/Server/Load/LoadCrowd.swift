import Wire

/// The clients of a load, told what came in and asked what goes out.
///
/// Knows nothing of sockets or of the time of day; its times are since the load began.
struct LoadCrowd {
    enum Phase {
        case connecting, opening, ready, refused, lost
    }

    struct Client {
        var phase = Phase.connecting
        var saysOpen = false
        var saysBegin = false
        /// The numbers of pictures that came and that it has not said to be painted.
        var pictures: [UInt32] = []
        /// Messages that should have left by now.
        var due = 0
    }

    let load: Load
    /// The hands, and behind them those that stay silent.
    private(set) var clients: [Client]
    private(set) var tally: LoadTally
    /// The place in the plan of the next message.
    private var next = 0
    /// Clients of which is known whether they may stay.
    private(set) var settled = 0
    /// Whether any client ever had a socket.
    private(set) var hasConnected = false
    /// The first thing that went wrong.
    private(set) var complaint: String?
    /// How long answers may take once the last message has left.
    private static let patience = Duration.seconds(2)

    init(_ load: Load) {
        self.load = load
        clients = Array(repeating: Client(), count: load.plan.hands + load.idle)
        tally = LoadTally(load.plan)
    }

    var count: Int { clients.count }

    private func isHand(_ client: Int) -> Bool { client < load.plan.hands }
}

// MARK: - Coming and going

extension LoadCrowd {
    /// Hears that a client has its socket.
    mutating func connected(_ client: Int) {
        hasConnected = true
        if case .echo = load.peer { return settle(client, as: .ready) }
        clients[client].phase = .opening
        clients[client].saysOpen = true
    }

    /// Hears that a client has no socket any more, or never had one.
    mutating func left(_ client: Int, _ reason: String) {
        switch clients[client].phase {
        case .connecting, .opening: refuse(client, reason)
        case .ready:
            clients[client].phase = .lost
            complaint = complaint ?? reason
        case .refused, .lost: return
        }
    }

    /// Waits no longer for those that are not there yet.
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
        complaint = complaint ?? reason
        settle(client, as: .refused)
    }

    private mutating func settle(_ client: Int, as phase: Phase) {
        clients[client].phase = phase
        settled += 1
    }
}

// MARK: - Messages

extension LoadCrowd {
    /// Hears what a client was sent.
    mutating func hear(_ text: [UInt8], by client: Int, at time: Duration) {
        switch (clients[client].phase, load.peer) {
        case (.opening, _): hearAnswer(to: client, text)
        case (.ready, _) where !isHand(client): return
        case (.ready, .echo): tally.answerNext(of: client, at: time)
        case (.ready, .vernier):
            guard let seq = StateMessage.seq(in: text) else { return }
            tally.answer(first: Int(seq), of: client, at: time)
        default: return
        }
    }

    /// Sees a picture that a client was sent.
    mutating func see(_ picture: [UInt8], by client: Int) {
        guard let header = try? PreviewHeader(bytes: picture) else { return }
        clients[client].pictures.append(header.seq)
    }

    private mutating func hearAnswer(to client: Int, _ text: [UInt8]) {
        switch try? ServerMessage(json: text) {
        case .opened:
            settle(client, as: .ready)
            clients[client].saysBegin = isHand(client)
        case .error(let error): refuse(client, error.message)
        default: return
        }
    }

    /// Moves on to a moment, and returns the hands that have more to send.
    mutating func depart(by time: Duration) -> [Int] {
        var hands: [Int] = []
        while let departure, departure.time <= time {
            next += 1
            clients[departure.hand].due += 1
            if clients[departure.hand].phase == .ready { hands.append(departure.hand) }
        }
        return hands
    }

    /// When ``depart(by:)`` has something to do again.
    var nextDeparture: Duration? { departure?.time }

    private var departure: LoadPlan.Departure? {
        next < load.plan.count ? load.plan[next] : nil
    }

    /// Whether a client has anything to send.
    func hasMore(_ client: Int) -> Bool {
        let state = clients[client]
        return state.saysOpen || state.saysBegin || !state.pictures.isEmpty
            || (isHand(client) && state.phase == .ready && tally.sent(by: client) < state.due)
    }

    /// Takes the next message of a client.
    mutating func nextMessage(of client: Int) -> [UInt8]? {
        guard hasMore(client) else { return nil }
        if case .vernier(let open, let begin) = load.peer {
            if clients[client].saysOpen {
                clients[client].saysOpen = false
                return open
            }
            if clients[client].saysBegin {
                clients[client].saysBegin = false
                return begin
            }
            if let seq = clients[client].pictures.popLast() { return Painted(seq: seq).json() }
        }
        defer { tally.send(by: client) }
        return load.moves[tally.sent(by: client)]
    }

    /// Whether nothing more is to be expected.
    func isOver(at time: Duration) -> Bool {
        if !clients.contains(where: { $0.phase == .ready }) { return true }
        guard time >= load.plan.end else { return false }
        return time >= load.plan.end + Self.patience || !waitsForAnyone
    }

    private var waitsForAnyone: Bool {
        (0..<load.plan.hands).contains { hand in
            clients[hand].phase == .ready && (hasMore(hand) || tally.isWaiting(hand))
        }
    }
}
