import ClipSupport
import Media
import Testing
import Timeline
import Wire

@testable import Library
@testable import Pictures
@testable import Server
@testable import Transport

@Suite("The cost of a request")
struct RequestCostTests {
    /// A film of `hours` at a frame a second, whose pictures have a size.
    struct Film: Sendable, CustomTestStringConvertible {
        let hours: Int
        let width, height: Int

        var clip: Clip {
            let packets = [0, Int64(hours) * 3_600_000 - 40].map { (pts: $0, isKeyframe: true) }
            let size = PixelSize(width: width, height: height)
            return Clip(FrameTable(packets), info: .plain(size: size))
        }

        var testDescription: String { "\(hours) h of \(width) × \(height)" }
    }

    @Test(arguments: [
        ("thumbnails.vtt", Film(hours: 11, width: 1920, height: 1080), RequestCost(rows: 3960)),
        ("trickplay/320/tiles.m3u8", Film(hours: 1, width: 320, height: 2), RequestCost(rows: 360)),
        ("index", Film(hours: 9, width: 64, height: 36), RequestCost(rows: 2)),
        (
            "frames/7.jpg", Film(hours: 1, width: 1920, height: 1080),
            RequestCost(pictures: 1, pixels: 2_073_600)
        ),
        (
            "index.bif", Film(hours: 10, width: 1600, height: 900),
            RequestCost(pictures: 3600, pixels: 51_840_000)
        ),
        (
            "filmstrip.jpg?from=0&to=1", Film(hours: 1, width: 160, height: 90),
            RequestCost(pictures: 2, pixels: 28_800)
        ),
        (
            "sprites/0.jpg", Film(hours: 1, width: 160, height: 90),
            RequestCost(pictures: 100, pixels: 1_440_000)
        ),
        ("target?frame=0", Film(hours: 1, width: 64, height: 36), RequestCost()),
        ("marks", Film(hours: 1, width: 64, height: 36), RequestCost()),
    ])
    func `is known before anything is done`(
        _ path: String,
        _ film: Film,
        _ cost: RequestCost
    ) throws {
        #expect(try Self.route(path).cost(for: film.clip) == cost)
        try cost.check()
    }

    /// What each says of the limit; the status is as the published document has it.
    @Test(arguments: [
        ("thumbnails.vtt?interval=1", Film(hours: 30, width: 64, height: 36), 400, "at least 2,"),
        ("thumbnails.vtt", Film(hours: 200_000, width: 64, height: 36), 422, "too long for tiles"),
        (
            "trickplay/64/tiles.m3u8?interval=1", Film(hours: 30, width: 64, height: 36), 400,
            "100000"
        ),
        ("index.bif", Film(hours: 11, width: 64, height: 36), 400, "for 3600 tiles"),
        (
            "index.bif?width=640", Film(hours: 10, width: 640, height: 600), 422,
            "1073741824 at most"
        ),
        ("sprites/0.jpg?interval=1", Film(hours: 1, width: 16, height: 8000), 400, "width"),
        (
            "filmstrip.jpg?from=0&to=1&count=60&width=320",
            Film(hours: 1, width: 320, height: 60_000), 422, "1073741824 at most"
        ),
        (
            "frames/0.jpg", Film(hours: 1, width: 1 << 30, height: 1 << 30), 422,
            "1073741824 at most"
        ),
        ("frames/0.jpg", Film(hours: 1, width: .max, height: 2), 422, "1073741824 at most"),
    ])
    func `beyond a limit is refused with a problem that names it`(
        _ path: String,
        _ film: Film,
        _ status: Int,
        _ words: String
    ) throws {
        let error = #expect(throws: RequestError.self) {
            let route = try Self.route(path)
            try route.cost(for: film.clip).check()
            if case .tiles(_, let tiles) = route { _ = try tiles.tiles(of: film.clip, tag: "") }
        }
        let problem = try #require(error?.problem)
        #expect((problem.status, problem.type) == (status, "about:blank"))
        #expect(problem.detail?.contains(words) == true, "\(problem)")
    }

    @Test(
        arguments: [
            (RequestCost(rows: 1 << 22), nil), (RequestCost(rows: 1 << 22 + 1), "4194304 at most"),
            (RequestCost(pictures: 3600), nil), (RequestCost(pictures: 3601), "3600 at most"),
            (RequestCost(pixels: 1 << 30), nil), (RequestCost(pixels: .max), "1073741824 at most"),
        ] as [(RequestCost, String?)]
    )
    func `may be as high as its limit, and no higher`(_ cost: RequestCost, _ words: String?) {
        var detail: String?
        do throws(RequestError) { try cost.check() } catch { detail = error.problem.detail }
        #expect((detail == nil) == (words == nil))
        #expect(words.map { detail?.hasSuffix($0) == true } ?? true, "\(detail ?? "")")
    }

    @Test(arguments: [(Int.max, Int.max, 1), (1 << 20, 1 << 20, 1 << 30), (.max, 1, 2)])
    func `of absurd numbers is the highest there is`(_ width: Int, _ height: Int, _ count: Int) {
        let cost = RequestCost.pictures(count, of: PixelSize(width: width, height: height))
        #expect(cost == RequestCost(pictures: count, pixels: .max))
    }

    /// The route of a path below a media's, with its query.
    private static func route(_ path: String) throws -> Route {
        let parts = path.split(separator: "?")
        let pairs = parts.dropFirst().flatMap { $0.split(separator: "&") }.map { pair in
            let sides = pair.split(separator: "=").map(String.init)
            return (sides[0], sides[1])
        }
        let query = Dictionary(uniqueKeysWithValues: pairs)
        return try Route(Request(path: "/api/v1/media/ab12/\(parts[0])", query: query))
    }
}
