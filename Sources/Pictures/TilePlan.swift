package import Library
package import Media
import Timeline
package import Wire

/// Which frame each tile of a storyboard shows, and where it lies on the sprite sheets.
///
/// Tile n is the frame that is shown n intervals after the first one, whatever the rate.
package struct TilePlan: Sendable {
    /// Seconds from one tile to the next.
    let interval: Int
    /// The size of a tile.
    package let cell: PixelSize
    /// How many tiles there are.
    package let count: Int
    private let query: TileQuery
    private let table: FrameTable
    private let duration: Double

    /// Cells in a row, and rows on a sheet.
    static let columns = 10
    package static let cellsOnSheet = columns * columns
    /// The largest number of tiles in a list: eleven days at the default interval.
    package static let limit = 100_000

    /// Plans the tiles of a clip; they are counted before any frame is looked up.
    ///
    /// Throws when there are more than `limit`, and when a sheet of them is larger than a JPEG.
    package init(_ query: TileQuery, of clip: Clip, atMost limit: Int = limit) throws(TileError) {
        table = clip.table
        duration = table.duration
        interval = query.interval
        cell = clip.info.size.fitted(toWidth: query.width)
        self.query = query
        let tiles = (duration / Double(query.interval)).rounded(.up)
        guard tiles <= Double(limit) else { throw Self.tooMany(in: duration, limit) }
        count = max(1, Int(tiles))
        _ = try Self.grid(of: min(count, Self.cellsOnSheet), cell)
    }

    /// The grid of a sheet; throws when no JPEG can be as large.
    package static func grid(
        of count: Int,
        _ cell: PixelSize,
        columns: Int = columns
    ) throws(TileError) -> SheetGrid {
        guard let grid = SheetGrid(cell: cell, columns: columns, count: count) else {
            throw tooLarge(cell)
        }
        return grid
    }

    private static func tooMany(in duration: Double, _ limit: Int) -> TileError {
        let least = (duration / Double(limit)).rounded(.up)
        guard least <= Double(TileQuery.intervals.upperBound) else {
            return .tooLong("it lasts \(duration) seconds, which is too long for tiles")
        }
        return .badQuery("interval: expected at least \(Int(least)), for \(limit) tiles in a file")
    }

    private static func tooLarge(_ cell: PixelSize) -> TileError {
        let text = "tiles of \(cell.width) × \(cell.height) make a sheet that no JPEG can be"
        return .badQuery("width: expected less, as \(text)")
    }

    /// How many sheets the tiles fill.
    package var sheetCount: Int { (count + Self.cellsOnSheet - 1) / Self.cellsOnSheet }

    /// The frame of each tile.
    package var frames: [Int] { (0..<count).map(frame) }

    /// The frames on a sheet, row by row.
    package func frames(onSheet number: Int) -> [Int] {
        (number * Self.cellsOnSheet..<count).prefix(Self.cellsOnSheet).map(frame)
    }

    private func frame(_ number: Int) -> Int {
        table.frame(atTime: Double(number * interval)) ?? table.count - 1
    }

    /// The tiles of one sheet, to be made and put together.
    package func sheet(_ number: Int, _ tag: String) throws(TileError) -> TileSet {
        let frames = frames(onSheet: number)
        let grid = try Self.grid(of: frames.count, cell)
        return TileSet(frames, cell: cell, container: .sheet(grid), tag: tag)
    }

    /// The tiles as WebVTT cues.
    package var cues: ThumbnailCues {
        let sheets = (0..<sheetCount).map { "sprites/\($0).jpg?\(query.text)" }
        return ThumbnailCues(
            (0..<count).map { number in
                ThumbnailCues.Cue(
                    start: Double(number * interval),
                    end: min(Double((number + 1) * interval), duration),
                    sheet: sheets[number / Self.cellsOnSheet],
                    area: area(of: number % Self.cellsOnSheet)
                )
            }
        )
    }

    /// The tiles as an HLS image playlist.
    package var playlist: TilePlaylist {
        TilePlaylist(
            layout: (Self.columns, Self.columns),
            tile: (cell.width, cell.height),
            interval: interval,
            sheets: (0..<sheetCount).map { number in
                (
                    "\(number).jpg?interval=\(interval)\(query.furtherText)",
                    min(count - number * Self.cellsOnSheet, Self.cellsOnSheet)
                )
            }
        )
    }

    /// The tiles as an HLS playlist of I-frames.
    package var iFrames: IFramePlaylist {
        IFramePlaylist(
            width: cell.width,
            height: cell.height,
            interval: Double(interval),
            last: seconds(of: count - 1),
            count: count,
            query: "interval=\(interval)\(query.furtherText)"
        )
    }

    /// One tile, to be made and put into a segment.
    package func iFrame(_ number: Int, _ tag: String) throws(TileError) -> TileSet {
        guard number < count else { throw .noSuchTile }
        let ticks = Double(JPEGTrack.timescale)
        let sample = JPEGTrack.Sample(
            number: number,
            start: number * interval * JPEGTrack.timescale,
            duration: Int((seconds(of: number) * ticks).rounded(.up))
        )
        return TileSet([frame(number)], cell: cell, container: .iFrame(sample), tag: tag)
    }

    /// How long a tile is shown, at least a tick.
    private func seconds(of number: Int) -> Double {
        max(0.001, min(Double(interval), duration - Double(number * interval)))
    }

    private func area(of cellNumber: Int) -> (x: Int, y: Int, width: Int, height: Int) {
        let (row, column) = cellNumber.quotientAndRemainder(dividingBy: Self.columns)
        return (column * cell.width, row * cell.height, cell.width, cell.height)
    }
}

/// Why there are no such tiles.
package enum TileError: Error, Equatable {
    /// The media has none of this number.
    case noSuchTile
    /// A part of the query must be another; the text says which, and what is expected.
    case badQuery(String)
    /// The media is too long for tiles.
    case tooLong(String)
}
