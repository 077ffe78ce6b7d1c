import Foundation
import TestSupport
import Testing
import Timeline

@testable import Media
@testable import MediaWorkers

@Suite("A sheet that a worker makes", .scratchDirectory, .timeLimit(.minutes(2)))
struct WorkerSheetTests {
    private let cell = PixelSize(width: 160, height: 90)

    @Test func `is the one that the maker makes`() throws {
        let bright = try Preview.plain(0xFFFF_FFFF, cell)
        let tiles = [bright, nil, bright.concealed]
        let grid = try #require(SheetGrid(cell: cell, columns: 2, count: 3))
        let sheet = try MediaWorkerTests.inside().sheet(tiles, in: grid, of: Self.film())
        #expect(sheet.bytes == (try SpriteSheetMaker().make(tiles, in: grid)).bytes)
        #expect(sheet.size == PixelSize(width: 320, height: 180))
        #expect(sheet.isConcealed)
    }

    @Test func `of broken pictures is an error that names the file, and ends no worker`() throws {
        let pool = WorkerPool(.thread { Thread.detachNewThread($0) })
        let worker = MediaWorker(of: pool)
        let grid = try #require(SheetGrid(cell: cell, columns: 1, count: 1))
        let broken = Preview(bytes: [1, 2, 3], size: cell, isConcealed: false, type: .unknown)
        let error = #expect(throws: MediaError.self) {
            try worker.sheet([broken], in: grid, of: Self.film())
        }
        #expect("\(error!)".contains(Sample.transportStream.path))
        let whole = try worker.sheet([Preview.plain(0, cell)], in: grid, of: Self.film())
        #expect(whole.size == cell)
        #expect(pool.counts == WorkerPool.Counts(started: 1, lost: 0, late: 0))
    }

    @Test func `is not asked for when its tiles cannot be pictures, or are not as many`() throws {
        let pool = CompromisedWorkerTests.pool("exit 7")
        let grid = try #require(SheetGrid(cell: cell, columns: 1, count: 1))
        let vast = PixelSize(width: 1 << 40, height: 1)
        let tiles: [[Preview?]] = [
            [], [nil, nil],
            [Preview(bytes: [1], size: vast, isConcealed: false, type: .unknown)],
            [Preview(bytes: [], size: cell, isConcealed: false, type: .unknown)],
        ]
        for tiles in tiles {
            #expect(throws: MediaError.self) {
                try MediaWorker(of: pool).sheet(tiles, in: grid, of: Self.film())
            }
        }
        #expect(pool.counts.started == 0)
    }

    @Test func `is refused by a worker when the order is not one that can be`() throws {
        let grid = try #require(SheetGrid(cell: cell, columns: 1, count: 1))
        let order = try #require(SheetOrder([nil], in: grid))
        let bytes = WorkerRequest.sheet(order).bytes
        guard case .sheet(let same) = try WorkerRequest(bytes) else {
            Issue.record("it comes as something else")
            return
        }
        #expect(same.grid == grid)
        // Its numbers are the cell's width and height, the columns and the count.
        for (number, value) in [(1, 0), (3, 0), (4, 0), (5, 0), (5, 2), (5, 99)] as [(Int, UInt8)] {
            var wrong = bytes
            // The width takes two bytes, the other numbers one.
            if number == 1 {
                wrong.replaceSubrange(1...2, with: [value])
            } else {
                wrong[number] = value
            }
            #expect(throws: StoredError.self) { try WorkerRequest(wrong) }
        }
    }

    @Test(arguments: [(160, 91, 9), (160, 90, 0), (1, 1, 9), (160, 90, 200_000)])
    func `is not believed to be of another size, or of more bytes than it can have`(
        _ width: Int,
        _ height: Int,
        _ count: Int
    ) throws {
        let sheet = Preview(
            bytes: [UInt8](repeating: 65, count: count),
            size: PixelSize(width: width, height: height),
            isConcealed: false,
            type: .unknown
        )
        let pool = try CompromisedWorkerTests.pool(answering: [.picture(sheet)])
        let grid = try #require(SheetGrid(cell: cell, columns: 1, count: 1))
        let error = #expect(throws: MediaError.self) {
            try MediaWorker(of: pool).sheet([nil], in: grid, of: Self.film())
        }
        #expect("\(error!)".contains("answered what cannot be"))
    }

    private static func film() throws -> OpenFile {
        try OpenFile(path: Sample.transportStream.path)
    }
}

extension Preview {
    fileprivate var concealed: Preview {
        Preview(bytes: bytes, size: size, isConcealed: true, type: type)
    }
}

extension Preview {
    /// A picture of one colour.
    fileprivate static func plain(_ colour: UInt32, _ size: PixelSize) throws -> Preview {
        var image = PackedImage(size: size)
        let count = size.width * size.height
        image.replace(0..<count, by: ArraySlice(repeating: colour, count: count))
        let bytes = try JPEGEncoder().encode(image, quality: 90)
        return Preview(bytes: bytes, size: size, isConcealed: false, type: .unknown)
    }
}
