import Foundation
import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("A sprite sheet")
struct SpriteSheetMakerTests {
    private let cell = PixelSize(width: 160, height: 90)

    @Test func `has each picture in its cell, and black where there is none`() throws {
        let bright = try Preview.plain(0xFFFF_FFFF, cell)
        let sheet = try sheet([bright, nil, nil, bright, bright], columns: 3)
        #expect(sheet.size == PixelSize(width: 480, height: 180))
        for (number, isBright) in [true, false, false, true, true, false].enumerated() {
            let centre = (x: number % 3 * 160 + 80, y: number / 3 * 90 + 45)
            #expect(try (brightness(of: sheet, at: centre) > 128) == isBright)
        }
    }

    @Test func `cuts off what stands over a cell, and spoils no other`() throws {
        let large = try Preview.plain(0xFFFF_FFFF, PixelSize(width: 200, height: 120))
        let sheet = try sheet([large, nil, nil, nil], columns: 2)
        #expect(try brightness(of: sheet, at: (80, 45)) > 128)
        #expect(try brightness(of: sheet, at: (180, 45)) < 128)
        #expect(try brightness(of: sheet, at: (80, 110)) < 128)
    }

    @Test(
        arguments: [(1 << 40, 1), (65_501, 1), (1, 65_501), (0, 1), (20_000, 20_000), (161, 90)]
            as [(Int, Int)]
    )
    func `of pictures whose size is not as stated is an error, before memory is allocated`(
        _ width: Int,
        _ height: Int
    ) throws {
        let tile = try Preview.plain(0, cell)
        let size = PixelSize(width: width, height: height)
        let mismatched = Preview(bytes: tile.bytes, size: size, isConcealed: false, type: .unknown)
        #expect(throws: JPEGError.self) { try sheet([mismatched], columns: 1) }
    }

    @Test(arguments: [
        (2, 10, 320, 90), (10, 10, 1600, 90), (11, 10, 1600, 180), (100, 10, 1600, 900),
        (1, 1, 160, 90), (727, 1, 160, 65_430), (409, 409, 65_440, 90),
    ])
    func `is no larger than its cells need`(
        _ count: Int,
        _ columns: Int,
        _ width: Int,
        _ height: Int
    ) throws {
        let grid = try #require(SheetGrid(cell: cell, columns: columns, count: count))
        #expect(grid.size == PixelSize(width: width, height: height))
    }

    @Test(arguments: [
        (160, 90, 10, 0), (160, 90, 0, 1), (160, 90, -1, 1), (0, 90, 1, 1), (160, 0, 1, 1),
        (160, 90, 410, 410), (160, 90, 1, 728), (16_000, 13_000, 1, 1), (1, 1, 1 << 40, 1 << 40),
        (Int.max, 1, 1, 1), (1, Int.max, 1, 1), (65_500, 1, Int.max, Int.max),
    ])
    func `that no JPEG could be is none`(
        _ width: Int,
        _ height: Int,
        _ columns: Int,
        _ count: Int
    ) {
        let cell = PixelSize(width: width, height: height)
        #expect(SheetGrid(cell: cell, columns: columns, count: count) == nil)
    }

    private func sheet(_ tiles: [Preview?], columns: Int) throws -> Preview {
        let grid = try #require(SheetGrid(cell: cell, columns: columns, count: tiles.count))
        return try SpriteSheetMaker().make(tiles, in: grid)
    }

    private func brightness(of sheet: Preview, at place: (x: Int, y: Int)) throws -> UInt32 {
        let image = try JPEGDecoder().decode(sheet)
        return image.pixels[place.y * image.size.width + place.x] & 0xFF
    }
}

extension Preview {
    /// A picture of one colour.
    static func plain(_ colour: UInt32, _ size: PixelSize) throws -> Preview {
        var image = PackedImage(size: size)
        let count = size.width * size.height
        image.replace(0..<count, by: ArraySlice(repeating: colour, count: count))
        let bytes = try JPEGEncoder().encode(image, quality: 90)
        return Preview(bytes: bytes, size: size, isConcealed: false, type: .unknown)
    }
}
