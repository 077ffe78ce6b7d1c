import Media

/// A sheet of tiles on its way: one picture after the other, then all on one.
///
/// Decides only; each picture is ordered by whoever asks for the next.
struct SheetInProgress {
    /// The frames of the tiles, row by row.
    let frames: [Int]
    /// The size of a cell.
    let cell: PixelSize
    /// The tag that the sheet gets.
    let tag: String
    /// The pictures so far; where one could not be made, none.
    private(set) var tiles: [Preview?] = []

    /// Starts with no picture.
    init(_ frames: some Sequence<Int>, cell: PixelSize, tag: String) {
        self.frames = Array(frames)
        self.cell = cell
        self.tag = tag
    }

    /// The frame whose picture is needed next; `nil` when all are there.
    var next: Int? { tiles.count < frames.count ? frames[tiles.count] : nil }

    /// Takes the next picture; `nil` leaves its cell empty, as a damaged frame does not spoil the
    /// others.
    mutating func add(_ tile: Preview?) { tiles.append(tile) }
}
