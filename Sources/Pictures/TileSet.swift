package import Media
package import Timeline
package import Wire

/// The pictures of several frames that one request needs together.
///
/// Holds the state only: the loop requests what ``missing(in:)`` names, one GOP at a time, and
/// passes the complete set to a ``TileWorker``.
package struct TileSet {
    /// What the pictures are put into once all are there.
    package enum Container: Equatable {
        /// A sprite sheet.
        case sheet(SheetGrid)
        /// A BIF file, with so many seconds between pictures.
        case bif(interval: Int)
        /// A segment of an HLS playlist, with one picture.
        case iFrame(JPEGTrack.Sample)
    }

    /// The frames of the tiles, in their order; a frame that is shown for long may come twice.
    let frames: [Int]
    /// The size of a tile.
    package let cell: PixelSize
    /// What they are put into.
    package let container: Container
    /// The entity tag of the result.
    package let tag: String
    /// What has come so far; `nil` where no picture could be made.
    private var pictures: [Int: Preview?] = [:]
    /// The frames, each once and ascending, and how many of them, from the first, have come.
    private let wanted: [Int]
    private var done = 0

    /// Starts with no picture.
    package init(_ frames: some Sequence<Int>, cell: PixelSize, container: Container, tag: String) {
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
    package func missing(in table: FrameTable) -> [Int] {
        guard done < wanted.count else { return [] }
        let gop = table.gop(of: wanted[done])
        return wanted[done...].prefix(while: gop.contains).filter(isMissing)
    }

    /// Takes the picture of a frame; `nil` leaves its tiles empty, so that a damaged frame does not
    /// spoil the others.
    package mutating func add(_ picture: Preview?, of frame: Int) {
        pictures.updateValue(picture, forKey: frame)
        while done < wanted.count, !isMissing(wanted[done]) { done += 1 }
    }

    private func isMissing(_ frame: Int) -> Bool { pictures[frame] == nil }
}
