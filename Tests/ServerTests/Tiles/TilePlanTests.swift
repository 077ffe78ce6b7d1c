import Media
import Testing
import Timeline
import Wire

@testable import Server

@Suite("Tiles for a player's bar")
struct TilePlanTests {
    /// Frames of 40 ms: the one shown at second s is frame 25 s.
    @Test(arguments: [
        (frames: 250, interval: 1, tiles: Array(stride(from: 0, to: 250, by: 25))),
        (251, 5, [0, 125, 250]), (250, 5, [0, 125]), (250, 10, [0]), (250, 3600, [0]), (1, 1, [0]),
    ])
    func `show the frame at each interval`(
        _ example: (frames: Int, interval: Int, tiles: [Int])
    ) {
        let plan = plan(TileQuery(interval: example.interval), frames: example.frames)
        #expect(plan.frames == example.tiles)
    }

    @Test(arguments: [(1, 1), (100, 1), (101, 2), (200, 2), (250, 3)])
    func `fill sheets of a hundred`(_ seconds: Int, _ sheets: Int) {
        let plan = plan(TileQuery(interval: 1), frames: seconds * 25)
        #expect(plan.sheetCount == sheets)
        #expect((0..<sheets).flatMap(plan.frames(onSheet:)) == plan.frames)
        #expect(plan.frames(onSheet: sheets).isEmpty)
    }

    @Test func `of one of several streams lead to sheets of the same`() throws {
        let cues = plan(TileQuery(interval: 1, stream: 2), frames: 25).cues.cues
        #expect(cues.map(\.sheet) == ["sprites/0.jpg?interval=1&width=160&stream=2"])
    }

    @Test func `lie row by row, ten in a row`() throws {
        let cues = plan(TileQuery(interval: 1, width: 160), frames: 112 * 25).cues.cues
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
        let cues = plan(TileQuery(interval: 3), frames: 250).cues.cues
        #expect(cues.map(\.start) == [0, 3, 6, 9])
        #expect(cues.map(\.end) == [3, 6, 9, 10])
    }

    @Test func `are never wider than the frames`() {
        #expect(plan(TileQuery(width: 640), frames: 25).cell == PixelSize(width: 320, height: 180))
        #expect(plan(TileQuery(width: 16), frames: 25).cell == PixelSize(width: 16, height: 9))
    }

    private func plan(_ query: TileQuery, frames: Int) -> TilePlan {
        TilePlan(query, of: .regular(frames))
    }
}
