import Library
import Media
import Pictures
import Timeline

/// A request for the small pictures that players show above their seek bars.
enum TileRequest: Equatable {
    /// The list as WebVTT.
    case cues(TileQuery)
    /// The list as JSON, as Vidstack reads it.
    case cueList(TileQuery)
    /// The list as HLS.
    case playlist(TileQuery)
    /// The list as HLS players read I-frames, and the playlist that names it.
    case iFrames(TileQuery), variants(TileQuery)
    /// What all segments of that list share, and one of them.
    case iFrameHead(TileQuery), iFrame(Int, TileQuery)
    /// One sheet of the tiles.
    case sheet(Int, TileQuery)
    /// All tiles in one file.
    case bif(TileQuery)
    /// Some frames side by side.
    case filmstrip(FilmstripQuery)

    /// Reads the address below a media's, and the query; `nil` when it is about something else.
    init?(_ path: [String], _ query: [String: String]) throws(RequestError) {
        switch path.first {
        case "thumbnails.vtt" where path.count == 1: self = .cues(try TileQuery(query))
        case "thumbnails.json" where path.count == 1: self = .cueList(try TileQuery(query))
        case "index.bif" where path.count == 1: self = .bif(try TileQuery(query))
        case "filmstrip.jpg" where path.count == 1:
            self = .filmstrip(try FilmstripQuery(query))
        case "sprites" where path.count == 2:
            self = .sheet(try Route.pictureNumber(path[1]), try TileQuery(query))
        case "trickplay" where path.count == 3:
            self = try Self.trickplay(path[2], try TileQuery(query, width: path[1]))
        case "trickplay.m3u8" where path.count == 1: self = .variants(try TileQuery(query))
        default: return nil
        }
    }

    private static func trickplay(
        _ name: String,
        _ tiles: TileQuery
    ) throws(RequestError) -> TileRequest {
        switch name {
        case "tiles.m3u8": .playlist(tiles)
        case "iframes.m3u8": .iFrames(tiles)
        case "init.mp4": .iFrameHead(tiles)
        case _ where name.hasSuffix(".m4s"):
            .iFrame(try Route.pictureNumber(name, as: "m4s"), tiles)
        default: .sheet(try Route.pictureNumber(name), tiles)
        }
    }
}

extension TileRequest {
    /// What distinguishes the response from others about the same media, as part of its entity tag.
    var tag: String {
        switch self {
        case .cues(let query): "tiles-\(query.tag)"
        case .cueList(let query): "tiles-json-\(query.tag)"
        case .playlist(let query): "playlist-\(query.tag)"
        case .iFrames(let query): "iframes-\(query.tag)"
        case .variants(let query): "variants-\(query.tag)"
        case .iFrameHead(let query): "init-\(query.tag)"
        case .iFrame(let number, let query): "iframe-\(number)-\(query.tag)"
        case .sheet(let number, let query): "sheet-\(number)-\(query.tag)"
        case .bif(let query): "bif-\(query.tag)"
        case .filmstrip(let query):
            "strip-\(query.from)-\(query.to)-\(query.count)-\(query.width)"
        }
    }

    /// The pictures that the response consists of, none of them made yet; a list has none.
    func tiles(of clip: Clip, tag: String) throws(RequestError) -> TileSet {
        do throws(TileError) {
            return try set(of: clip, tag: tag)
        } catch {
            throw RequestError(error)
        }
    }

    private func set(of clip: Clip, tag: String) throws(TileError) -> TileSet {
        switch self {
        case .iFrame(let number, let query):
            return try TilePlan(query, of: clip).iFrame(number, tag)
        case .sheet(let number, let query):
            let plan = try TilePlan(query, of: clip)
            guard number < plan.sheetCount else { throw .noSuchTile }
            return try plan.sheet(number, tag)
        case .bif(let query):
            let plan = try TilePlan(query, of: clip, atMost: RequestCost.limit.pictures)
            let container = TileSet.Container.bif(interval: query.interval)
            return TileSet(plan.frames, cell: plan.cell, container: container, tag: tag)
        case .filmstrip(let query):
            guard query.to < clip.table.count else { throw .noSuchTile }
            let frames = query.frames
            let cell = clip.info.size.fitted(toWidth: query.width)
            let grid = try TilePlan.grid(of: frames.count, cell, columns: frames.count)
            return TileSet(frames, cell: cell, container: .sheet(grid), tag: tag)
        case .cues, .cueList, .playlist, .iFrames, .variants, .iFrameHead: throw .noSuchTile
        }
    }
}

extension TilePlan {
    /// The plan that a request asks for.
    init(
        requested query: TileQuery,
        of clip: Clip,
        atMost limit: Int = limit
    ) throws(RequestError) {
        do throws(TileError) {
            try self.init(query, of: clip, atMost: limit)
        } catch {
            throw RequestError(error)
        }
    }
}

extension RequestError {
    fileprivate init(_ error: TileError) {
        switch error {
        case .noSuchTile: self = .notFound
        case .badQuery(let text): self = .badQuery(text)
        case .tooLong(let text): self = .undecodable(text)
        }
    }
}

extension TileQuery {
    /// Reads a query.
    init(_ query: [String: String]) throws(RequestError) {
        let interval = try Route.integer("interval", in: Self.intervals, query)
        let width = try Route.integer("width", in: Self.widths, query)
        let stream = try Route.stream(in: query)
        let none = TileQuery()
        self.init(
            interval: interval ?? none.interval,
            width: width ?? none.width,
            stream: stream
        )
    }

    /// Reads a query whose width is part of the path.
    fileprivate init(_ query: [String: String], width: String) throws(RequestError) {
        // One picture, one address: 0320 would be cached as another.
        guard let number = Int(width), String(number) == width, query["width"] == nil else {
            throw .notFound
        }
        try self.init(query.merging(["width": width]) { $1 })
    }
}

extension FilmstripQuery {
    /// Reads a query; `to` is `from` and `count` as many as there are, unless it says otherwise.
    init(_ query: [String: String]) throws(RequestError) {
        guard let from = try Route.integer("from", in: Route.frames, query) else {
            throw .badQuery("from: expected the number of a frame")
        }
        self.init(
            from,
            try Route.integer("to", in: Route.frames, query) ?? from,
            count: try Route.integer("count", in: Self.counts, query),
            width: try Route.integer("width", in: Self.widths, query)
        )
    }
}
