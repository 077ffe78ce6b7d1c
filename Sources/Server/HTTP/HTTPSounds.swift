import Basics
import Library
import Media
import Pictures
import Scrubbing
import Sounds
import Timeline
import Transport
import Wire

/// The sound beside the frames: how loud it is, and its samples.
extension Application {
    /// Answers a request for sound, or has it wait until what it needs is known.
    func answer(
        _ sound: SoundRequest,
        _ request: Request,
        from clip: Clip,
        _ source: ClipSource,
        on exchange: ExchangeID
    ) throws(RequestError) {
        let tag = "\"\(source.tag)-\(sound.tag)\""
        if request.matches(tag) { return reply(to: exchange, Response(notModified: tag)) }
        guard let found = SoundSource(source, stream: sound.sound) else {
            throw .noSound("\(MediaError.noSound(file: clip.name))")
        }
        switch (requests.sounds.state(of: found), sound) {
        case (.failed(let error), _): throw .noSound("\(error)")
        case (.waiting(let overview?), .waveform(let query)) where query.isOfAll:
            let plan = WaveformQuery.Plan(overview)
            let (peaks, rate) = (overview.peaks, overview.clock.rate)
            let head = Response.overview(query.form)
            try write(head, .table, rows: plan.points.count, of: 16, for: exchange) {
                plan.waveform(of: peaks, rate: rate, bits: query.bits).bytes(as: query.form)
            }
        case (.waiting, .waveform): reply(to: exchange, .beingMade)
        case (.waiting, .samples): return
        case (.known(let track), .waveform(let query)):
            let plan = try query.plan(track, of: source.index.table)
            try RequestCost(rows: plan.stretches).check()
            let head = Response(track, type: query.form.contentType, tag: tag)
            let rows = plan.points.count * plan.planes.count
            try write(head, .table, rows: rows, of: 16, for: exchange) {
                plan.waveform(of: track.peaks, rate: track.clock.rate, bits: query.bits)
                    .bytes(as: query.form)
            }
        case (.known(let track), .samples(let query)):
            let orders = try query.orders(track, of: source.index.table)
            requests.change(exchange) { $0.awaitsSamples = true }
            requests.sounds.read(SoundRead(orders, of: found, track, for: .exchange(exchange)))
        }
    }

    /// Takes what a thread has done for sound.
    func receive(_ report: SoundReport) {
        switch report {
        case .heard(let key, let overview): requests.sounds.take(overview, of: key)
        case .surveyed(let key, let result):
            requests.sounds.take(result, of: key)
            operations.count { $0.note(result) }
            for exchange in requests.exchanges(on: key.clip) { advance(exchange) }
        case .read(let read, let result):
            operations.count { $0.note(result, after: .now - read.asked) }
            switch read.requester {
            case .exchange(let exchange): finish(exchange, read, with: result)
            case .socket(let socket):
                guard let target = clients.takeListening(of: socket) else { return }
                perform(on: socket) { $0.listened(try? result.get(), target) }
            }
        }
    }

    /// Gives up what is decoded of a sound that nobody waits for any more.
    func giveUpSurveys(at now: ContinuousClock.Instant) {
        let ended = requests.sounds.giveUp(at: now) { clip in
            !clients.sockets(on: clip).isEmpty || !requests.exchanges(on: clip).isEmpty
        }
        if ended > 0 { operations.count { $0.sounds.givenUp += ended } }
    }

    /// Has samples decoded for a session, as soon as all of the sound has been decoded once.
    func listen(to target: SoundTarget, for socket: SocketID) {
        let settings = target.settings
        let order = SoundOrder(target.samples, rate: settings.rate, channels: settings.channels)
        guard let order, let source = clients.clip(of: socket).flatMap({ library.source($0) }),
            let found = SoundSource(source),
            case .known(let track) = requests.sounds.state(of: found)
        else { return perform(on: socket) { $0.listened(nil, target) } }
        clients.listens(socket, to: target)
        requests.sounds.read(SoundRead([order], of: found, track, for: .socket(socket)))
    }

    /// Answers a request whose samples are decoded, or cannot be.
    private func finish(
        _ exchange: ExchangeID,
        _ read: SoundRead,
        with result: Result<[UInt8], MediaError>
    ) {
        guard let pending = requests[exchange], pending.awaitsSamples,
            case .sound(_, let sound) = pending.route, case .samples(let query) = sound,
            let source = pending.clip.flatMap({ library.source($0) })
        else { return }
        switch result {
        case .success(let samples):
            let tag = "\"\(source.tag)-\(sound.tag)\""
            var answer = Response(read.track, type: WaveFile.contentType, tag: tag)
            answer.body = .bytes(query.header(read.track, bytes: samples.count) + samples)
            reply(to: exchange, answer)
        case .failure(let error): reply(to: exchange, Response(.noSound("\(error)")))
        }
    }
}

extension Response {
    /// What a client is told that is to ask again: nothing is known yet.
    fileprivate static var beingMade: Response { toAskAgain(Waveform.Form.dat, []) }

    /// The head of an answer that says about how loud a sound is, until all of it is decoded.
    fileprivate static func overview(_ form: Waveform.Form) -> Response {
        toAskAgain(form, [("vernier-sound", "overview")])
    }

    private static func toAskAgain(
        _ form: Waveform.Form,
        _ headers: [(String, String)]
    ) -> Response {
        let kind = ("content-type", form.contentType)
        return Response(status: 202, headers: [kind, ("retry-after", "1"), unkept] + headers)
    }

    /// The head of an answer about a sound, which says how many of its packets are damaged.
    fileprivate init(_ track: SoundTrack, type: String, tag: String) {
        self.init(
            status: 200,
            headers: [("content-type", type), ("etag", tag), Self.revalidate]
        )
        let damaged = track.map.damaged
        if damaged > 0 { headers.append(("vernier-sound", "damaged=\(damaged)")) }
    }
}

extension Metrics {
    /// Counts a sound that was decoded as a whole, or could not be.
    fileprivate mutating func note(_ result: Result<SoundTrack, MediaError>) {
        switch result {
        case .success: sounds.surveyed += 1
        case .failure: sounds.failed += 1
        }
    }

    /// Counts samples that were read, or could not be, so long after they were asked for.
    fileprivate mutating func note(_ result: Result<[UInt8], MediaError>, after time: Duration) {
        sounds.read += 1
        if case .success = result { soundReads.observe(time) }
    }
}
