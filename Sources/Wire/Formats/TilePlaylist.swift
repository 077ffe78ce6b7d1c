/// A list of sheets of tiles as HLS players and Jellyfin's clients read them.
///
/// Images only, with the tags of Roku's image media playlist
/// (https://github.com/image-media-playlist/spec).
public struct TilePlaylist: Equatable, Sendable {
    /// How many tiles each sheet has room for, as columns and rows.
    public var layout: (columns: Int, rows: Int)
    /// The size of a tile in pixels.
    public var tile: (width: Int, height: Int)
    /// Whole seconds from one tile to the next.
    public var interval: Int
    /// The address of each sheet, relative to that of the list, and the tiles on it.
    public var sheets: [(address: String, tiles: Int)]

    /// Creates a list.
    public init(
        layout: (columns: Int, rows: Int),
        tile: (width: Int, height: Int),
        interval: Int,
        sheets: [(address: String, tiles: Int)]
    ) {
        (self.layout, self.tile, self.interval) = (layout, tile, interval)
        self.sheets = sheets
    }

    /// Whether both say the same.
    public static func == (a: TilePlaylist, b: TilePlaylist) -> Bool { a.m3u8() == b.m3u8() }

    /// What the list is called over HTTP (RFC 8216).
    public static let contentType = "application/vnd.apple.mpegurl"

    /// The list as a file.
    public func m3u8() -> [UInt8] {
        let longest = layout.columns * layout.rows * interval
        let head = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:\(longest)
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-IMAGES-ONLY

            """
        return Array((head + sheets.map(entry).joined() + "#EXT-X-ENDLIST\n").utf8)
    }

    private func entry(_ sheet: (address: String, tiles: Int)) -> String {
        let resolution = "RESOLUTION=\(tile.width)x\(tile.height)"
        let layout = "LAYOUT=\(layout.columns)x\(layout.rows)"
        return """
            #EXTINF:\(sheet.tiles * interval),
            #EXT-X-TILES:\(resolution),\(layout),DURATION=\(interval)
            \(sheet.address)

            """
    }
}
