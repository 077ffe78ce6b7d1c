import Media
import MediaWorkers
import System
import Timeline
import Transport
import Wire

/// Which frame each tile of a storyboard shows, and where it lies on the sprite sheets.
///
/// Tile n is the frame that is shown n intervals after the first one, whatever the rate.
struct TilePlan: Sendable {
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
    static let cellsOnSheet = columns * columns
    /// The largest number of tiles in a list: eleven days at the default interval.
    static let limit = 100_000

    /// Plans the tiles of a clip; they are counted before any frame is looked up.
    ///
    /// Throws when there are more than `limit`, and when a sheet of them is larger than a JPEG.
    init(_ query: TileQuery, of clip: Clip, atMost limit: Int = limit) throws(RequestError) {
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
    static func grid(
        of count: Int,
        _ cell: PixelSize,
        columns: Int = columns
    ) throws(RequestError) -> SheetGrid {
        guard let grid = SheetGrid(cell: cell, columns: columns, count: count) else {
            throw tooLarge(cell)
        }
        return grid
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

    /// The tiles of one sheet, to be made and put together.
    func sheet(_ number: Int, _ tag: String) throws(RequestError) -> TileSet {
        let frames = frames(onSheet: number)
        let grid = try Self.grid(of: frames.count, cell)
        return TileSet(frames, cell: cell, container: .sheet(grid), tag: tag)
    }

    /// The tiles as WebVTT cues.
    var cues: Cues {
        let sheets = (0..<sheetCount).map { "sprites/\($0).jpg?\(query.text)" }
        return Cues(
            (0..<count).map { number in
                Cues.Cue(
                    start: Double(number * interval),
                    end: min(Double((number + 1) * interval), duration),
                    sheet: sheets[number / Self.cellsOnSheet],
                    area: area(of: number % Self.cellsOnSheet)
                )
            }
        )
    }

    /// The tiles as an HLS image playlist.
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

/// The pictures of several frames that one request needs together.
///
/// Holds the state only: the loop requests what ``missing(in:)`` names, one GOP at a time, and
/// passes the complete set to a ``TileWorker``.
struct TileSet {
    /// What the pictures are put into once all are there.
    enum Container: Equatable {
        /// A sprite sheet.
        case sheet(SheetGrid)
        /// A BIF file, with so many seconds between pictures.
        case bif(interval: Int)
    }

    /// The frames of the tiles, in their order; a frame that is shown for long may come twice.
    let frames: [Int]
    /// The size of a tile.
    let cell: PixelSize
    /// What they are put into.
    let container: Container
    /// The entity tag of the result.
    let tag: String
    /// What has come so far; `nil` where no picture could be made.
    private var pictures: [Int: Preview?] = [:]
    /// The frames, each once and ascending, and how many of them, from the first, have come.
    private let wanted: [Int]
    private var done = 0

    /// Starts with no picture.
    init(_ frames: some Sequence<Int>, cell: PixelSize, container: Container, tag: String) {
        self.frames = Array(frames)
        wanted = Set(frames).sorted()
        self.cell = cell
        self.container = container
        self.tag = tag
    }

    /// The pictures in the order of the tiles.
    var tiles: [Preview?] { frames.map { pictures[$0] ?? nil } }

    /// The missing frames of the first GOP that lacks any, ascending; empty at the end.
    ///
    /// Decoding a GOP once is enough for all of its tiles. Takes no longer with many tiles than with
    /// few, since it is asked for again after each GOP.
    func missing(in table: FrameTable) -> [Int] {
        guard done < wanted.count else { return [] }
        let gop = table.gop(of: wanted[done])
        return wanted[done...].prefix(while: gop.contains).filter(isMissing)
    }

    /// Takes the picture of a frame; `nil` leaves its tiles empty, so that a damaged frame does not
    /// spoil the others.
    mutating func add(_ picture: Preview?, of frame: Int) {
        pictures.updateValue(picture, forKey: frame)
        while done < wanted.count, !isMissing(wanted[done]) { done += 1 }
    }

    private func isMissing(_ frame: Int) -> Bool { pictures[frame] == nil }
}

/// A thread that has tiles put together into what was requested, one set after the other.
///
/// Sheets are made by a worker process of its own, so that no picture waits for them: their tiles
/// are decoded there, and never here.
final class TileWorker: Sendable {
    /// Pictures to put together.
    struct Job: Sendable {
        /// The request that waits for the result.
        let exchange: ExchangeID
        let tiles: TileSet
        let file: OpenFile
    }

    /// The jobs that wait.
    let queue = WorkQueue<ExchangeID, Job>()

    /// Starts the thread, which ends when ``queue`` is closed.
    init(reports: Mailbox<JobResult>, workers: WorkerPool) {
        WorkThread.start(named: "vernier-tiles") { [queue] in
            let worker = MediaWorker(of: workers)
            while let job = queue.next() {
                reports.post(.composed(job.exchange, Self.compose(job, by: worker)))
            }
        }
    }

    deinit { queue.close() }

    private static func compose(
        _ job: Job,
        by worker: MediaWorker
    ) -> Result<[UInt8], MediaError> {
        let tiles = job.tiles
        switch tiles.container {
        case .bif(let interval):
            return .success(BIF(tiles.tiles.map { $0?.bytes }, interval: interval).bytes)
        case .sheet(let grid):
            do throws(MediaError) {
                return .success(try worker.sheet(tiles.tiles, in: grid, of: job.file).bytes)
            } catch {
                return .failure(error)
            }
        }
    }
}
