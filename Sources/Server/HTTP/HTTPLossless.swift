import Basics
import Library
import Media
import Pictures
import Timeline
import Transport

/// The pixels of frames, without a loss: one picture, or a stream whose head is answered when the
/// first of them is there.
extension Application {
    /// Has the pixels taken that a request asks for.
    func answer(
        _ query: LosslessQuery,
        _ request: Request,
        from clip: Clip,
        _ source: ClipSource,
        on exchange: ExchangeID
    ) throws(RequestError) {
        try checkPictures(of: clip)
        guard query.frames.upperBound <= clip.table.count else { throw .notFound }
        let tag = tag(of: query, source)
        if request.matches(tag) { return reply(to: exchange, Response(notModified: tag)) }
        let cost = AnswerCost(query, of: clip, for: loop.client(of: exchange))
        try requests.take(cost, for: exchange)
        requests.change(exchange) { $0.pixels = query }
        requests.lossless.post(query, of: source, for: exchange)
    }

    /// Answers a request whose first picture is there, or cannot be had.
    func finish(_ exchange: ExchangeID, with first: Result<LosslessPicture, MediaError>) {
        guard let pending = requests[exchange], let query = pending.pixels,
            let source = pending.clip.flatMap({ library.source($0) }),
            let bytes = requests.lossless.takeBytes(for: exchange)
        else { return }
        switch first {
        case .success(let picture):
            let tag = tag(of: query, source)
            let response =
                query.isSingle
                ? Response(picture, query, of: source, tag: tag)
                : Response(picture, query, of: source, tag: tag, bytes)
            reply(to: exchange, response)
        case .failure(let error): reply(to: exchange, Response(.undecodable("\(error)")))
        }
    }

    /// Notes that what a request for pixels took is free again.
    func release(_ exchange: ExchangeID) {
        requests.lossless.withdraw(exchange)
        requests.giveBack(exchange)
    }

    private func tag(of query: LosslessQuery, _ source: ClipSource) -> String {
        "\"\(source.tag)-\(query.tag)\""
    }
}
