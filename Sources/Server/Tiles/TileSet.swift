import Media
import Timeline

/// Pictures of several frames that one request wants together.
///
/// Decides only; each group's pictures are ordered by whoever asks what is missing.
struct TileSet {
    /// What becomes of the pictures once all are there.
    enum Binding: Equatable {
        /// One large picture, with so many columns of tiles.
        case sheet(columns: Int)
        /// One file that holds them all, so many seconds apart.
        case bif(interval: Int)
    }

    /// The frames of the tiles, in their order; a frame that stands for long may come twice.
    let frames: [Int]
    /// The size of a tile.
    let cell: PixelSize
    /// What becomes of them.
    let binding: Binding
    /// The tag of what becomes of them.
    let tag: String
    /// What has come so far; `nil` where no picture could be made.
    private var pictures: [Int: Preview?] = [:]

    /// Starts with no picture.
    init(_ frames: some Sequence<Int>, cell: PixelSize, binding: Binding, tag: String) {
        self.frames = Array(frames)
        self.cell = cell
        self.binding = binding
        self.tag = tag
    }

    /// The pictures in the order of the tiles.
    var tiles: [Preview?] { frames.map { pictures[$0] ?? nil } }

    /// The frames that are missing in the first group that lacks any, ascending; empty at the end.
    ///
    /// One passage through a group is enough for all of its tiles.
    func missing(in table: FrameTable) -> [Int] {
        guard let first = frames.first(where: isMissing) else { return [] }
        return Set(frames).intersection(table.group(of: first)).filter(isMissing).sorted()
    }

    /// Takes what is known of a frame; `nil` leaves its tiles empty, as a damaged frame does not
    /// spoil the others.
    mutating func add(_ picture: Preview?, of frame: Int) {
        pictures.updateValue(picture, forKey: frame)
    }

    private func isMissing(_ frame: Int) -> Bool { pictures[frame] == nil }
}
