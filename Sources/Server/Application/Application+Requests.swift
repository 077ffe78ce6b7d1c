import Media
import Timeline
import Wire

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
        if let order = requests.removeValue(forKey: exchange)?.order { withdraw(order) }
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
            guard let file = shelf.file(key) else { throw .unknownMedia }
            let handed = accel.map { Response(entry, handedTo: $0) }
            loop.respond(to: exchange, with: handed ?? Response(file, name: entry.name, request))
        case .invitation(let code):
            loop.respond(to: exchange, with: try welcome(code, request))
        case .exports:
            lookForExports()
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
        guard let pending = requests[exchange], pending.order == nil, pending.tiles == nil else {
            return
        }
        do throws(RequestError) {
            switch shelf.progress(of: pending.clip) {
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
        switch pending.route {
        case .media: reply(to: exchange, Response(json: MediaDescription(clip).json()))
        case .index(_, let format):
            guard let source = shelf.source(pending.clip) else { throw .unknownMedia }
            let document = IndexDocument(clip.table)
            reply(to: exchange, Response(document, format, of: source, pending.request))
        case .target(_, let query):
            reply(to: exchange, Response(json: clip.target(try query.frame(for: clip)).json()))
        case .frame(_, let number, let format):
            try orderPicture(number, format, pending, of: clip, for: exchange)
        case .tiles(_, let wish): try answer(wish, pending, from: clip, on: exchange)
        case .marks(_, let file):
            reply(to: exchange, try marks(as: file, of: pending.clip, clip, pending.request))
        case .newMarks(_, let new):
            reply(to: exchange, try replaceMarks(of: pending.clip, clip, by: new))
        default: throw .notFound
        }
    }

    /// Refuses a media that has no pictures.
    func checkPictures(of clip: Clip) throws(RequestError) {
        guard !clip.info.hasPictures else { return }
        throw .undecodable("\(MediaError.noPictures(file: clip.name))")
    }

    private func orderPicture(
        _ number: Int,
        _ format: PreviewFormat,
        _ pending: PendingRequest,
        of clip: Clip,
        for exchange: ExchangeID
    ) throws(RequestError) {
        guard let source = shelf.source(pending.clip) else { throw .unknownMedia }
        try checkPictures(of: clip)
        guard number < clip.table.count else { throw .notFound }
        let tag = Response.tag(of: number, format, of: source)
        if pending.request.matches(tag) {
            return reply(to: exchange, Response(notModified: tag))
        }
        let order = PictureOrder(number, of: source, format, .none, for: .exchange(exchange))
        if let preview = cache[order.key] {
            return reply(to: exchange, Response(preview, tag: tag))
        }
        requests[exchange]?.order = order
        post(order)
    }

    /// Answers a request whose picture is ready, or cannot be made.
    func finish(_ exchange: ExchangeID, with result: Result<EncodedFrame, MediaError>?) {
        guard let order = requests[exchange]?.order else { return }
        switch result {
        case .success(let frame):
            let tag = Response.tag(of: frame.number, order.format, of: order.source)
            reply(to: exchange, Response(frame.preview, tag: tag))
        case .failure(let error): reply(to: exchange, Response(.undecodable("\(error)")))
        case nil: reply(to: exchange, Response(.undecodable("given up")))
        }
    }

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
            return (try place(entry, stream: stream), entry)
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
    /// Whether what a route asks for can be answered before the file is known to be whole.
    ///
    /// A picture is the same for ever, so it waits until its frame is.
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
