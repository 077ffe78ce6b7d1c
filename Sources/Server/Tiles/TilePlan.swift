import Media
import Timeline
import Wire

/// How a client wants the tiles of a media: players show them over their own bar.
struct TileQuery: Hashable, Sendable {
    /// Whole seconds from one tile to the next.
    var interval = 10
    /// Columns of pixels of a tile, at most.
    var width = 160
    /// The stream that they are of; `nil` is the best one.
    var stream: Int?

    static let intervals = 1...3600
    static let widths = 16...640
}

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

    /// The list that players read.
    var cues: Cues {
        Cues(
            frames.indices.map { number in
                Cues.Cue(
                    start: Double(number * interval),
                    end: min(Double((number + 1) * interval), duration),
                    sheet: "sprites/\(number / Self.cellsOnSheet).jpg"
                        + "?interval=\(interval)&width=\(query.width)" + streamQuery,
                    area: area(of: number % Self.cellsOnSheet)
                )
            }
        )
    }

    private var streamQuery: String { query.stream.map { "&stream=\($0)" } ?? "" }

    private func area(of cellNumber: Int) -> (x: Int, y: Int, width: Int, height: Int) {
        let (row, column) = cellNumber.quotientAndRemainder(dividingBy: Self.columns)
        return (column * cell.width, row * cell.height, cell.width, cell.height)
    }
}
