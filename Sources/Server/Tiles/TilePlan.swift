import Media
import Timeline
import Wire

/// Which frame each tile shows, and where it lies.
///
/// Tile n is the frame that is shown n intervals after the first one, whatever the rate.
struct TilePlan {
    /// Seconds from one tile to the next.
    let interval: Int
    /// The size of a tile.
    let cell: PixelSize
    /// The frame of each tile.
    let frames: [Int]
    private let query: TileQuery
    private let duration: Double

    /// Cells in a row, and rows on a sheet.
    static let columns = 10
    private static let cellsOnSheet = columns * columns

    /// Plans the tiles of a clip.
    init(_ query: TileQuery, of clip: Clip) {
        let table = clip.table
        duration = table.duration
        interval = query.interval
        cell = clip.info.size.fitted(toWidth: query.width)
        self.query = query
        let count = Int((duration / Double(query.interval)).rounded(.up))
        frames = (0..<max(1, count)).map { number in
            table.frame(atTime: Double(number * query.interval)) ?? table.count - 1
        }
    }

    /// How many sheets the tiles fill.
    var sheetCount: Int { (frames.count + Self.cellsOnSheet - 1) / Self.cellsOnSheet }

    /// The frames on a sheet, row by row.
    func frames(onSheet number: Int) -> ArraySlice<Int> {
        frames.dropFirst(number * Self.cellsOnSheet).prefix(Self.cellsOnSheet)
    }

    /// Some of the tiles, to be made and bound.
    func set(_ frames: ArraySlice<Int>, _ binding: TileSet.Binding, _ tag: String) -> TileSet {
        TileSet(frames, cell: cell, binding: binding, tag: tag)
    }

    /// The list that players read.
    var cues: Cues {
        Cues(
            frames.indices.map { number in
                Cues.Cue(
                    start: Double(number * interval),
                    end: min(Double((number + 1) * interval), duration),
                    sheet: "sprites/\(number / Self.cellsOnSheet).jpg?\(query.text)",
                    area: area(of: number % Self.cellsOnSheet)
                )
            }
        )
    }

    /// The list that HLS players read.
    var playlist: TilePlaylist {
        TilePlaylist(
            layout: (Self.columns, Self.columns),
            tile: (cell.width, cell.height),
            interval: interval,
            sheets: (0..<sheetCount).map { number in
                (
                    "\(number).jpg?interval=\(interval)\(query.streamText)",
                    frames(onSheet: number).count
                )
            }
        )
    }

    private func area(of cellNumber: Int) -> (x: Int, y: Int, width: Int, height: Int) {
        let (row, column) = cellNumber.quotientAndRemainder(dividingBy: Self.columns)
        return (column * cell.width, row * cell.height, cell.width, cell.height)
    }
}
