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
        var hasLeadToSend = false
        var hasBeginToSend = false
        /// The `seq` of each picture that arrived and was not yet acknowledged with `painted`.
        var pictures: [UInt32] = []
        /// Messages that should have been sent by now.
        var due = 0
    }

    let load: Load
    /// The clients, in the order of ``LoadRoles``.
    private(set) var clients: [Client]
    private(set) var tally: LoadTally
    private(set) var following: FollowerTally
    /// The index in the plan of the next message.
    private var next = 0
    /// Clients that have been accepted or refused.
    private(set) var settled = 0
    /// Whether any client ever had a socket.
    private(set) var hasConnected = false
    /// The first thing that went wrong.
    private(set) var firstError: String?
    /// When the last of the planned messages so far was sent, which is late on a busy machine.
    private var lastSent = Duration.zero
    /// How long answers may take after the last message has been sent.
    private static let timeout = Duration.seconds(2)

    init(_ load: Load) {
        self.load = load
        clients = Array(repeating: Client(), count: load.roles.count)
        tally = LoadTally(load.plan)
        following = FollowerTally(load.roles)
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
        case (.ready, .echo) where isDragging(client): tally.answerNext(of: client, at: time)
        case (.ready, .vernier) where load.roles[client] != .isSilent:
            if let state = StateGist(in: text) { receive(state, by: client, at: time) }
        default: return
        }
    }

    private mutating func receive(_ state: StateGist, by client: Int, at time: Duration) {
        if case .follows(let room, let number) = load.roles[client] {
            guard state.isLed, let frame = state.frame else { return }
            return following.lead(number, in: room, to: frame, at: time)
        }
        tally.answer(first: Int(state.seq), of: client, at: time)
        guard case .leads(let room) = load.roles[client], let frame = state.frame,
            state.seq > 0, state.seq <= tally.sent(by: client)
        else { return }
        let due = load.plan.time(of: Int(state.seq) - 1, by: client)
        following.show(frame, ofMoveDueAt: due, in: room)
    }

    /// Takes a picture that a client received.
    mutating func receivePicture(_ picture: [UInt8], by client: Int) {
        guard let header = try? PreviewHeader(bytes: picture) else { return }
        clients[client].pictures.append(header.seq)
    }

    private mutating func receiveOpening(to client: Int, _ text: [UInt8]) {
        switch try? ServerMessage(json: text) {
        case .opened:
            if case .leads = load.roles[client] { return }
            settle(client, as: .ready)
            clients[client].hasBeginToSend = isDragging(client)
        case .room(let room):
            guard case .leads = load.roles[client] else { return }
            // Of several servers, another may have changed the room meanwhile: then it asks again.
            guard room.leader == room.you else { return clients[client].hasLeadToSend = true }
            settle(client, as: .ready)
            clients[client].hasLeadToSend = false
            clients[client].hasBeginToSend = true
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
        return state.hasOpenToSend || state.hasLeadToSend || state.hasBeginToSend
            || !state.pictures.isEmpty
            || (isDragging(client) && state.phase == .ready && tally.sent(by: client) < state.due)
    }

    /// Takes the next message of a client.
    mutating func nextMessage(of client: Int, at time: Duration) -> [UInt8]? {
        guard hasMore(client) else { return nil }
        if let message = nextOpening(of: client) { return message }
        if let seq = clients[client].pictures.popLast() { return PaintedMessage(seq: seq).json() }
        defer { tally.send(by: client) }
        lastSent = time
        return load.moves[tally.sent(by: client)]
    }

    /// Takes the next message of those by which a client comes to its place.
    private mutating func nextOpening(of client: Int) -> [UInt8]? {
        guard case .vernier(let open, let begin) = load.peer else { return nil }
        if clients[client].hasOpenToSend {
            clients[client].hasOpenToSend = false
            return load.rooms?.open(as: load.roles[client]) ?? open
        }
        if clients[client].hasLeadToSend {
            clients[client].hasLeadToSend = false
            return LeadMessage(on: true).json()
        }
        guard clients[client].hasBeginToSend else { return nil }
        clients[client].hasBeginToSend = false
        if case .leads = load.roles[client] { return load.rooms?.begin }
        return begin
    }

    /// Whether the load has ended: every answer is there, or its time is over.
    func isOver(at time: Duration) -> Bool {
        if !clients.contains(where: { $0.phase == .ready }) { return true }
        guard time >= load.plan.end else { return false }
        return time >= max(load.plan.end, lastSent) + Self.timeout || !isAnyoneWaiting
    }

    private var isAnyoneWaiting: Bool {
        following.dropped > 0
            || (0..<load.plan.clients).contains { client in
                clients[client].phase == .ready && (hasMore(client) || tally.isWaiting(client))
            }
    }
}

extension Load.Rooms {
    /// How a client opens the media; `nil` for one that is in no room.
    fileprivate func open(as role: LoadRoles.Role) -> [UInt8]? {
        switch role {
        case .leads(let room): opens[room].leader
        case .follows(let room, _): opens[room].follower
        case .drags, .isSilent: nil
        }
    }
}
