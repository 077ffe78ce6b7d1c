import Basics
import Library
import Media
import Pictures
import Timeline
import Transport
import Wire

/// Single pictures, and tiles for the bars of players, made when they are requested.
extension Application {
    /// Refuses a media that has no pictures.
    func checkPictures(of clip: Clip) throws(RequestError) {
        guard !clip.info.hasPictures else { return }
        throw .undecodable("\(MediaError.noPictures(file: clip.name))")
    }

    /// Answers with a frame's picture from the cache, or has it decoded.
    func answerPicture(
        _ number: Int,
        _ format: PreviewFormat,
        _ request: Request,
        of clip: Clip,
        _ source: ClipSource,
        for exchange: ExchangeID
    ) throws(RequestError) {
        try checkPictures(of: clip)
        guard number < clip.table.count else { throw .notFound }
        let tag = Response.tag(of: number, format, of: source)
        if request.matches(tag) { return reply(to: exchange, Response(notModified: tag)) }
        let job = PictureJob(number, of: source, format, .none, for: .exchange(exchange))
        if let preview = pictures.cached(job.frame, for: job) {
            return reply(to: exchange, Response(preview, tag: tag))
        }
        requests.change(exchange) { $0.job = job }
        pictures.post(job)
    }

    /// Answers a request whose picture has been decoded, or cannot be.
    func finish(_ exchange: ExchangeID, with result: Result<EncodedFrame, MediaError>?) {
        guard let job = requests[exchange]?.job else { return }
        switch result {
        case .success(let frame):
            let tag = Response.tag(of: frame.number, job.format, of: job.source)
            reply(to: exchange, Response(frame.preview, tag: tag))
        case .failure(let error): reply(to: exchange, Response(.undecodable("\(error)")))
        case nil: reply(to: exchange, Response(.undecodable("given up")))
        }
    }

    /// Answers with a list of tiles, or starts to make some.
    func answer(
        _ tiles: TileRequest,
        _ request: Request,
        from clip: Clip,
        _ source: ClipSource,
        on exchange: ExchangeID
    ) throws(RequestError) {
        try checkPictures(of: clip)
        let signature = operations.knowsKeys ? request.signatureText : ""
        let tag = "\"\(source.tag)-\(tiles.tag)\(signature)\""
        if request.matches(tag) { return reply(to: exchange, Response(notModified: tag)) }
        switch tiles {
        case .cues(let query), .cueList(let query), .playlist(let query), .iFrames(let query),
            .variants(let query), .iFrameHead(let query):
            var query = query
            (query.version, query.signature) = (source.version, signature)
            let plan = try TilePlan(requested: query, of: clip)
            let head = Response(list: tiles.listType, tag: tag)
            try write(head, .table, rows: plan.count, of: 192, for: exchange) {
                tiles.list(plan, of: clip)
            }
        case .sheet, .bif, .filmstrip, .iFrame:
            let set = try tiles.tiles(of: clip, tag: tag)
            requests.change(exchange) { $0.tiles = set }
            continueTiles(for: exchange)
        }
    }

    /// Takes a tile that a worker has made, or could not make.
    func addTile(
        _ result: Result<EncodedFrame, MediaError>?,
        of frame: Int,
        for exchange: ExchangeID
    ) {
        guard let result else { return }
        requests.change(exchange) { $0.tiles?.add(try? result.get().preview, of: frame) }
        continueTiles(for: exchange)
    }

    /// Answers a request whose tiles are composed into one file, or cannot be.
    func finish(_ exchange: ExchangeID, with composed: Result<[UInt8], MediaError>) {
        guard let tiles = requests[exchange]?.tiles else { return }
        switch composed {
        case .success(let bytes): reply(to: exchange, Response(bytes, of: tiles))
        case .failure(let error): reply(to: exchange, Response(.undecodable("\(error)")))
        }
    }

    /// Takes the tiles that are cached, and has those decoded that are missing of one GOP.
    private func continueTiles(for exchange: ExchangeID) {
        guard let pending = requests[exchange], var tiles = pending.tiles,
            let source = pending.clip.flatMap({ library.source($0) })
        else { return }
        var job = tileJob(tiles, of: source, for: exchange)
        while let next = job {
            let cached = next.tiles.compactMap { frame in
                pictures.cached(frame, for: next).map { (frame, $0) }
            }
            guard !cached.isEmpty else { break }
            for (frame, picture) in cached { tiles.add(picture, of: frame) }
            job = tileJob(tiles, of: source, for: exchange)
        }
        requests.change(exchange) { ($0.tiles, $0.job) = (tiles, job) }
        if let job { return pictures.post(job) }
        pictures.compose(tiles, of: source, for: exchange)
    }

    /// The job for the missing tiles of one GOP; `nil` when none is missing.
    private func tileJob(
        _ tiles: TileSet,
        of source: ClipSource,
        for exchange: ExchangeID
    ) -> PictureJob? {
        let missing = tiles.missing(in: source.index.table)
        return missing.last.map { last in
            let format = PreviewFormat(width: tiles.cell.width, quality: 90)
            let selection = PreviewSelection.these(Set(missing))
            return PictureJob(last, of: source, format, selection, for: .tile(exchange))
        }
    }
}

extension PictureJob {
    /// The frames that the job is for.
    fileprivate var tiles: Set<Int> {
        if case .these(let frames) = pictures { frames } else { [frame] }
    }
}
