package import Basics
import Library
import Media
import Pictures
import Sounds
import Timeline
package import Transport
import Wire

/// HTTP requests: each is answered at once, or waits until its media is known well enough.
extension Application {
    package func received(_ request: Request, on exchange: ExchangeID) {
        operations.count { $0.requests += 1 }
        do throws(RequestError) {
            try answer(request, try Route(request), on: exchange)
        } catch {
            loop.respond(to: exchange, with: Response(error))
        }
    }

    package func abandoned(_ exchange: ExchangeID) {
        let request = requests.remove(exchange)
        if request?.opening != nil { library.opener.withdraw(.exchange(exchange)) }
        if let job = request?.job { pictures.withdraw(job) }
        requests.lossless.withdraw(exchange)
        if request?.awaitsSamples == true { requests.sounds.withdraw(.exchange(exchange)) }
    }

    private func answer(
        _ request: Request,
        _ route: Route,
        on exchange: ExchangeID
    ) throws(RequestError) {
        switch route {
        case .page(let name):
            guard let file = operations.page[name] else { throw .notFound }
            loop.respond(to: exchange, with: Response(file, request))
        case .api(let document):
            loop.respond(to: exchange, with: Response(PageFiles.File(document), request))
        case .health: loop.respond(to: exchange, with: Response(text: "ok\n"))
        case .readiness:
            requests.add(exchange, request, route)
            tellReadiness(to: exchange)
        case .metrics: loop.respond(to: exchange, with: Response(text: metrics.text))
        case .invitation(let code):
            loop.respond(to: exchange, with: try logIn(code, request))
        case .access:
            requests.add(exchange, request, route, about: request.versionedMedia)
            findVersion(for: exchange)
        case .exports:
            requests.add(exchange, request, route)
            exports.list(for: .exchange(exchange))
        case .export(let name):
            loop.respond(to: exchange, with: try export(name, request, on: exchange))
        case .mediaList:
            requests.add(exchange, request, route)
            library.refresh(for: .exchange(exchange))
        case .file(let id): open(Opening(id: id, stream: nil), for: request, route, exchange)
        case .media(let id), .index(let id, _, _), .target(let id, _), .frame(let id, _, _),
            .tiles(let id, _), .lossless(let id, _), .sound(let id, _), .storyboard(let id, _),
            .marks(let id, _), .newMarks(let id, _):
            let stream = try Route.stream(in: request.query)
            open(Opening(id: id, stream: stream), for: request, route, exchange)
        }
    }

    private func open(
        _ opening: Opening,
        for request: Request,
        _ route: Route,
        _ exchange: ExchangeID
    ) {
        requests.add(exchange, request, route, about: opening)
        open(opening, for: .exchange(exchange))
    }

    /// Answers a request whose file has been opened, or has it wait for the scan.
    func begin(_ exchange: ExchangeID, on file: OpenFile, as opened: OpenedMedia) {
        guard let pending = requests[exchange] else { return }
        let request = pending.request
        do throws(RequestError) {
            switch pending.route {
            case .access: tellAccess(to: exchange, of: file)
            case .file:
                let answer = try answer(request, with: file, of: opened.entry, on: exchange)
                reply(to: exchange, answer)
            default:
                let key = clip(of: file, as: opened)
                try checkVersion(pending, of: library.openFile(key))
                requests.change(exchange) { $0.clip = key }
                advance(exchange)
            }
        } catch {
            reply(to: exchange, Response(error))
        }
    }

    /// The file itself, or where a proxy finds it.
    private func answer(
        _ request: Request,
        with file: OpenFile,
        of entry: MediaLibrary.Entry,
        on exchange: ExchangeID
    ) throws(RequestError) -> Response {
        let redirect = operations.accel.flatMap { Response(entry, redirectedBy: $0) }
        if let redirect { return redirect }
        return try Response(file, name: entry.name, request, body(of: file, for: exchange))
    }

    /// Makes the body of an answer from a part of a file.
    func body(
        of file: OpenFile,
        for exchange: ExchangeID
    ) -> (Range<Int64>) throws(RequestError) -> Body {
        { [loop, requests] range throws(RequestError) in
            try requests.body(range, of: file, for: exchange, of: loop.client(of: exchange))
        }
    }

    /// Answers a waiting request as soon as enough is known of its clip.
    func advance(_ exchange: ExchangeID) {
        guard let pending = requests[exchange], pending.awaitsClip, let key = pending.clip else {
            return
        }
        do throws(RequestError) {
            switch library.progress(of: key) {
            case .waiting, .reading, .decoding: return
            case .scanning(let clip):
                guard clip.canAnswer(pending.route) else { return }
                try answer(pending, from: clip, key, on: exchange)
            case .complete(let clip):
                guard knowsMarks(for: pending.route, of: key) else { return }
                try answer(pending, from: clip, key, on: exchange)
            case .failed(let error): throw RequestError(error)
            case nil: throw RequestError.unknownMedia
            }
        } catch {
            reply(to: exchange, Response(error))
        }
    }

