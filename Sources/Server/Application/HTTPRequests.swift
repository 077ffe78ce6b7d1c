import Media
import Timeline
package import Transport
import Wire

/// HTTP requests: each is answered at once, or waits until its media is known well enough.
extension Application {
    package func received(_ request: Request, on exchange: ExchangeID) {
        metrics.requests += 1
        do throws(RequestError) {
            try answer(request, try Route(request), on: exchange)
        } catch {
            loop.respond(to: exchange, with: Response(error))
        }
    }

    package func abandoned(_ exchange: ExchangeID) {
        if let job = requests.removeValue(forKey: exchange)?.job { withdraw(job) }
    }

    private func answer(
        _ request: Request,
        _ route: Route,
        on exchange: ExchangeID
    ) throws(RequestError) {
        switch route {
        case .page(let name): loop.respond(to: exchange, with: try pageFile(name, request))
        case .api(let document):
            loop.respond(to: exchange, with: Response(PageFiles.File(document), request))
        case .mediaList: loop.respond(to: exchange, with: mediaList())
        case .health: loop.respond(to: exchange, with: Response(text: "ok\n"))
        case .readiness: loop.respond(to: exchange, with: readiness(at: .now).response)
        case .metrics: loop.respond(to: exchange, with: Response(text: currentMetrics.text))
        case .file(let id):
            let (key, entry) = try open(id, stream: nil)
            guard let file = openMedia.file(key) else { throw .unknownMedia }
            let redirect = accel.map { Response(entry, redirectedBy: $0) }
            loop.respond(to: exchange, with: redirect ?? Response(file, name: entry.name, request))
        case .invitation(let code):
            loop.respond(to: exchange, with: try logIn(code, request))
        case .exports:
            refreshExports()
            loop.respond(to: exchange, with: Response(json: exportsDocument.json()))
        case .export(let name): loop.respond(to: exchange, with: try export(name, request))
        case .media(let id), .index(let id, _), .target(let id, _), .frame(let id, _, _),
            .tiles(let id, _), .marks(let id, _), .newMarks(let id, _):
            let (key, _) = try open(id, stream: try Route.stream(in: request.query))
            requests[exchange] = PendingRequest(request: request, route: route, clip: key)
            advance(exchange)
        }
    }

    /// Answers a waiting request as soon as enough is known of its clip.
    func advance(_ exchange: ExchangeID) {
        guard let pending = requests[exchange], pending.job == nil, pending.tiles == nil else {
            return
        }
        do throws(RequestError) {
            switch openMedia.progress(of: pending.clip) {
            case .waiting: return
            case .scanning(let clip):
                guard clip.canAnswer(pending.route) else { return }
                try answer(pending, from: clip, on: exchange)
            case .complete(let clip): try answer(pending, from: clip, on: exchange)
            case .failed(let error): throw RequestError(error)
            case nil: throw RequestError.unknownMedia
            }
        } catch {
            reply(to: exchange, Response(error))
        }
    }

    private func answer(
        _ pending: PendingRequest,
        from clip: Clip,
        on exchange: ExchangeID
    ) throws(RequestError) {
        try pending.route.cost(for: clip).check()
        switch pending.route {
        case .media: reply(to: exchange, Response(json: MediaDescription(clip).json()))
        case .index(_, let format):
            guard let source = openMedia.source(pending.clip) else { throw .unknownMedia }
            let document = IndexDocument(clip.table)
            reply(to: exchange, Response(document, format, of: source, pending.request))
        case .target(_, let query):
            reply(to: exchange, Response(json: clip.target(try query.frame(for: clip)).json()))
        case .frame(_, let number, let format):
            try answerPicture(number, format, pending, of: clip, for: exchange)
        case .tiles(_, let tiles): try answer(tiles, pending, from: clip, on: exchange)
        case .marks(_, let file):
            reply(to: exchange, try marks(as: file, of: pending.clip, clip, pending.request))
        case .newMarks(_, let new):
            reply(to: exchange, try replaceMarks(of: pending.clip, clip, by: new))
        default: throw .notFound
        }
    }

    /// Answers a waiting request.
    func reply(to exchange: ExchangeID, _ response: Response) {
        requests[exchange] = nil
        loop.respond(to: exchange, with: response)
    }

    private func open(
        _ id: MediaID,
        stream: Int?
    ) throws(RequestError) -> (key: ClipKey, entry: MediaLibrary.Entry) {
        guard let entry = library.entry(id, at: .now) else { throw .unknownMedia }
        do throws(MediaError) {
            return (try open(entry, stream: stream), entry)
        } catch {
            throw RequestError(error)
        }
    }

    private func pageFile(_ name: String, _ request: Request) throws(RequestError) -> Response {
        guard let file = page[name] else { throw .notFound }
        return Response(file, request)
    }

    private func mediaList() -> Response {
        library.refresh(at: .now)
        let entries = library.listing.map {
            MediaList.Entry(id: $0.id.description, name: $0.name, bytes: $0.bytes)
        }
        return Response(json: MediaList(media: entries).json())
    }
}

extension Clip {
    /// Whether what a route asks for can be answered before the file is completely scanned.
    ///
    /// A picture may be cached for ever, so it waits until its frame is settled.
    fileprivate func canAnswer(_ route: Route) -> Bool {
        switch route {
        case .media: true
        case .frame(_, let number, _): number < table.settled
        case .target, .index: progress == 1
        default: false
        }
    }
}

extension TargetQuery {
    fileprivate func frame(for clip: Clip) throws(RequestError) -> Int {
        do throws(SessionError) {
            return try frame(in: clip)
        } catch {
            throw .badQuery(error.message)
        }
    }
}
