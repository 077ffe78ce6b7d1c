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

    /// So many lines.
    static func rows(_ count: Int) -> RequestCost { RequestCost(rows: count) }

    /// So many pictures of this size.
    static func pictures(_ count: Int, of size: PixelSize) -> RequestCost {
        let (area, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
        let (pixels, overflow) = area.multipliedReportingOverflow(by: count)
        return RequestCost(pictures: count, pixels: isTooLarge || overflow ? .max : pixels)
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
