import Library
import Media
import Pictures
import Timeline

/// What it costs to answer a request, known before any of it is done.
///
/// A request beyond a limit is refused before anything is looked up, allocated or decoded for it.
/// The numbers come from files and clients, so products saturate.
struct RequestCost: Equatable {
    /// Lines of a list or of an index.
    var rows = 0
    /// Pictures that are decoded for the answer.
    var pictures = 0
    /// Pixels of all of them together, as they are encoded.
    var pixels = 0
    /// Frames that are decoded and sent one after the other.
    var frames = 0
    /// Samples of sound, of all channels together.
    var samples = 0

    /// The most that one request may cost: the index of a day and a half at 30 frames a second, ten
    /// hours of tiles, so many pixels that their JPEGs together fit into memory, the pictures of half
    /// an hour, of which few are in memory at once, and a minute and a half of sound in stereo.
    static let limit = RequestCost(
        rows: 1 << 22,
        pictures: 3600,
        pixels: 1 << 30,
        frames: 1 << 16,
        samples: 1 << 23
    )

    /// So many lines.
    static func rows(_ count: Int) -> RequestCost { RequestCost(rows: count) }

    /// So many pictures of this size.
    static func pictures(_ count: Int, of size: PixelSize) -> RequestCost {
        let (area, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
        let (pixels, overflow) = area.multipliedReportingOverflow(by: count)
        return RequestCost(pictures: count, pixels: isTooLarge || overflow ? .max : pixels)
    }

    /// Throws ``RequestError/tooMuch(_:)``, which names the limit, if a number is beyond its own.
    func check() throws(RequestError) {
        let limits = [
            ("rows", rows, Self.limit.rows), ("pictures", pictures, Self.limit.pictures),
            ("pixels", pixels, Self.limit.pixels), ("frames", frames, Self.limit.frames),
            ("samples", samples, Self.limit.samples),
        ]
        for (name, cost, limit) in limits where cost > limit {
            throw .tooMuch("the answer would take \(cost) \(name), of \(limit) at most")
        }
    }
}

extension Route {
    /// What it costs to answer the route for a clip; counts only, and looks nothing up.
    func cost(for clip: Clip) throws(RequestError) -> RequestCost {
        switch self {
        case .index: .rows(clip.table.count)
        case .frame(_, _, let format):
            .pictures(1, of: clip.info.size.fitted(toWidth: format.width))
        case .tiles(_, let tiles): try tiles.cost(for: clip)
        case .lossless(_, let query): RequestCost(query, of: clip)
        default: RequestCost()
        }
    }
}

extension TileRequest {
    fileprivate func cost(for clip: Clip) throws(RequestError) -> RequestCost {
        switch self {
        case .cues(let query), .cueList(let query), .playlist(let query), .iFrames(let query),
            .variants(let query), .iFrameHead(let query):
            .rows(try TilePlan(requested: query, of: clip).count)
        case .iFrame(_, let query):
            .pictures(1, of: clip.info.size.fitted(toWidth: query.width))
        case .sheet(_, let query):
            .pictures(TilePlan.cellsOnSheet, of: clip.info.size.fitted(toWidth: query.width))
        case .bif(let query):
            .pictures(
                try TilePlan(requested: query, of: clip, atMost: RequestCost.limit.pictures).count,
                of: clip.info.size.fitted(toWidth: query.width)
            )
        case .filmstrip(let query):
            .pictures(query.count, of: clip.info.size.fitted(toWidth: query.width))
        }
    }
}
