import Foundation
import TestSupport
import Testing
import Timeline

@testable import Media

@Suite("A sprite sheet")
struct SpriteSheetMakerTests {
    private let cell = PixelSize(width: 160, height: 90)

    @Test func `has each picture in its cell, and black where there is none`() throws {
        let bright = try picture(of: 0xFFFF_FFFF, cell)
        let tiles = [bright, nil, nil, bright, bright]
        let sheet = try SpriteSheetMaker().make(tiles, cell: cell, columns: 3)
        #expect(sheet.size == PixelSize(width: 480, height: 180))
        for (number, isBright) in [true, false, false, true, true, false].enumerated() {
            let centre = (x: number % 3 * 160 + 80, y: number / 3 * 90 + 45)
            #expect(try (brightness(of: sheet, at: centre) > 128) == isBright)
        }
    }

    @Test func `is no wider than its pictures need`() throws {
        let tile = try picture(of: 0, cell)
        let sheet = try SpriteSheetMaker().make([tile, tile], cell: cell, columns: 10)
        #expect(sheet.size == PixelSize(width: 320, height: 90))
    }

    @Test func `cuts off what stands over a cell, and spoils no other`() throws {
        let large = try picture(of: 0xFFFF_FFFF, PixelSize(width: 200, height: 120))
        let sheet = try SpriteSheetMaker().make([large, nil, nil, nil], cell: cell, columns: 2)
        #expect(try brightness(of: sheet, at: (80, 45)) > 128)
        #expect(try brightness(of: sheet, at: (180, 45)) < 128)
        #expect(try brightness(of: sheet, at: (80, 110)) < 128)
    }

    @Test func `of broken pictures is an error that names the file`() throws {
        let broken = Preview(bytes: [1, 2, 3], size: cell, isConcealed: false, type: .unknown)
        #expect {
            _ = try SpriteSheetMaker().make([broken], cell: cell, columns: 1)
        } throws: {
            "\($0)".contains("film.mp4")
        }
    }

    @Test(
        arguments: [(1 << 40, 1), (65_501, 1), (1, 65_501), (0, 1), (20_000, 20_000), (161, 90)]
            as [(Int, Int)]
    )
    func `of pictures whose size is not as stated is an error, before memory is allocated`(
        _ width: Int,
        _ height: Int
    ) throws {
        let tile = try picture(of: 0, cell)
        let size = PixelSize(width: width, height: height)
        let mismatched = Preview(bytes: tile.bytes, size: size, isConcealed: false, type: .unknown)
        #expect(throws: MediaError.self) {
            _ = try SpriteSheetMaker().make([mismatched], cell: cell, columns: 1)
        }
        #expect(throws: MediaError.self) {
            let tall = PixelSize(width: 1, height: 1 << 40)
            _ = try SpriteSheetMaker().make([nil], cell: tall, columns: 1)
        }
    }

    private func brightness(of sheet: Preview, at place: (x: Int, y: Int)) throws -> UInt32 {
        let image = try JPEGDecoder().decode(sheet)
        return image.pixels[place.y * image.size.width + place.x] & 0xFF
    }

    private func picture(of colour: UInt32, _ size: PixelSize) throws -> Preview {
        var image = PackedImage(size: size)
        let count = size.width * size.height
        image.replace(0..<count, by: ArraySlice(repeating: colour, count: count))
        let bytes = try JPEGEncoder().encode(image, quality: 90)
        return Preview(bytes: bytes, size: size, isConcealed: false, type: .unknown)
    }
}

extension SpriteSheetMaker {
    fileprivate func make(
        _ tiles: [Preview?],
        cell: PixelSize,
        columns: Int
    ) throws(MediaError) -> Preview {
        try make(tiles, cell: cell, columns: columns, file: "film.mp4")
    }
}
