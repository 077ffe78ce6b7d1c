import Media
import Testing
import Timeline

@testable import Server

@Suite("Tiles that are wanted together")
struct TileSetTests {
    /// Groups of ten frames.
    private let table = Clip.regular(100).table

    @Test func `are missing group by group`() {
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

    private func set(_ frames: [Int]) -> TileSet {
        TileSet(frames, cell: PixelSize(width: 16, height: 9), binding: .bif(interval: 1), tag: "")
    }
}
