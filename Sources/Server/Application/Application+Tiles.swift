import Media
import Wire

/// Tiles for the bars of other players, made when they are asked for.
extension Application {
    /// Answers with the list of tiles.
    func answer(
        _ query: TileQuery,
        _ pending: PendingRequest,
        from clip: Clip,
        on exchange: ExchangeID
    ) throws(RequestError) {
        try checkPictures(of: clip)
        let tag = "\"\(pending.clip.tag)-tiles-\(query.interval)-\(query.width)\""
        if pending.request.matches(tag) {
            return reply(to: exchange, Response(notModified: tag))
        }
        reply(to: exchange, Response(TilePlan(query, of: clip).cues, tag: tag))
    }

    /// Starts to make a sheet of tiles.
    func makeSheet(
        _ number: Int,
        _ query: TileQuery,
        _ pending: PendingRequest,
        from clip: Clip,
        on exchange: ExchangeID
    ) throws(RequestError) {
        try checkPictures(of: clip)
        let plan = TilePlan(query, of: clip)
        guard number < plan.sheetCount else { throw .notFound }
        let form = "\(number)-\(query.interval)-\(query.width)"
        let tag = "\"\(pending.clip.tag)-sheet-\(form)\""
        if pending.request.matches(tag) {
            return reply(to: exchange, Response(notModified: tag))
        }
        requests[exchange]?.sheet = SheetInProgress(
            plan.frames(onSheet: number),
            cell: plan.cell,
            tag: tag
        )
        continueSheet(for: exchange)
    }

    /// Takes a tile that a worker has made, or could not make.
    func addTile(_ result: Result<EncodedFrame, MediaError>?, for exchange: ExchangeID) {
        guard let result else { return }
        requests[exchange]?.sheet?.add(try? result.get().preview)
        continueSheet(for: exchange)
    }

    /// Answers a request whose sheet is ready, or cannot be made.
    func finish(_ exchange: ExchangeID, with sheet: Result<Preview, MediaError>) {
        guard let tag = requests[exchange]?.sheet?.tag else { return }
        switch sheet {
        case .success(let preview):
            reply(to: exchange, Response(jpeg: preview.bytes, tag: tag))
        case .failure(let error): reply(to: exchange, Response(.undecodable("\(error)")))
        }
    }

    /// Takes what is at hand, and orders the first tile that is not.
    private func continueSheet(for exchange: ExchangeID) {
        guard let pending = requests[exchange], var sheet = pending.sheet,
            let source = shelf.source(pending.clip)
        else { return }
        while let frame = sheet.next {
            let order = tileOrder(frame, of: source, sheet, for: exchange)
            guard let preview = cache[order.key] else {
                requests[exchange]?.sheet = sheet
                requests[exchange]?.order = order
                return decoder(for: source.key).orders
                    .post(order, for: order.customer, rank: order.rank)
            }
            sheet.add(preview)
        }
        requests[exchange]?.sheet = sheet
        requests[exchange]?.order = nil
        let order = SheetWorker.Order(exchange: exchange, sheet: sheet, file: source.file.name)
        sheets.orders.post(order, for: exchange)
    }

    private func tileOrder(
        _ frame: Int,
        of source: ClipSource,
        _ sheet: SheetInProgress,
        for exchange: ExchangeID
    ) -> PictureOrder {
        let format = PreviewFormat(width: sheet.cell.width, quality: 90)
        return PictureOrder(frame, of: source, format, .none, for: .tile(exchange))
    }
}
