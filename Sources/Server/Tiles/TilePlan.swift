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
    /// How many tiles there are.
    let count: Int
    private let query: TileQuery
    private let table: FrameTable
    private let duration: Double

    /// Cells in a row, and rows on a sheet.
    static let columns = 10
    private static let cellsOnSheet = columns * columns
    /// Tiles that a list may name: eleven days of them, where players do not say how far apart.
    static let limit = 100_000

    /// Plans the tiles of a clip; how many there are is known before any is looked for.
    ///
    /// More than `limit` are refused, and so are larger ones than a sheet can hold.
    init(_ query: TileQuery, of clip: Clip, atMost limit: Int = limit) throws(RequestError) {
        table = clip.table
        duration = table.duration
        interval = query.interval
        cell = clip.info.size.fitted(toWidth: query.width)
        self.query = query
        let tiles = (duration / Double(query.interval)).rounded(.up)
        guard tiles <= Double(limit) else { throw Self.tooMany(in: duration, limit) }
        count = max(1, Int(tiles))
        let cells = min(count, Self.cellsOnSheet)
        let (columns, rows) = (min(cells, Self.columns), (cells - 1) / Self.columns + 1)
        let sheet = PixelSize(width: columns * cell.width, height: rows * cell.height)
        guard sheet.canBePicture else { throw Self.tooLarge(cell) }
    }

    private static func tooMany(in duration: Double, _ limit: Int) -> RequestError {
        let least = (duration / Double(limit)).rounded(.up)
        guard least <= Double(TileQuery.intervals.upperBound) else {
            return .undecodable("it lasts \(duration) seconds, which is too long for tiles")
        }
        return .badQuery("interval: expected at least \(Int(least)), for \(limit) tiles in a file")
    }

    private static func tooLarge(_ cell: PixelSize) -> RequestError {
        let text = "tiles of \(cell.width) × \(cell.height) make a sheet that no JPEG can be"
        return .badQuery("width: expected less, as \(text)")
    }

    /// How many sheets the tiles fill.
    var sheetCount: Int { (count + Self.cellsOnSheet - 1) / Self.cellsOnSheet }

    /// The frame of each tile.
    var frames: [Int] { (0..<count).map(frame) }

    /// The frames on a sheet, row by row.
    func frames(onSheet number: Int) -> [Int] {
        (number * Self.cellsOnSheet..<count).prefix(Self.cellsOnSheet).map(frame)
    }

    private func frame(_ number: Int) -> Int {
        table.frame(atTime: Double(number * interval)) ?? table.count - 1
    }

    /// Some of the tiles, to be made and bound.
    func set(_ frames: [Int], _ binding: TileSet.Binding, _ tag: String) -> TileSet {
        TileSet(frames, cell: cell, binding: binding, tag: tag)
    }

    /// The list that players read.
    var cues: Cues {
        Cues(
            (0..<count).map { number in
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
                    min(count - number * Self.cellsOnSheet, Self.cellsOnSheet)
                )
            }
        )
    }

    private func area(of cellNumber: Int) -> (x: Int, y: Int, width: Int, height: Int) {
        let (row, column) = cellNumber.quotientAndRemainder(dividingBy: Self.columns)
        return (column * cell.width, row * cell.height, cell.width, cell.height)
    }
}
