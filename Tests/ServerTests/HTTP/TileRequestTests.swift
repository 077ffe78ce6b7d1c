import ClipSupport
import Media
import Testing
import Wire

@testable import Library
@testable import Pictures
@testable import Server

@Suite("Requests for tiles")
struct TileRequestTests {
    @Test(arguments: [
        (["thumbnails.vtt"], ["interval": "3"], TileRequest.cues(TileQuery(interval: 3))),
        (["index.bif"], ["width": "320"], .bif(TileQuery(width: 320))),
        (["sprites", "4.jpg"], [:], .sheet(4, TileQuery())),
        (["trickplay", "320", "tiles.m3u8"], [:], .playlist(TileQuery(width: 320))),
        (
            ["trickplay", "16", "0.jpg"], ["interval": "1"],
            .sheet(0, TileQuery(interval: 1, width: 16))
        ),
    ])
    func `are read from their address`(
        _ path: [String],
        _ query: [String: String],
        _ expected: TileRequest
    ) throws {
        #expect(try TileRequest(path, query) == expected)
    }

    @Test(arguments: [
        ["frames", "0.jpg"], ["sprites"], ["trickplay", "320"], ["index.bif", "0"], [],
    ])
    func `are not made of other addresses`(_ path: [String]) throws {
        #expect(try TileRequest(path, [:]) == nil)
    }

    @Test(arguments: [
        ["trickplay", "0320", "0.jpg"], ["trickplay", "x", "tiles.m3u8"],
        ["trickplay", "320", "x"],
    ])
    func `have one address each`(_ path: [String]) {
        #expect(throws: RequestError.notFound) { try TileRequest(path, [:]) }
    }

    @Test(arguments: ["0", "15", "641", "1000000", "99999999999999999999"])
    func `refuse a width that nobody can want`(_ width: String) {
        for path in [["trickplay", width, "0.jpg"], ["index.bif"]] {
            let error = #expect(throws: RequestError.self) {
                try TileRequest(path, path.count == 1 ? ["width": width] : [:])
            }
            #expect(error == .badQuery("width: expected 16 to 640") || error == .notFound)
        }
    }

    @Test(arguments: [
        (["from": "5"], [5]), (["from": "3", "to": "7"], [3, 4, 5, 6, 7]),
        (["from": "3", "to": "7", "count": "9"], [3, 4, 5, 6, 7]),
        (["from": "0", "to": "100", "count": "3"], [0, 50, 100]),
        (["from": "0", "to": "10", "count": "4"], [0, 3, 7, 10]),
        (["from": "0", "to": "10", "count": "1"], [0]), (["from": "7", "to": "5"], [5, 6, 7]),
    ])
    func `a filmstrip has the frames at even distances, ends included`(
        _ query: [String: String],
        _ frames: [Int]
    ) throws {
        #expect(try FilmstripQuery(query).frames == frames)
    }

    @Test func `a filmstrip never holds more than sixty pictures`() throws {
        let strip = try FilmstripQuery(["from": "0", "to": "\(Int32.max)"])
        #expect(strip.count == 60)
    }

    @Test(arguments: [
        ([:], "from"), (["from": "-1"], "from"), (["from": "9", "to": "-8"], "to"),
        (["from": "0", "count": "0"], "count"), (["from": "0", "count": "61"], "count"),
        (["from": "0", "width": "0"], "width"), (["from": "0", "width": "1000000"], "width"),
    ])
    func `a filmstrip that cannot be is refused, and the words say why`(
        _ query: [String: String],
        _ field: String
    ) {
        let error = #expect(throws: RequestError.self) { try FilmstripQuery(query) }
        #expect(error?.problem.detail?.hasPrefix("\(field): expected") == true)
    }

    @Test func `tiles that would not fit into one file are refused`() {
        let clip = Clip.regular(3601 * 25)
        let error = #expect(throws: RequestError.self) {
            try TileRequest.bif(TileQuery(interval: 1)).tiles(of: clip, tag: "")
        }
        #expect(error?.problem.detail?.contains("at least 2") == true)
    }
}