    private func answer(
        _ pending: PendingRequests.Pending,
        from clip: Clip,
        _ key: ClipKey,
        on exchange: ExchangeID
    ) throws(RequestError) {
        try pending.route.cost(for: clip).check()
        guard let source = library.source(key) else { throw .unknownMedia }
        let request = pending.request
        switch pending.route {
        case .media:
            let rows = clip.info.chapters.count + 1
            try write(Response(json: []), .description, rows: rows, of: 512, for: exchange) {
                MediaDescription(clip).json()
            }
        case .index(_, let format, let stretch):
            let frames = clip.frames(within: stretch ?? 0...1)
            let head = Response(format, frames, of: source, request)
            let document = IndexDocument(clip.table).part(frames)
            try write(head, .table, rows: document.count, of: 64, for: exchange) {
                switch format {
                case .json: document.json()
                case .csv: document.csv()
                case .torchcodec: FrameMappings(clip.table).json()
                }
            }
        case .target(_, let query):
            reply(to: exchange, Response(json: clip.target(try query.frame(for: clip)).json()))
        case .frame(_, let number, let format):
            try answerPicture(number, format, request, of: clip, source, for: exchange)
        case .tiles(_, let tiles):
            try answer(tiles, request, from: clip, source, on: exchange)
        case .lossless(_, let query):
            try answer(query, request, from: clip, source, on: exchange)
        case .sound(_, let sound):
            try answer(sound, request, from: clip, source, on: exchange)
        case .storyboard(_, let query):
            try checkPictures(of: clip)
            let list = pictures.storyboard(of: source, on: clip.length.track, query)
            reply(to: exchange, Response(json: list.json()))
        case .marks(_, let file): try answerMarks(as: file, of: key, clip, for: exchange, request)
        case .newMarks(_, let new): try readMarks(new, in: clip, for: exchange)
        default: throw .notFound
        }
    }

    /// Answers a waiting request.
    func reply(to exchange: ExchangeID, _ response: Response) {
        let pending = requests.remove(exchange)
        loop.respond(to: exchange, with: lasting(response, for: pending))
    }

    /// Answers with the files that there are now.
    func replyMediaList(to exchange: ExchangeID) {
        let files = library.files
        do throws(RequestError) {
            try write(Response(json: []), .list, rows: files.count, of: 256, for: exchange) {
                let entries = files.map {
                    MediaList.Entry(id: $0.id.description, name: $0.name, bytes: $0.bytes)
                }
                return MediaList(media: entries).json()
            }
        } catch {
            reply(to: exchange, Response(error))
        }
    }

    /// Has the body of an answer written by another thread, unless it needs none.
    ///
    /// - Parameters:
    ///   - head: The answer without its body.
    ///   - kind: What it is bounded with.
    ///   - rows: How many rows it has.
    ///   - bytes: How long a row is, about.
    ///   - exchange: The request.
    ///   - body: Makes the body, on the other thread.
    /// - Throws: ``RequestError/busy`` when too much is under way.
    func write(
        _ head: Response,
        _ kind: AnswerCost<PeerAddress?>.Kind,
        rows: Int,
        of bytes: Int,
        for exchange: ExchangeID,
        _ body: @escaping @Sendable () throws(RequestError) -> [UInt8]
    ) throws(RequestError) {
        guard (200...202).contains(head.status) else { return reply(to: exchange, head) }
        let cost = AnswerCost(kind, rows: rows, of: bytes, for: loop.client(of: exchange))
        try requests.write(head, cost, for: exchange, body)
    }

    /// Answers a request whose body is written, or cannot be.
    func finish(_ exchange: ExchangeID, with body: Result<[UInt8], RequestError>) {
        guard var answer = requests.finishWork(for: exchange)?.answer else { return }
        switch body {
        case .success(let bytes):
            answer.body = .bytes(bytes)
            reply(to: exchange, answer)
        case .failure(let error): reply(to: exchange, Response(error))
        }
    }
}

extension Clip {
    /// Whether what a route asks for can be answered before the file is completely scanned.
    ///
    /// A picture may be cached for ever, so it waits until its frame is settled.
    fileprivate func canAnswer(_ route: Route) -> Bool {
        switch route {
        case .media, .storyboard: true
        case .frame(_, let number, _): number < table.settled
        case .lossless(_, let query): query.last < table.settled
        case .target, .index: progress == 1
        default: false
        }
    }
}
