import ClipSupport
import Library
import Media
import Testing
import Timeline
import Wire

@testable import Pictures

@Suite("Tiles for a player's bar")
struct TilePlanTests {
    /// Frames of 40 ms: the one shown at second s is frame 25 s.
    @Test(arguments: [
        (frames: 250, interval: 1, tiles: Array(stride(from: 0, to: 250, by: 25))),
        (251, 5, [0, 125, 250]), (250, 5, [0, 125]), (250, 10, [0]), (250, 3600, [0]), (1, 1, [0]),
    ])
    func `show the frame at each interval`(
        _ example: (frames: Int, interval: Int, tiles: [Int])
    ) throws {
        let plan = try plan(TileQuery(interval: example.interval), frames: example.frames)
        #expect(plan.frames == example.tiles)
    }

    @Test(arguments: [(1, 1), (100, 1), (101, 2), (200, 2), (250, 3)])
    func `fill sheets of a hundred`(_ seconds: Int, _ sheets: Int) throws {
        let plan = try plan(TileQuery(interval: 1), frames: seconds * 25)
        #expect(plan.sheetCount == sheets)
        #expect((0..<sheets).flatMap(plan.frames(onSheet:)) == plan.frames)
        #expect(plan.playlist.sheets.map(\.tiles).reduce(0, +) == plan.count)
    }

    @Test func `of one of several streams lead to sheets of the same`() throws {
        let cues = try plan(TileQuery(interval: 1, stream: 2), frames: 25).cues.cues
        #expect(cues.map(\.sheet) == ["sprites/0.jpg?interval=1&width=160&stream=2"])
        var query = TileQuery(interval: 1, stream: 2)
        query.version = "ab"
        let versioned = try plan(query, frames: 25)
        #expect(
            versioned.cues.cues.map(\.sheet)
                == ["sprites/0.jpg?interval=1&width=160&stream=2&v=ab"]
        )
        #expect(versioned.playlist.sheets.map(\.0) == ["0.jpg?interval=1&stream=2&v=ab"])
    }

    @Test func `lie row by row, ten in a row`() throws {
        let cues = try plan(TileQuery(interval: 1, width: 160), frames: 112 * 25).cues.cues
        let places = [0, 9, 10, 99, 100, 111].map { cues[$0] }
        #expect(places.map(\.area.x) == [0, 1440, 0, 1440, 0, 160])
        #expect(places.map(\.area.y) == [0, 0, 90, 810, 0, 90])
        #expect(
            places.map(\.sheet)
                == [0, 0, 0, 0, 1, 1].map {
                    "sprites/\($0).jpg?interval=1&width=160"
                }
        )
    }

    @Test func `cover the whole time, and end with it`() throws {
        let cues = try plan(TileQuery(interval: 3), frames: 250).cues.cues
        #expect(cues.map(\.start) == [0, 3, 6, 9])
        #expect(cues.map(\.end) == [3, 6, 9, 10])
    }

    @Test func `are never wider than the frames`() throws {
        let cells = try [640, 16].map { try plan(TileQuery(width: $0), frames: 25).cell }
        #expect(cells == [PixelSize(width: 320, height: 180), PixelSize(width: 16, height: 9)])
    }

    /// Two frames, so many seconds apart; the last lasts as long as it may on the coarsest clock.
    @Test(
        arguments: [
            (1e6, 10, nil), (1e6, 9, "interval: expected at least 10,"), (3.6e8, 3600, nil),
            (3.7e8, 3600, "too long"), (1e18, 3600, "too long"), (1e27, 3600, "too long"),
        ] as [(Double, Int, String?)]
    )
    func `are counted before any is looked for`(
        _ seconds: Double,
        _ interval: Int,
        _ message: String?
    ) throws {
        let clip = try Clip.lasting(seconds)
        let query = TileQuery(interval: interval)
        var error: TileError?
        do throws(TileError) { _ = try TilePlan(query, of: clip) } catch let thrown {
            error = thrown
        }
        let text = error.map { "\($0)" }
        #expect(message.map { text?.contains($0) == true } ?? (error == nil))
        #expect(throws: TileError.self) { try TilePlan(query, of: clip, atMost: 3600) }
    }

    @Test func `a sheet far into a long media takes its own frames alone`() throws {
        let plan = try TilePlan(TileQuery(interval: 10), of: .lasting(1e6))
        #expect(plan.sheetCount == 1000)
        #expect(plan.frames(onSheet: 999) == Array(repeating: 0, count: 100))
    }

    @Test(arguments: [(1, 1_000_000), (100, 60_000), (16, 6551), (640, 6551)])
    func `that no picture could hold are refused`(_ width: Int, _ height: Int) throws {
        let clip = Clip(.regular(2500), info: .plain(size: PixelSize(width: width, height: height)))
        let error = #expect(throws: TileError.self) {
            try TilePlan(TileQuery(interval: 1, width: 640), of: clip)
        }
        #expect("\(error!)".contains("width: expected less"))
    }

    private func plan(_ query: TileQuery, frames: Int) throws -> TilePlan {
        try TilePlan(query, of: .regular(frames))
    }
}

extension Clip {
    /// Two frames, the last of which ends after so many seconds.
    fileprivate static func lasting(_ seconds: Double) throws -> Clip {
        let scale = seconds > 1e9 ? Int64(Int32.max) : 1
        let end = Int64(seconds / Double(scale))
        let packets = [0, end - 1].map { (ticks: Int64) in
            PacketRecord(
                pts: Timestamp(ticks),
                dts: nil,
                position: 0,
                size: 1,
                duration: 1,
                flags: .key
            )
        }
        let table = FrameTable(
            packets: packets,
            order: [0, 1],
            timebase: try #require(Timebase(scale, 1)),
            step: 1,
            isComplete: true
        )
        return Clip(table)
    }
}

@Suite("Tiles that are wanted together")
struct TileSetTests {
    /// GOPs of ten frames.
    private let table = Clip.regular(100).table

    @Test func `are missing GOP by GOP`() {
        var tiles = set([5, 7, 30, 99, 7])
        var asked: [[Int]] = []
        while case let missing = tiles.missing(in: table), !missing.isEmpty {
            asked.append(missing)
            for frame in missing { tiles.add(.fake(UInt8(frame)), of: frame) }
        }
        #expect(asked == [[5, 7], [30], [99]])
        #expect(tiles.tiles.map(\.?.bytes) == [[5], [7], [30], [99], [7]])
    }

    @Test func `go on without one that cannot be made`() {
        var tiles = set([5, 7])
        tiles.add(nil, of: 7)
        #expect(tiles.missing(in: table) == [5])
        tiles.add(.fake(5), of: 5)
        #expect(tiles.missing(in: table).isEmpty)
        #expect(tiles.tiles.map(\.?.bytes) == [[5], nil])
    }

    @Test func `are asked for again where a GOP came in part, whatever came of others`() {
        var tiles = set([1, 5, 22, 38])
        for frame in [5, 22] { tiles.add(.fake(), of: frame) }
        #expect(tiles.missing(in: table) == [1])
        tiles.add(.fake(), of: 1)
        #expect(tiles.missing(in: table) == [38])
    }

    private func set(_ frames: [Int]) -> TileSet {
        TileSet(
            frames,
            cell: PixelSize(width: 16, height: 9),
            container: .bif(interval: 1),
            tag: ""
        )
    }
}
