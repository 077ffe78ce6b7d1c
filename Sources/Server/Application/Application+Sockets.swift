import Media
import Timeline
import Wire

extension Application {
    package func opened(_ socket: SocketID) {
        metrics.sockets += 1
        sockets[socket] = Client(Session(token: .unguessable()), number: metrics.sockets)
        log(.opened(session: metrics.sockets))
    }

    package func received(
        _ message: SocketInput,
        from socket: SocketID,
        at now: ContinuousClock.Instant
    ) {
        guard case .text(let text) = message, let client = sockets[socket] else { return }
        metrics.messages += 1
        client.tally.messages += 1
        recorder?.hear(text, from: socket)
        perform(on: socket, of: client) { $0.receive(text, at: now) }
        client.asked(at: now)
    }

    package func writable(_ socket: SocketID) {
        guard let client = sockets[socket], let item = client.session.next() else { return }
        switch item {
        case .text(let text):
            if let time = client.answered(at: .now) { metrics.answers.observe(time) }
            loop.send(text: text, to: socket)
        case .picture(let bytes):
            metrics.previews += 1
            client.tally.pictures += 1
            loop.send(binary: bytes, to: socket)
        }
        if client.wantsToWrite { loop.wantsToWrite(socket) }
    }

    package func closed(_ socket: SocketID, _ end: SocketEnd) {
        giveUpDecode(of: socket)
        if recorder?.close(socket) == true { stopper.stop() }
        guard let client = sockets.removeValue(forKey: socket) else { return }
        log(.closed(client.total, end))
        if let session = client.session.parked, let clip = client.clip {
            parked.park(session, on: clip, token: client.session.token, at: .now)
        }
    }

    /// Tells a session something and carries out what it decides.
    func perform(on socket: SocketID, _ event: (inout Session) -> [Session.Action]) {
        if let client = sockets[socket] { perform(on: socket, of: client, event) }
    }

    /// Tells the sessions that wait for it that time has passed.
    func tickSessions(at now: ContinuousClock.Instant) {
        // Those that still wait then come back by themselves.
        let due = waiting
        waiting = []
        for socket in due { perform(on: socket) { $0.tick(at: now) } }
    }

    private func perform(
        on socket: SocketID,
        of client: Client,
        _ event: (inout Session) -> [Session.Action]
    ) {
        for action in client.tell(event) { carryOut(action, for: socket) }
        if client.awaitsTime { waiting.insert(socket) }
        if client.wantsToWrite { loop.wantsToWrite(socket) }
    }

    private func carryOut(_ action: Session.Action, for socket: SocketID) {
        switch action {
        case .attach(let id, let stream): attach(socket, to: id, stream: stream)
        case .find(let wish): find(wish, for: socket)
        case .decode(let wish): decode(wish, for: socket)
        case .prepare(let wish): prepareAround(wish, for: socket)
        case .tellMarks: tellMarks(to: socket)
        case .mark(let change): mark(change, by: socket)
        case .export(let wish): export(wish, for: socket)
        case .carryOut(let deed): carryOut(deed, for: socket)
        case .close(let code, let reason): loop.close(socket, code: code, reason: reason)
        }
    }

    private func attach(_ socket: SocketID, to id: MediaID, stream: Int?) {
        sockets[socket]?.clip = nil
        guard let entry = library.entry(id, at: .now) else {
            return perform(on: socket) {
                $0.fail(
                    .unknownMedia,
                    "no media has this id; GET /api/v1/media lists those there are"
                )
            }
        }
        do throws(MediaError) {
            let key = try place(entry, stream: stream)
            sockets[socket]?.clip = key
            announce(key, to: socket)
        } catch {
            perform(on: socket) { $0.fail(.indexFailed, "\(error)") }
        }
    }

    /// Shows a session what is known of its clip.
    func announce(_ key: ClipKey, to socket: SocketID) {
        switch shelf.progress(of: key) {
        case .scanning(let clip), .complete(let clip):
            let token = sockets[socket]?.session.resumeToken
            let resumed = token.flatMap { takeBack($0, on: key) }
            perform(on: socket) { $0.show(clip, resuming: resumed) }
        case .failed(let error):
            sockets[socket]?.clip = nil
            perform(on: socket) { $0.fail(ErrorCode(error), "\(error)") }
        case .waiting, nil: return
        }
    }

    /// The session that a client goes on with, even if its old socket still looks open: a client
    /// that changes its network comes back long before the server notices.
    private func takeBack(_ token: String, on key: ClipKey) -> ParkedSession? {
        let old = sockets.first { _, client in
            client.clip == key && client.session.token == token && client.session.scrub != nil
        }
        if let socket = old?.key {
            let reason = "resumed elsewhere"
            loop.close(socket, code: .policyViolation, reason: reason)
            closed(socket, .sentAway(.policyViolation, reason: reason))
        }
        return parked.take(token, on: key, at: .now)
    }

    private func find(_ wish: PreviewFlow.Wish, for socket: SocketID) {
        guard let order = order(for: wish, by: socket) else { return }
        sockets[socket]?.order?.hand.move(to: wish.frame)
        sockets[socket]?.preparations.follow(order)
        if wish.goesBack { prepare(for: socket) { $0.goBack(from: order, for: socket) } }
        let inSight = sockets[socket]?.session.flow.newestFrame
        let frame = cache.nearest(to: order, from: inSight)
        perform(on: socket) { $0.found(frame, at: .now) }
    }

    private func decode(_ wish: PreviewFlow.Wish, for socket: SocketID) {
        guard let order = order(for: wish, by: socket) else { return }
        sockets[socket]?.order = order
        post(order)
    }

    private func prepareAround(_ wish: PreviewFlow.Wish, for socket: SocketID) {
        guard let order = order(for: wish, by: socket) else { return }
        prepare(for: socket) { $0.rest(at: order, for: socket) }
    }

    private func prepare(
        for socket: SocketID,
        _ orders: (inout Preparations) -> [PictureOrder]
    ) {
        guard let client = sockets[socket] else { return }
        for order in orders(&client.preparations) { post(order) }
    }

    private func order(for wish: PreviewFlow.Wish, by socket: SocketID) -> PictureOrder? {
        guard let client = sockets[socket], let key = client.clip, let source = shelf.source(key)
        else { return nil }
        let group = source.index.table.group(of: wish.frame)
        let keepsAll = client.session.flow.isSlow && Preparations.isWorthIt(group)
        let wayBack: WayPictures = keepsAll ? .all : .last
        return PictureOrder(
            wish.frame,
            of: source,
            PreviewFormat(width: wish.format.width, quality: wish.format.quality),
            wish.goesBack ? wayBack : .some(client.session.flow.passed),
            for: .socket(socket),
            stride: client.session.flow.stride
        )
    }

    private func giveUpDecode(of socket: SocketID) {
        sockets[socket]?.preparations.giveUp()
        guard let client = sockets[socket], let order = client.order else { return }
        withdraw(order)
        client.order = nil
    }
}

extension ErrorCode {
    /// What a media that cannot be opened is refused with.
    fileprivate init(_ error: MediaError) {
        if case .noSuchStream = error { self = .unknownMedia } else { self = .indexFailed }
    }
}
