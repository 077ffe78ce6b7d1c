import Media
import Wire

/// Tiles for the bars of players, made when they are asked for.
extension Application {
    /// Answers with a list of tiles, or starts to make some.
    func answer(
        _ wish: TileRequest,
        _ pending: PendingRequest,
        from clip: Clip,
        on exchange: ExchangeID
    ) throws(RequestError) {
        try checkPictures(of: clip)
        guard let source = shelf.source(pending.clip) else { throw .unknownMedia }
        let tag = "\"\(source.tag)-\(wish.tag)\""
        if pending.request.matches(tag) {
            return reply(to: exchange, Response(notModified: tag))
        }
        switch wish {
        case .cues(let query):
            reply(to: exchange, Response(try TilePlan(query, of: clip).cues, tag: tag))
        case .playlist(let query):
            reply(to: exchange, Response(try TilePlan(query, of: clip).playlist, tag: tag))
        case .sheet, .bif, .filmstrip:
            requests[exchange]?.tiles = try wish.tiles(of: clip, tag: tag)
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
        requests[exchange]?.tiles?.add(try? result.get().preview, of: frame)
        continueTiles(for: exchange)
    }

    /// Answers a request whose tiles are bound, or cannot be.
    func finish(_ exchange: ExchangeID, with bound: Result<[UInt8], MediaError>) {
        guard let tiles = requests[exchange]?.tiles else { return }
        switch bound {
        case .success(let bytes): reply(to: exchange, Response(bytes, of: tiles))
        case .failure(let error): reply(to: exchange, Response(.undecodable("\(error)")))
        }
    }

    /// Takes what is at hand, and orders the first group's tiles that are not.
    private func continueTiles(for exchange: ExchangeID) {
        guard let pending = requests[exchange], var tiles = pending.tiles,
            let source = shelf.source(pending.clip)
        else { return }
        var order = tileOrder(tiles, of: source, for: exchange)
        while let next = order {
            let atHand = next.tiles.compactMap { frame in
                cache[next.key(of: frame)].map { (frame, $0) }
            }
            guard !atHand.isEmpty else { break }
            for (frame, picture) in atHand { tiles.add(picture, of: frame) }
            order = tileOrder(tiles, of: source, for: exchange)
        }
        requests[exchange]?.tiles = tiles
        requests[exchange]?.order = order
        if let order { return post(order) }
        let bound = TileWorker.Order(exchange: exchange, tiles: tiles, file: source.file.name)
        tileWorker.orders.post(bound, for: exchange)
    }

    /// The order for the missing tiles of one group; `nil` when all are there.
    private func tileOrder(
        _ tiles: TileSet,
        of source: ClipSource,
        for exchange: ExchangeID
    ) -> PictureOrder? {
        let missing = tiles.missing(in: source.index.table)
        return missing.last.map { last in
            let format = PreviewFormat(width: tiles.cell.width, quality: 90)
            let way = WayPictures.these(Set(missing))
            return PictureOrder(last, of: source, format, way, for: .tile(exchange))
        }
    }
}

extension PictureOrder {
    /// The frames that the order is for.
    fileprivate var tiles: Set<Int> {
        if case .these(let frames) = pictures { frames } else { [frame] }
    }
}
