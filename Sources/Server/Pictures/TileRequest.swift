import Media
import Timeline

/// A request for the small pictures that players show above their seek bars.
enum TileRequest: Equatable {
    /// The list as WebVTT.
    case cues(TileQuery)
    /// The list as HLS.
    case playlist(TileQuery)
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
        case "index.bif" where path.count == 1: self = .bif(try TileQuery(query))
        case "filmstrip.jpg" where path.count == 1:
            self = .filmstrip(try FilmstripQuery(query))
        case "sprites" where path.count == 2:
            self = .sheet(try Route.pictureNumber(path[1]), try TileQuery(query))
        case "trickplay" where path.count == 3:
            let tiles = try TileQuery(query, width: path[1])
            let isList = path[2] == "tiles.m3u8"
            self = isList ? .playlist(tiles) : .sheet(try Route.pictureNumber(path[2]), tiles)
        default: return nil
        }
    }
}

extension TileRequest {
    /// What distinguishes the response from others about the same media, as part of its entity tag.
    var tag: String {
        switch self {
        case .cues(let query): "tiles-\(query.tag)"
        case .playlist(let query): "playlist-\(query.tag)"
        case .sheet(let number, let query): "sheet-\(number)-\(query.tag)"
        case .bif(let query): "bif-\(query.tag)"
        case .filmstrip(let query):
            "strip-\(query.from)-\(query.to)-\(query.count)-\(query.width)"
        }
    }

    /// The pictures that the response consists of, none of them made yet; a list has none.
    func tiles(of clip: Clip, tag: String) throws(RequestError) -> TileSet {
        switch self {
        case .sheet(let number, let query):
            let plan = try TilePlan(query, of: clip)
            guard number < plan.sheetCount else { throw .notFound }
            return try plan.sheet(number, tag)
        case .bif(let query):
            let plan = try TilePlan(query, of: clip, atMost: RequestCost.limit.pictures)
            let container = TileSet.Container.bif(interval: query.interval)
            return TileSet(plan.frames, cell: plan.cell, container: container, tag: tag)
        case .filmstrip(let query):
            guard query.to < clip.table.count else { throw .notFound }
            let frames = query.frames
            let cell = clip.info.size.fitted(toWidth: query.width)
            let grid = try TilePlan.grid(of: frames.count, cell, columns: frames.count)
            return TileSet(frames, cell: cell, container: .sheet(grid), tag: tag)
        case .cues, .playlist: throw .notFound
        }
    }
}

/// How a client wants the tiles of a media.
struct TileQuery: Hashable, Sendable {
    /// Whole seconds from one tile to the next.
    var interval = 10
    /// Columns of pixels of a tile, at most.
    var width = 160
    /// The stream that they are of; `nil` is the best one.
    var stream: Int?

    static let intervals = 1...3600
    static let widths = 16...640

    /// The tiles that a player gets which names no options.
    init(interval: Int = 10, width: Int = 160, stream: Int? = nil) {
        (self.interval, self.width, self.stream) = (interval, width, stream)
    }

    /// Reads a query.
    init(_ query: [String: String]) throws(RequestError) {
        interval = try Route.integer("interval", in: Self.intervals, query) ?? interval
        width = try Route.integer("width", in: Self.widths, query) ?? width
        stream = try Route.stream(in: query)
    }

    /// Reads a query whose width is part of the path.
    fileprivate init(_ query: [String: String], width: String) throws(RequestError) {
        // One picture, one address: 0320 would be cached as another.
        guard let number = Int(width), String(number) == width, query["width"] == nil else {
            throw .notFound
        }
        try self.init(query.merging(["width": width]) { $1 })
    }

    /// What distinguishes it from other queries, as part of an entity tag.
    fileprivate var tag: String { "\(interval)-\(width)" }

    /// The query as part of an address.
    var text: String { "interval=\(interval)&width=\(width)\(streamText)" }

    /// The stream as a further part of an address.
    var streamText: String { stream.map { "&stream=\($0)" } ?? "" }
}

/// Which frames a client wants side by side.
struct FilmstripQuery: Hashable, Sendable {
    /// The first frame, and the last, whichever the client names first.
    let from, to: Int
    /// Pictures at most, evenly spaced, both ends included.
    let count: Int
    /// Columns of pixels of each, at most.
    let width: Int

    static let counts = 1...60
    static let widths = 16...320

    /// Reads a query; `to` is `from` and `count` as many as there are, unless it says otherwise.
    init(_ query: [String: String]) throws(RequestError) {
        guard let from = try Route.integer("from", in: 0...Int.max, query) else {
            throw .badQuery("from: expected the number of a frame")
        }
        let end = try Route.integer("to", in: 0...Int.max, query) ?? from
        let to = max(from, end)
        self.from = min(from, end)
        self.to = to
        let all = (to - self.from).addingReportingOverflow(1).partialValue
        count =
            try Route.integer("count", in: Self.counts, query)
            ?? min(max(all, 1), Self.counts.upperBound)
        width = try Route.integer("width", in: Self.widths, query) ?? 160
    }

    /// The frames, ascending, each once.
    ///
    /// Whole numbers throughout: clients compute the same.
    var frames: [Int] {
        let last = min(count - 1, to - from)
        guard last > 0 else { return [from] }
        return (0...last).map { from + ((to - from) * $0 + last / 2) / last }
    }
}
