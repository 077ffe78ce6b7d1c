import ClipSupport
import Media
import Testing
import Wire

@testable import Pictures
@testable import Scrubbing
@testable import Server
@testable import Transport

@Suite("Routes")
struct RouteTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let path: String
        let query: [String: String]
        let route: Route
        var testDescription: String { path }

        init(_ path: String, _ query: [String: String] = [:], _ route: Route) {
            (self.path, self.query, self.route) = (path, query, route)
        }
    }

    private static let id = MediaID("ab12")
    private static let full = PreviewFormat(width: nil, quality: 90)

    static let cases = [
        Case("/", .page("index.html")),
        Case("/index.html", .page("index.html")),
        Case("/elements/bar.js", .page("elements/bar.js")),
        Case("/healthz", .health),
        Case("/readyz", .readiness),
        Case("/metrics", .metrics),
        Case("/healthz/x", .page("healthz/x")),
        Case("/api/v1/access", .access),
        Case("/api/asyncapi.json", .api(.asyncAPI)),
        Case("/api/openapi.json", .api(.openAPI)),
        Case("/api/v1/media", .mediaList),
        Case("/api/v1/media/", .mediaList),
        Case("/api/v1/media/ab12", .media(id)),
        Case("/api/v1/media/ab12/index", .index(id, .json)),
        Case("/api/v1/media/ab12/index", ["format": "json"], .index(id, .json)),
        Case("/api/v1/media/ab12/index", ["format": "csv"], .index(id, .csv)),
        Case(
            "/api/v1/media/ab12/index",
            ["from": "0.25", "to": "0.5"],
            .index(id, .json, of: 0.25...0.5)
        ),
        Case("/api/v1/media/ab12/index", ["from": "0.25"], .index(id, .json, of: 0.25...1)),
        Case("/api/v1/media/ab12/storyboard", .storyboard(id, StoryboardQuery(count: 20))),
        Case(
            "/api/v1/media/ab12/storyboard",
            ["to": "0.5", "count": "7"],
            .storyboard(id, StoryboardQuery(0...0.5, count: 7))
        ),
        Case("/api/v1/media/ab12/target", ["frame": "3"], .target(id, TargetQuery(.frame(3)))),
        Case("/api/v1/media/ab12/frames/0.jpg", .frame(id, 0, full)),
        Case("/api/v1/media/ab12/frames/599.jpg", .frame(id, 599, full)),
        Case(
            "/api/v1/media/ab12/frames/5.jpg",
            ["width": "320", "quality": "55"],
            .frame(id, 5, PreviewFormat(width: 320, quality: 55))
        ),
        Case("/api/v1/media/ab12/thumbnails.vtt", .tiles(id, .cues(TileQuery()))),
        Case(
            "/api/v1/media/ab12/thumbnails.vtt",
            ["interval": "3", "width": "320", "stream": "1"],
            .tiles(id, .cues(TileQuery(interval: 3, width: 320, stream: 1)))
        ),
        Case("/api/v1/media/ab12/sprites/0.jpg", .tiles(id, .sheet(0, TileQuery()))),
        Case(
            "/api/v1/media/ab12/sprites/7.jpg",
            ["width": "16"],
            .tiles(id, .sheet(7, TileQuery(width: 16)))
        ),
        Case("/api/v1/media/ab12/file", .file(id)),
    ]

    @Test(arguments: cases)
    func `leads to what is asked for`(_ example: Case) throws {
        let request = Request(path: example.path, query: example.query)
        #expect(try Route(request) == example.route)
    }

    @Test(arguments: [
        "/api/openapi.json/x", "/api/v1/openapi.json", "/api", "/api/",
        "/api/v1", "/api/v2/media", "/api/media", "/api/v1/scrub",
        "/api/v1/media/ab12/other", "/api/v1/media/ab12/index/x", "/api/v1/media/ab12/frames",
        "/api/v1/media/ab12/frames/5", "/api/v1/media/ab12/frames/5.webp",
        "/api/v1/media/ab12/frames/.jpg", "/api/v1/media/ab12/frames/-1.jpg",
        "/api/v1/media/ab12/frames/007.jpg", "/api/v1/media/ab12/frames/+7.jpg",
        "/api/v1/media/ab12/frames/00.jpg", "/api/v1/media/ab12/frames/-0.jpg",
        "/api/v1/media/ab12/frames/7.JPG", "/api/v1/media/ab12/frames/7.jpg.jpg",
        "/api/v1/media/ab12/frames/x.jpg", "/api/v1/media/ab12/frames/1/2.jpg",
        "/api/v1/media/ab12/frames/99999999999999999999.jpg", "/api/v1/media/ab12/file/x",
    ])
    func `there is nothing at another address`(_ path: String) {
        #expect(throws: RequestError.notFound) { try Route(Request(path: path)) }
    }

    @Test(arguments: [
        ("index", ["format": "xml"]), ("index", ["format": ""]),
        ("frames/1.jpg", ["width": "15"]), ("frames/1.jpg", ["width": "4097"]),
        ("frames/1.jpg", ["width": "wide"]), ("frames/1.jpg", ["width": ""]),
        ("frames/1.jpg", ["quality": "0"]), ("frames/1.jpg", ["quality": "101"]),
        ("target", [:]), ("target", ["frame": "x"]), ("thumbnails.vtt", ["stream": "32768"]),
        ("sprites/0.jpg", ["stream": "first"]),
    ])
    func `a wrong query names the field and what is expected`(
        _ path: String,
        _ query: [String: String]
    ) throws {
        let request = Request(path: "/api/v1/media/ab12/" + path, query: query)
        let error = #expect(throws: RequestError.self) { try Route(request) }
        guard case .badQuery(let text) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("expected"))
        #expect(query.keys.allSatisfy(text.contains))
    }

    @Test(arguments: ["-1", "32768", "", "one"])
    func `a stream has a number`(_ text: String) throws {
        #expect(try Route.stream(in: [:]) == nil)
        #expect(try Route.stream(in: ["stream": "0"]) == 0)
        let error = RequestError.badQuery("stream: expected 0 to 32767")
        #expect(throws: error) { try Route.stream(in: ["stream": text]) }
    }

    @Test(arguments: [
        (RequestError.notFound, 404), (.unknownMedia, 404), (.badQuery("x"), 400),
        (.unreadable("x"), 422), (.undecodable("x"), 422), (.unknownStream("x"), 404),
        (.tooMuch("x"), 422),
    ])
    func `an error is a problem with a status and words`(_ error: RequestError, _ status: Int) {
        let response = Response(error)
        #expect(response.status == status)
        #expect(response.headers.contains { $0 == ("content-type", "application/problem+json") })
        #expect(error.problem.detail?.isEmpty == false)
    }
}

extension RouteTests.Case {
    init(_ path: String, _ route: Route) { self.init(path, [:], route) }
}
